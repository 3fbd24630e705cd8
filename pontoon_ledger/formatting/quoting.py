"""Texts as YAML scalars: bare where YAML reads the same text back, in quotes where it must be.

In: a text, and whether it stands in brackets. Out: the scalar. The parser itself is asked wherever
a text is not plainly harmless.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any

import yaml

_HARMLESS = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.',+]| (?! )(?=\S))*")
_HARMLESS_IN_FLOW = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.'+]| (?! )(?=\S))*")
_LOADER: Any = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
_RESOLVER: Any = yaml.resolver.Resolver()


def scalar(text: str, *, flow: bool = False) -> str:
    r"""The shortest way to write a text as a scalar.

    >>> scalar("bet 0.20, 5c 9d"), scalar("bet 0.20, 5c 9d", flow=True)
    ('bet 0.20, 5c 9d', "'bet 0.20, 5c 9d'")
    >>> scalar("he said: no"), scalar("two\nlines"), scalar("")
    ("'he said: no'", '"two\\nlines"', "''")
    """
    if can_be_bare(text, flow=flow):
        return text
    if "'" in text or not text.isprintable():
        return json.dumps(text, ensure_ascii=False)
    return f"'{text}'"


@lru_cache(maxsize=4096)
def can_be_bare(text: str, *, flow: bool = False) -> bool:
    """Whether a text needs no quotes.

    >>> can_be_bare("Ann, #2"), can_be_bare("Ann,2"), can_be_bare("Ann,2", flow=True)
    (False, True, False)
    """
    if (_HARMLESS_IN_FLOW if flow else _HARMLESS).fullmatch(text):
        return True
    if not text or "\n" in text or text != text.strip() or not text.isprintable():
        return False
    shown = f"[{{k: {text}}}, {{{text}: v}}]" if flow else f"- {text}\n- k: {text}\n- {text}: v\n"
    try:
        events = [event for event in yaml.parse(shown, Loader=_LOADER) if isinstance(event, yaml.ScalarEvent)]
    except yaml.YAMLError:
        return False
    said = [event.value for event in events]
    return said == (["k", text, text, "v"] if flow else [text, "k", text, text, "v"])


def is_taken_for_another_kind(text: str) -> bool:
    """Whether other programs would read a bare text as a number, a date or a truth value.

    >>> [is_taken_for_another_kind(text) for text in ("2026-11-27", "No", "Ann")]
    [True, True, False]
    """
    tag = _RESOLVER.resolve(yaml.ScalarNode, text, (True, False))
    return bool(tag != "tag:yaml.org,2002:str")
