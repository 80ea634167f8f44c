"""Checks certificates by code that shares nothing with what writes them."""
