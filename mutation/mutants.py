"""The mutants: every place of a module where one small thing can be made wrong, and a sample of them.

In: the source of a module, a seed. Out: `Mutant`s; `mutated` makes the source of one. The operators are
cosmic-ray's, those of them that a person could have written, and two of our own for polars.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import get_operator

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import parso

CHOSEN = {
    "ReplaceBinaryOperator": "BitAnd_BitOr BitOr_BitAnd BitXor_BitOr Add_Sub Sub_Add Mul_Add FloorDiv_Mul "
    "Mod_FloorDiv RShift_LShift LShift_RShift",
    "ReplaceComparisonOperator": "Eq_NotEq NotEq_Eq Lt_LtE LtE_Lt Gt_GtE GtE_Gt Is_IsNot IsNot_Is",
    "ReplaceUnaryOperator": "Delete_Invert Delete_Not Delete_USub",
}
PLAIN = (
    "NumberReplacer",
    "ReplaceTrueWithFalse",
    "ReplaceFalseWithTrue",
    "ReplaceAndWithOr",
    "ReplaceOrWithAnd",
    "AddNot",
    "ReplaceBreakWithContinue",
    "ReplaceContinueWithBreak",
    "ZeroIterationForLoop",
)
_METHODS = {
    "any": "all",
    "is_null": "is_not_null",
    "min_horizontal": "max_horizontal",
    "any_horizontal": "all_horizontal",
    "first": "last",
    "min": "max",
}
_METHODS |= {there: here for here, there in _METHODS.items()}
_ENDS = (("low", "high"), ("least", "most"), ("payer", "payee"), ("_min", "_max"), ("first_", ""))


class SwapMethod(Operator):
    """`.any()` for `.all()` and the like."""

    def mutation_positions(self, node):
        """The names of methods that have an opposite."""
        if node.type == "name" and node.value in _METHODS and node.parent.type == "trailer":
            yield node.start_pos, node.end_pos

    def mutate(self, node, index):
        """The opposite."""
        node.value = _METHODS[node.value]
        return node

    @classmethod
    def examples(cls):
        """None; the base class asks for them."""
        return ()


class SwapColumn(Operator):
    """`"due_low"` for `"due_high"` and the like."""

    def mutation_positions(self, node):
        """The names of columns that have a twin."""
        if _is_name_of_a_column(node) and _twin(node.value) != node.value:
            yield node.start_pos, node.end_pos

    def mutate(self, node, index):
        """The twin."""
        node.value = _twin(node.value)
        return node

    @classmethod
    def examples(cls):
        """None; the base class asks for them."""
        return ()


def _is_name_of_a_column(node: parso.tree.NodeOrLeaf) -> bool:
    return node.type == "string" and node.value[:1] == '"' and node.value.strip('"').isidentifier()


def _twin(word: str) -> str:
    for one, other in _ENDS:
        if one in word:
            return word.replace(one, other)
        if other and other in word:
            return word.replace(other, one)
    return word


@dataclass(frozen=True)
class Mutant:
    """One change at one place of one module."""

    module: str
    operator: str
    occurrence: int
    line: int
    column: int


def operators() -> dict[str, Operator]:
    """The operators by their names."""
    names = [*PLAIN, *(f"{family}_{pair}" for family, pairs in CHOSEN.items() for pair in pairs.split())]
    found: dict[str, Operator] = {name: get_operator(f"core/{name}")() for name in names}
    return found | {"SwapMethod": SwapMethod(), "SwapColumn": SwapColumn()}


def mutants_of(module: str, source: str) -> list[Mutant]:
    """Every mutant of a module, those left out that change no value: types, schemas, docstrings."""
    tree = get_ast(source)
    silent = {id(node) for part in _silent(tree) for node in ast_nodes(part)}
    found = []
    for name, operator in operators().items():
        occurrence = 0
        for node in ast_nodes(tree):
            for (line, column), _ in operator.mutation_positions(node):
                if id(node) not in silent:
                    found.append(Mutant(module, name, occurrence, line, column))
                occurrence += 1
    return sorted(found, key=lambda m: (m.line, m.column, m.operator, m.occurrence))


def _silent(tree: parso.tree.BaseNode) -> Iterator[parso.tree.NodeOrLeaf]:
    """Annotations, and what only a type checker reads."""
    for node in ast_nodes(tree):
        if node.type == "annassign":
            yield node.children[1]
        elif node.type == "tfpdef":
            yield node.children[2]
        elif node.type == "funcdef" and node.annotation is not None:
            yield node.annotation
        elif node.type in ("import_from", "import_name", "decorator") or _is_for_a_checker(node):
            yield node


def _is_for_a_checker(node: parso.tree.NodeOrLeaf) -> bool:
    return node.type == "if_stmt" and node.children[1].get_code().strip() == "TYPE_CHECKING"


def sample(root: Path, modules: dict[str, int], seed: str) -> list[Mutant]:
    """So many mutants of each module: places are drawn, and then one of the mutants at each place."""
    drawn = []
    for module, count in modules.items():
        rng = random.Random(f"{seed} {module}")
        places: dict[tuple[int, int], list[Mutant]] = {}
        for mutant in mutants_of(module, (root / module).read_text(encoding="utf-8")):
            places.setdefault((mutant.line, mutant.column), []).append(mutant)
        chosen = rng.sample(sorted(places), min(count, len(places)))
        drawn += [rng.choice(places[place]) for place in sorted(chosen)]
    return drawn


def mutated(source: str, mutant: Mutant) -> str:
    """The source with that one change."""
    text = mutate_code(source, operators()[mutant.operator], mutant.occurrence)
    assert text is not None, mutant
    return str(text)
