"""Conformance cases and their runner."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from games.rules.conformance import BadCase, main, run_case, run_file

HERE = Path(__file__).parent
FOLDERS = ("cases", "cases2", "cases3")
CASES = [path for folder in FOLDERS for path in sorted((HERE / folder).glob("*.jsonl"))]


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_case_file_passes(path):
    passed, failures = run_file(str(path))
    assert failures == []
    assert passed > 0


def test_every_folder_has_all_case_files():
    names = ["beats", "classify", "deal", "leader", "legal", "refuse", "score"]
    assert [path.stem for path in CASES] == names * len(FOLDERS)


def case(**more):
    return {"id": "x", "op": "classify", "rules": {}, "cards": ["3D"], "expect": "single"} | more


def test_run_case_returns_what_the_rules_say():
    assert run_case(case()) == "single"


SCORE = {
    "op": "score",
    "left": [[], ["3D"], ["4D"], ["5D"]],
    "winner": 0,
    "starter": 0,
    "played_none": [False] * 4,
    "last_play": ["KS"],
}
DEAL = {"op": "deal", "hands": [["3D"], ["4D"], ["5D"], ["6D"]], "actions": []}
LEGAL = {"op": "legal", "hand": ["3D"], "over": None, "must_include": None, "next_has_one": False}


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ({"op": "sing"}, "unknown op"),
        ({"cards": ["3D", "3D"]}, "too often"),
        ({"cards": ["3X"]}, "no such card"),
        ({"cards": "3D"}, "must be a list"),
        ({"cards": [3]}, "no such card"),
        ({"rules": 3}, "rules"),
        ({"rules": {"prest": "pagat"}}, "rules"),
        ({"rules": {"options": {"players": 9}}}, "players"),
        ({**LEGAL, "hand": ["3D"], "over": ["3D"]}, "too often"),
        ({**LEGAL, "over": ["4D", "5D"]}, "not a combination"),
        ({**LEGAL, "next_has_one": 1}, "true or false"),
        ({**DEAL, "hands": [["3D"], ["3D"], ["5D"], ["6D"]]}, "too often"),
        ({**DEAL, "hands": [["3D"], ["4D"], ["5D"]]}, "4 lists"),
        ({**DEAL, "leftover": ["3D"]}, "too often"),
        ({**DEAL, "leader": 4}, "not a seat"),
        ({**DEAL, "deal_number": 0}, "number"),
        ({**SCORE, "last_play": ["3D"]}, "too often"),
        ({**SCORE, "played_none": [False]}, "4 flags"),
        ({**SCORE, "specials": [[0, "house", False, False]]}, "house"),
    ],
)
def test_a_malformed_case_is_an_error_with_a_reason(bad, reason):
    with pytest.raises(BadCase, match=reason):
        run_case(case(**bad))


@pytest.mark.parametrize("field", ["id", "op", "rules", "expect", "cards"])
def test_a_case_with_a_missing_field_is_an_error(field):
    given = case()
    del given[field]
    with pytest.raises(BadCase, match=f"missing '{field}'"):
        run_case(given)


@pytest.mark.parametrize(
    "action",
    [
        [0, ["3D", "3D"]],
        [0, []],
        [0, ["XX"]],
        [0, ["4D"]],
        [0, "sing"],
        [9, "pass"],
        [-4, ["3D"]],
        [0],
        "pass",
        None,
        [None, "pass"],
    ],
)
def test_a_malformed_action_is_illegal_and_not_an_error(action):
    given = case(**DEAL)
    given["actions"] = [action]
    assert run_case(given) == {"illegal_at": 0, "seat_to_act": 0}


def test_the_report_names_file_line_and_reason_of_each_failure(tmp_path, capsys):
    path = tmp_path / "some.jsonl"
    lines = [case(), case(id="other", expect="pair"), case(id="bad", op="sing")]
    path.write_text("\n".join(map(json.dumps, lines)) + "\n{\n", encoding="utf-8")
    assert main([str(path)]) == 1
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == f'{path}:2: other: expected "pair", got "single"'
    assert printed[1].startswith(f"{path}:3: bad: ")
    assert "unknown op" in printed[1]
    assert printed[2].startswith(f"{path}:4: ")
    assert printed[-1] == "1 passed, 3 failed"


def test_an_expected_1_does_not_match_true(tmp_path):
    path = tmp_path / "some.jsonl"
    given = {"id": "x", "op": "beats", "rules": {}, "play": ["4D"], "over": ["3D"], "expect": 1}
    path.write_text(json.dumps(given), encoding="utf-8")
    assert run_file(str(path))[0] == 0


def test_an_unreadable_file_ends_the_program_with_exit_code_2(tmp_path):
    assert main([str(tmp_path / "none.jsonl")]) == 2
    binary = tmp_path / "binary.jsonl"
    binary.write_bytes(b"\xff\xfe\x00")
    assert main([str(binary)]) == 2
    assert main([]) == 2


@pytest.mark.program
def test_the_program_runs_all_case_files():
    done = subprocess.run(
        [sys.executable, "-m", "games.rules.conformance", *map(str, CASES)],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[3],
    )
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].endswith(" passed, 0 failed")
    assert done.stderr == ""
