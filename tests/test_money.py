"""Amounts both ways, and what each refusal says."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pontoon_ledger.currency import NO_CURRENCY, Currency, UnknownCurrency, currency
from pontoon_ledger.money import LARGEST, AmountError, format_amount, parse_amount, parse_signed

GBP, EUR, JPY, KWD, CLF, SEK = (currency(code) for code in ("GBP", "EUR", "JPY", "KWD", "CLF", "SEK"))
XTS = Currency("XTS", 3, None)


@settings(deadline=None)
@given(st.integers(0, LARGEST), st.integers(0, 9))
def test_parse_undoes_format(minor: int, decimals: int) -> None:
    money = Currency("XTS", decimals, None)
    assert parse_amount(format_amount(minor, decimals), money) == minor


@settings(deadline=None)
@given(st.integers(-LARGEST, LARGEST), st.integers(0, 9))
def test_parse_signed_undoes_format(minor: int, decimals: int) -> None:
    money = Currency("XTS", decimals, None)
    assert parse_signed(format_amount(minor, decimals), money) == minor


@settings(deadline=None)
@given(st.integers(0, LARGEST), st.sampled_from([GBP, EUR, JPY, KWD, CLF, SEK, XTS, NO_CURRENCY]), st.data())
def test_marks_and_decimal_commas_change_nothing(minor: int, money: Currency, data: st.DataObject) -> None:
    plain = format_amount(minor, money.decimals)
    marks = [mark for mark in (money.code, money.sign) if mark] or ["£"]
    mark = data.draw(st.sampled_from(marks))
    mark = data.draw(st.sampled_from([mark, mark.lower(), mark.upper()]))
    space = data.draw(st.sampled_from(["", " ", "\N{NO-BREAK SPACE}"]))
    number = plain.replace(".", data.draw(st.sampled_from(".,")))
    text = data.draw(st.sampled_from([mark + space + number, number + space + mark]))
    assert parse_amount(text, money) == minor


@settings(deadline=None)
@given(st.text(), st.sampled_from([GBP, JPY, KWD, NO_CURRENCY]))
def test_any_text_is_an_int_or_a_refusal(text: str, money: Currency) -> None:
    for parse in (parse_amount, parse_signed):
        try:
            assert type(parse(text, money)) is int
        except AmountError as error:
            assert error.found == text.strip()
            assert error.expected in str(error)


@pytest.mark.parametrize(
    ("text", "money", "minor"),
    [
        ("0.20", GBP, 20),
        (".2", GBP, 20),
        ("0,20", GBP, 20),
        ("0,2", EUR, 20),
        ("5", GBP, 500),
        ("20p", GBP, 20),
        ("20P", GBP, 20),
        ("120p", NO_CURRENCY, 120),
        ("20p", Currency("GBP", 3, "£"), 200),
        ("£0.20", GBP, 20),
        ("£ .2", GBP, 20),
        ("£0.20", NO_CURRENCY, 20),
        ("0.20GBP", GBP, 20),
        ("gbp 0.20", GBP, 20),
        ("0,20 €", EUR, 20),
        ("5 kr", SEK, 500),
        ("0.2 xts", XTS, 200),
        ("1,000", KWD, 1000),
        ("1.000", CLF, 10_000),
        ("1000", JPY, 1000),
        ("0", GBP, 0),
        ("0,00", GBP, 0),
        ("10000000000.00", GBP, LARGEST),
        (" 0.20 ", GBP, 20),
    ],
)
def test_amounts_as_people_write_them(text: str, money: Currency, minor: int) -> None:
    assert parse_amount(text, money) == minor
    assert parse_signed(text, money) == minor


@pytest.mark.parametrize(
    ("text", "minor"),
    [
        ("+0.40", 40),
        ("-0.20", -20),
        ("\N{MINUS SIGN}0,20", -20),
        ("(0.20)", -20),
        ("-£0.20", -20),
        ("£-0.20", -20),
        ("£ +0.40", 40),
        ("(£0.20)", -20),
        ("£(0.20)", -20),
        ("-0.20 GBP", -20),
        ("- 0.20", -20),
        ("-20p", -20),
        ("(20p)", -20),
        ("-0.00", 0),
    ],
)
def test_signed_amounts(text: str, minor: int) -> None:
    assert parse_signed(text, GBP) == minor


REFUSALS = [
    ("1,000", GBP, "1000 or 1.00"),
    ("1.000", EUR, "1000 or 1.00"),
    ("£1,000", GBP, "1000 or 1.00"),
    ("12.345", GBP, "12345 or an amount with at most 2 decimals"),
    ("1.234", JPY, "1234 or a whole number"),
    ("1,234.567", GBP, "1234.567"),
    ("1,000", JPY, "1000 or 1"),
    ("1.000", NO_CURRENCY, "1000 or 1.00"),
    ("0.200", GBP, "0.20"),
    ("0.205", GBP, "at most 2 decimals"),
    ("5.0", JPY, "5"),
    ("5.5", JPY, "a whole number"),
    ("0.2000", KWD, "0.200"),
    ("1,234.50", GBP, "1234.50"),
    ("1.234,50", EUR, "1234.50"),
    ("1 480", GBP, "1480"),
    ("1,234,567", GBP, "1234567"),
    ("1'000", GBP, "1000"),
    ("10000000000.01", GBP, "an amount up to 10000000000.00"),
    ("9" * 5000, GBP, "an amount up to 10000000000.00"),
    ("20 p", GBP, "20p"),
    ("20p", EUR, "an amount such as 0.20"),
    ("20p", XTS, "an amount such as 0.200"),
    ("$0.20", GBP, "0.20 in GBP"),
    ("0.20 EUR", GBP, "0.20 in GBP"),
    ("€5", NO_CURRENCY, "`currency: EUR`"),
    ("\N{ARABIC-INDIC DIGIT FIVE}", GBP, "5"),
    ("0.\N{FULLWIDTH DIGIT TWO}0", GBP, "0.20"),
    ("", GBP, "an amount such as 0.20"),
    ("£", GBP, "an amount such as 0.20"),
    ("twenty", GBP, "such as 0.20"),
    ("1e3", GBP, "such as 0.20"),
    ("5.", GBP, "such as 0.20"),
    ("\N{SUPERSCRIPT TWO}", GBP, "such as 0.20"),
    ("£20p", GBP, "20p"),
    ("--0.20", GBP, "0.20"),
    ("0.20-", GBP, "0.20"),
    ("(0.20", GBP, "0.20"),
    ("+(0.20)", GBP, "0.20"),
]


@pytest.mark.parametrize(("text", "money", "instead"), REFUSALS)
def test_a_refusal_names_what_was_found_and_what_to_write(text: str, money: Currency, instead: str) -> None:
    for parse in (parse_amount, parse_signed):
        with pytest.raises(AmountError) as caught:
            parse(text, money)
        error = caught.value
        assert error.found == text
        assert error.message == str(error)
        assert error.message.startswith(repr(text[:37])[:-1])
        assert instead in error.expected
        assert error.expected in error.message


@pytest.mark.parametrize("text", ["+0.20", "-0.20", "\N{MINUS SIGN}0.20", "(0.20)", "-£0.20", "£-0.20"])
def test_a_sign_is_refused_where_an_amount_has_none(text: str) -> None:
    with pytest.raises(AmountError, match=r"write 0\.20$") as caught:
        parse_amount(text, GBP)
    assert caught.value.found == text


def test_both_readings_of_an_ambiguous_amount_are_shown_with_its_sign() -> None:
    with pytest.raises(AmountError, match=r"-1000 or as -1\.000: write -1000 or -1\.00$"):
        parse_signed("-1,000", GBP)


def test_the_message_of_a_long_amount_is_short() -> None:
    with pytest.raises(AmountError) as caught:
        parse_amount("7" * 100_000, GBP)
    assert len(caught.value.message) < 150
    assert len(caught.value.found) == 100_000


@pytest.mark.parametrize(
    ("code", "decimals", "sign"),
    [("GBP", 2, "£"), ("jpy", 0, "¥"), (" Kwd ", 3, None), ("CLF", 4, None), ("xcg", 2, None)],
)
def test_currencies(code: str, decimals: int, sign: str | None) -> None:
    assert currency(code) == Currency(code.strip().upper(), decimals, sign)


def test_records_of_older_evenings_keep_their_currency() -> None:
    assert [currency(code).decimals for code in ("BGN", "HRK")] == [2, 2]


@pytest.mark.parametrize(
    ("code", "near"), [("XTS", None), ("XXX", None), ("XAU", None), ("GPB", "GBP"), ("€", "EUR"), ("", None)]
)
def test_unknown_currencies_name_the_nearest(code: str, near: str | None) -> None:
    with pytest.raises(UnknownCurrency) as caught:
        currency(code)
    assert caught.value.found == code
    if near:
        assert caught.value.near == near


def test_no_currency_is_two_decimals_without_a_sign() -> None:
    assert (NO_CURRENCY.code, NO_CURRENCY.decimals, NO_CURRENCY.sign) == (None, 2, None)
