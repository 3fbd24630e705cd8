"""Currencies: how many decimals each has and the sign people write for it.

In: an ISO 4217 code as a record or the command line gives it. Out: a frozen `Currency`.
Codes without decimals of their own (gold, testing, none) are not known here.
"""

from __future__ import annotations

from msgspec import Struct

from pontoon_ledger.words import nearest


class Currency(Struct, frozen=True):
    """What the money of a session is: its code, its decimals, its sign."""

    code: str | None
    decimals: int
    sign: str | None


NO_CURRENCY = Currency(None, 2, None)
"""What a record plays for that names no currency."""

_CODES = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    2: """
        AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD
        CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP
        GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK
        LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO
        NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS
        SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST
        XAD XCD XCG YER ZAR ZMW ZWG
        """,
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
}
_WITHDRAWN = "ANG BGN CUC HRK SLL ZWL"
"""Codes given up of late, which the records of older evenings still name; two decimals each."""

_SIGNS = {
    "$": "ARS AUD BBD BMD BND BSD BZD CAD CLP COP CUP DOP FJD GYD HKD JMD KYD LRD MXN NAD NZD SBD SGD "
    "SRD TTD TWD USD UYU XCD",
    "£": "EGP FKP GBP GIP LBP SDG SHP SSP SYP",
    "€": "EUR",
    "¥": "CNY JPY",
    "kr": "DKK ISK NOK SEK",
    "Fr": "CHF",
    "zł": "PLN",
    "Kč": "CZK",
    "Ft": "HUF",
    "lei": "RON",
    "R": "ZAR",
    "R$": "BRL",
    "RM": "MYR",
    "Rp": "IDR",
    "S/": "PEN",
    "₹": "INR",
    "₽": "RUB",
    "₺": "TRY",
    "₩": "KPW KRW",
    "₪": "ILS",
    "₫": "VND",
    "₱": "PHP",
    "฿": "THB",
    "₴": "UAH",
    "₦": "NGN",
    "₵": "GHS",
    "₡": "CRC",
    "₲": "PYG",
    "₸": "KZT",
    "₮": "MNT",
    "₭": "LAK",
    "₼": "AZN",
    "₾": "GEL",
    "֏": "AMD",
    "৳": "BDT",
    "៛": "KHR",
    "؋": "AFN",
}
_LEADING = {"$": "USD", "£": "GBP", "¥": "JPY", "kr": "SEK", "₩": "KRW"}
"""Which currency a sign that several share most often means; only ever used to suggest one."""

_SIGN_OF = {code: sign for sign, codes in _SIGNS.items() for code in codes.split()}
_DECIMALS_OF = {code: decimals for decimals, codes in _CODES.items() for code in codes.split()}
_DECIMALS_OF |= dict.fromkeys(_WITHDRAWN.split(), 2)


class UnknownCurrency(ValueError):  # noqa: N818
    """A currency code that is not in the table; `near` is the code it may have meant."""

    def __init__(self, found: str, near: str | None) -> None:
        self.found = found
        self.near = near
        self.expected = "an ISO 4217 code such as GBP, or {code: XTS, decimals: 3}"
        self.message = f"there is no currency {found!r} in the table"
        super().__init__(self.message)


def currency(code: str) -> Currency:
    """Look up an ISO 4217 code, in any case; raises UnknownCurrency.

    >>> currency("gbp")
    Currency(code='GBP', decimals=2, sign='£')
    >>> currency("JPY").decimals, currency("KWD").decimals
    (0, 3)
    >>> currency("XTS")
    Traceback (most recent call last):
    pontoon_ledger.currency.UnknownCurrency: there is no currency 'XTS' in the table
    """
    found = code.strip()
    known = found.upper()
    if known not in _DECIMALS_OF:
        raise UnknownCurrency(found, code_of_sign(found) or _near(known))
    return Currency(known, _DECIMALS_OF[known], _SIGN_OF.get(known))


def known_codes() -> list[str]:
    """The codes of the table, in the order of the alphabet.

    >>> known_codes()[:2]
    ['AED', 'AFN']
    """
    return sorted(_DECIMALS_OF)


def code_of_sign(mark: str) -> str | None:
    """Guess the code that a sign (or a code itself) stands for, None if it is neither.

    >>> code_of_sign("$"), code_of_sign("eur"), code_of_sign("#")
    ('USD', 'EUR', None)
    """
    if mark.upper() in _DECIMALS_OF:
        return mark.upper()
    for sign, codes in _SIGNS.items():
        if sign.casefold() == mark.casefold():
            return _LEADING.get(sign, codes.split(maxsplit=1)[0])
    return None


def _near(code: str) -> str | None:
    """Find the code of the same letters in another order, else one that differs in a letter, or looks alike.

    >>> _near("GPB"), _near("GBX")
    ('GBP', 'GBP')
    """
    same = [known for known in _DECIMALS_OF if sorted(known) == sorted(code)]
    alike = [known for known in (*_LEADING.values(), *_DECIMALS_OF) if _one_letter_apart(known, code)]
    return next(iter([*same, *alike]), nearest(code, _DECIMALS_OF))


def _one_letter_apart(known: str, code: str) -> bool:
    return len(known) == len(code) and sum(a != b for a, b in zip(known, code, strict=True)) == 1
