"""Imports point downwards only: the order of the house, held by the code's own imports."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ORDER = [
    "errors",
    "files",
    "budget",
    "topology",
    "position",
    "layout",
    "system",
    "formats",
    "bitgrid",
    "order",
    "structure",
    "encode",
    "reason",
    "verify",
    "counting",
    "combine",
    "contents",
    "probability",
    "events",
    "engine",
    "circuit",
    "report",
    "cli",
    "__main__",
]
"""The modules and subpackages, lowest first."""

ROOT = "exactsweep"
PACKAGE = Path(__file__).parents[1] / ROOT
NO_GEOMETRY = ["system", "structure", "encode", "counting", "combine", "contents", "probability"]
"""These know no rows and columns."""


def modules() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


def part_of(path: Path) -> str:
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def parts_imported(path: Path) -> Iterator[str]:
    """Yield the parts of the project that the file at *path* imports, in any spelling."""
    package = ".".join((ROOT, *path.relative_to(PACKAGE).parent.parts))
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package.rsplit(".", node.level - 1)[0] if node.level else ""
            stem = ".".join(filter(None, (base, node.module)))
            names = [f"{stem}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            first, *rest = name.split(".")
            if first == ROOT:
                yield rest[0] if rest else ROOT


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_downwards(path: Path) -> None:
    part = part_of(path)
    assert part in ORDER, f"{path} has no place in the order"
    for used in parts_imported(path):
        assert used != ROOT, f"{path} imports the root package"
        if used in ORDER:
            assert used == part or ORDER.index(used) < ORDER.index(part), f"{path} imports {used}"


@pytest.mark.parametrize("part", NO_GEOMETRY)
def test_core_knows_no_rows_and_columns(part: str) -> None:
    for path in modules():
        if part_of(path) == part:
            names = {
                node.attr if isinstance(node, ast.Attribute) else node.id
                for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
                if isinstance(node, ast.Attribute | ast.Name)
            }
            assert not names & {"rows", "columns", "row", "column", "stride", "Board"}, path


def test_encodings_is_no_package() -> None:
    """A package of that name would hide the standard library's."""
    encodings = PACKAGE.parent / "encodings"
    assert not list(encodings.rglob("*.py"))


def test_no_module_has_a_public_name() -> None:
    """Importing it would put the module in the place of the function of that name."""
    import exactsweep

    assert not set(exactsweep.__all__) & set(map(part_of, modules()))
