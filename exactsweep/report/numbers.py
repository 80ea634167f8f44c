"""Exact numbers as text: fractions, decimals, percentages.

In: a ratio of two ints, not in lowest terms. Out: text. Decimals are rounded half to even from the
integers themselves, so that no float comes between.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

from exactsweep.probability import Ratio

Write: TypeAlias = Callable[[Ratio], str]


def fraction_text(ratio: Ratio) -> str:
    """Return the ratio in lowest terms.

    >>> fraction_text((6, 8)), fraction_text((4, 4))
    ('3/4', '1')
    """
    return str(Fraction(*ratio))


def decimal_text(ratio: Ratio, places: int) -> str:
    """Return the ratio, at least 0, rounded to so many decimal places.

    >>> decimal_text((1, 7), 4), decimal_text((1, 8), 2), decimal_text((1, 1), 0)
    ('0.1429', '0.12', '1')
    """
    numerator, denominator = ratio
    scaled = round(Fraction(numerator * 10**places, denominator))
    digits = str(scaled).rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}" if places else digits


def percent_text(ratio: Ratio) -> str:
    """Return a whole percentage; only what is certain is called 0 or 100.

    >>> [percent_text((mines, 1000)) for mines in (0, 1, 143, 999, 1000)]
    ['0', '<1', '14', '>99', '100']
    """
    numerator, denominator = ratio
    if numerator in (0, denominator):
        return "100" if numerator else "0"
    percent = round(Fraction(100 * numerator, denominator))
    return ("<1", str(percent), ">99")[(percent > 0) + (percent > 99)]


def count_text(number: int) -> str:
    """Return a count for a person: all its digits, or the first ones and how many there are.

    >>> count_text(1234567), count_text(10**50)
    ('1,234,567', '1.000e+50 (51 digits)')
    """
    digits = str(number)
    if len(digits) <= 30:
        return f"{number:,}"
    return f"{digits[0]}.{digits[1:4]}e+{len(digits) - 1} ({len(digits)} digits)"
