"""The verbs that say why, as people and programs use them."""

import json
from pathlib import Path

import pytest

from tests.program import answer, complaint, interrupted, run, whole_lines
from tests.real import INSTANCES

README = INSTANCES / "minesweepr-readme.txt"
CONFLICT = INSTANCES / "zero-beside-one.txt"
RULES = INSTANCES / "rules-d-cascade.txt"
KEYS = ["cell", "verdict", "clues", "total", "minimal", "rule"]


def test_one_cell() -> None:
    said = answer("explain", README, "--cell", "5,2")
    assert said == {
        "cell": [5, 2],
        "verdict": "safe",
        "clues": [[4, 0], [4, 1]],
        "total": False,
        "minimal": True,
        "rule": "pairs",
    }
    assert list(said) == KEYS
    done = run("explain", README, "--cell", "5,2")
    assert done.returncode == 0
    assert "(1) (1)" in done.stdout
    assert done.stdout.splitlines()[-1] == (
        "Cell 5,2 is certainly safe: 4,0=1 4,1=1 together say so; the total is not needed "
        "(the rule pairs is enough)."
    )


def test_a_cell_that_needs_the_total() -> None:
    path = INSTANCES / "corner-last-mine.txt"
    found = answer("explain", path)["explanations"]
    needs = [why for why in found if why["total"]]
    assert needs
    cell = ",".join(map(str, needs[0]["cell"]))
    assert "the total together say so" in run("explain", path, "--cell", cell).stdout


def test_all_cells() -> None:
    said = answer("explain", README)
    assert list(said) == ["explanations"]
    assert [why["cell"] for why in said["explanations"]] == [
        [0, 3],
        [1, 3],
        [2, 3],
        [3, 3],
        [4, 3],
        [5, 2],
    ]
    assert "single-point" in run("explain", README).stdout
    assert run("explain", INSTANCES / "all-covered.txt").stdout.endswith("No cell is forced.\n")


def test_undetermined_cells() -> None:
    said = answer("explain", README, "--cell", "9,9")
    assert list(said) == [*KEYS, "witnesses"]
    assert (said["verdict"], said["clues"], said["rule"]) == ("undetermined", [], None)
    assert [9, 9] in said["witnesses"]["mine"]
    assert [9, 9] not in said["witnesses"]["safe"]
    assert {len(mines) for mines in said["witnesses"].values()} == {10}
    assert "undetermined" in run("explain", README, "--cell", "9,9").stdout


def test_contradictions() -> None:
    for options in ([], ["--cell", "0,1"], ["--smallest"]):
        said = answer("explain", CONFLICT, *options, code=1)
        assert said == {
            "cell": None,
            "verdict": "contradiction",
            "clues": [[0, 0], [1, 0]],
            "total": False,
            "minimal": True,
        }
        done = run("explain", CONFLICT, *options)
        assert done.returncode == 1
        assert "conflict with each other" in done.stdout


def test_constraints_without_a_board() -> None:
    assert answer("explain", RULES, "--cell", "d")["clues"] == [0, 1]
    assert "Cell d is certainly safe" in run("explain", RULES, "--cell", "d").stdout
    complaint(run("explain", RULES, "--cell", "z"))


@pytest.mark.parametrize("cell", ["0,0", "10,0", "-1,0", "5", "5,2,1", "", "a,b", "1e3,0"])
def test_cells_that_are_none(cell: str) -> None:
    complaint(run("explain", README, f"--cell={cell}"))
    complaint(run("certify", README, f"--cell={cell}", "--out", "nowhere"))
    assert not Path("nowhere").exists()


def test_batches() -> None:
    lines = '{"id": 1, "rows": ["1-"]}\n{"id": 2, "rows": ["0*"]}\n{"rows": ["9"]}\n'
    done = run("explain", "-", "--json", text=lines)
    one, two, three = whole_lines(done.stdout)
    assert done.returncode == 2
    assert one["explanations"][0]["verdict"] == "mine"
    assert two["verdict"] == "contradiction"
    assert "error" in three
    complaint(run("certify", "-", "--out", "nowhere", text=lines))


def test_certify_and_verify(tmp_path: Path) -> None:
    folder = tmp_path / "made" / "new"
    said = answer("certify", README, "--out", folder)
    files = ["claim.json", "formula.cnf", "proof.drup", "witness.json"]
    assert said == {"claim": "forced", "files": files}
    assert sorted(path.name for path in folder.iterdir()) == files
    assert answer("verify", README, folder)["verified"] is True
    assert run("verify", README, folder).stdout.startswith("verified: ")
    other = INSTANCES / "pattern-1-2-1.txt"
    said = answer("verify", other, folder, code=1)
    assert (said["verified"], said["file"]) == (False, "claim.json")
    assert run("verify", other, folder).stdout.startswith("rejected: claim.json: ")
    complaint(run("certify", README, "--out", folder))
    (folder / "proof.drup").unlink()
    assert answer("verify", README, folder, code=1)["file"] == "proof.drup"


def test_long_constraints_in_any_order(tmp_path: Path) -> None:
    """A counter takes the cells by their numbers, however a constraint lists them."""
    path = tmp_path / "rules.txt"
    path.write_text("1:b,a\n12:l,k,j,i,h,g,f,e,d,c,b,a,m\n", encoding="utf-8")
    assert answer("certify", path, "--out", tmp_path / "out")["claim"] == "forced"
    assert answer("verify", path, tmp_path / "out")["verified"] is True


def test_claims(tmp_path: Path) -> None:
    assert answer("certify", README, "--cell", "5,2", "--claim", "safe", "--out", tmp_path / "a")
    assert answer("verify", README, tmp_path / "a")["claim"] == "forced"
    said = answer("certify", README, "--cell", "9,9", "--out", tmp_path / "b")
    assert said == {
        "claim": "undetermined",
        "files": ["claim.json", "formula.cnf", "witness.json"],
    }
    assert answer("verify", README, tmp_path / "b")["verified"] is True
    assert answer("certify", CONFLICT, "--out", tmp_path / "c")["claim"] == "contradiction"
    assert answer("verify", CONFLICT, tmp_path / "c")["verified"] is True
    for cell, claim in (("5,2", "mine"), ("9,9", "safe")):
        done = run("certify", README, "--cell", cell, "--claim", claim, "--out", tmp_path / "d")
        assert (done.returncode, done.stdout) == (1, "")
        assert len(done.stderr.splitlines()) == 1
        assert not (tmp_path / "d").exists()
    complaint(run("certify", README, "--claim", "safe", "--out", tmp_path / "d"))
    complaint(run("certify", README, "--cell", "5,2", "--claim", "no", "--out", tmp_path / "d"))


def test_places_where_nothing_can_be_written(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    for out in (file, file / "below"):
        complaint(run("certify", README, "--out", out))
    assert answer("verify", README, file, code=1)["verified"] is False
    assert answer("verify", README, tmp_path / "nothing", code=1)["file"] == "claim.json"


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Forty copies of a position side by side: many cells to explain."""
    rows = (INSTANCES / "expert-scattered-numbers.txt").read_text(encoding="utf-8").splitlines()
    board = [row for row in rows if not row.startswith(("#", "mines"))]
    path = tmp_path_factory.mktemp("large") / "large.txt"
    path.write_text("\n".join([*(row * 10 for row in board * 10), ""]), encoding="utf-8")
    return path


def test_time_limits(large: Path, tmp_path: Path) -> None:
    done = run("explain", large, "--time-limit", "1", "--json")
    assert done.returncode == 3
    assert json.loads(done.stdout)["error"] == "budget"
    done = run("certify", large, "--time-limit", "1", "--out", tmp_path / "out")
    assert done.returncode == 3
    assert not (tmp_path / "out").exists()


def test_interrupts(large: Path, tmp_path: Path) -> None:
    content, out = large.read_text(encoding="utf-8"), tmp_path / "out"
    for verb, *options in (["explain"], ["certify", "--out", str(out)]):
        folder = tmp_path / verb
        folder.mkdir()
        done = interrupted(folder, content, 1.0, verb, *options)
        assert (done.returncode, done.stderr) == (130, "exactsweep: interrupted\n")
    assert not out.exists()
