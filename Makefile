.PHONY: check test slow lint types bench

check: lint types test

lint:
	uv run ruff check .
	uv run ruff format --check .

types:
	uv run mypy --strict

test:
	uv run pytest

slow:
	uv run pytest -m slow

bench:
	uv run python -m tests.benchmarks
