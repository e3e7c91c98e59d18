"""Every mistake in a study file ends in a line that names file, line, what was given and what is allowed."""

from __future__ import annotations

from pathlib import Path

import pytest

from paskasim.analysis.questions import names
from paskasim.errors import PaskasimError
from paskasim.strategies.door import built_in
from paskasim.studies import probes
from paskasim.studies.plan import plan
from paskasim.studies.reading import load_study

GOOD = 'rules = "paskahousu"\n'


def mistakes(folder: Path, content: str | bytes) -> list[str]:
    """Return what is said about a study file that is not good, without the folder's name."""
    path = folder / "s.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogateescape"))
    with pytest.raises(PaskasimError) as caught:
        plan(load_study(path, names()))
    assert caught.value.exit_code == 2
    assert caught.value.do.endswith(".")
    lines = caught.value.what.split("\n")
    assert all(line.isprintable() and line.startswith(f"{path}:") for line in lines)
    return [line.removeprefix(f"{folder}/") for line in lines]


NO_NUMBER_OF_GAMES = "a whole number from 1 to 1,000,000,000 is."
NO_SEED = "a whole number from 0 to 18,446,744,073,709,551,615 is."
QUESTIONS = ", ".join(names())
NO_PLAYERS = 'numbers from 2 to 10 are, such as [3, 4] or "3-5".'
NO_LINEUP = 'strategy names are, such as "lowest" or ["any", "lowest"].'
NO_RULES = 'the name of a preset or a path, such as "paskahousu", is.'

# What stands in line 2, and what is said of it: the value as it is shown, and what is allowed.
VALUES = {
    "title = 5": ("5", "a text that is not empty is."),
    'title = " "': ('" "', "a text that is not empty is."),
    "question = []": ("[]", "a text that is not empty is."),
    "games = 0": ("0", NO_NUMBER_OF_GAMES),
    "games = -1": ("-1", NO_NUMBER_OF_GAMES),
    "games = 1e99": ("1e+99", NO_NUMBER_OF_GAMES),
    "games = 1_000_000_001": ("1000000001", NO_NUMBER_OF_GAMES),
    "games = 1.5": ("1.5", NO_NUMBER_OF_GAMES),
    "games = inf": ("inf", NO_NUMBER_OF_GAMES),
    "games = nan": ("nan", NO_NUMBER_OF_GAMES),
    'games = "many"': ('"many"', NO_NUMBER_OF_GAMES),
    "games = true": ("true", NO_NUMBER_OF_GAMES),
    "games = [1, 2]": ("[1, 2]", NO_NUMBER_OF_GAMES),
    "games = 2026-01-01": ("2026-01-01", NO_NUMBER_OF_GAMES),
    "seed = -1": ("-1", NO_SEED),
    "seed = 18446744073709551616": ("18446744073709551616", NO_SEED),
    "seed = 1.5": ("1.5", NO_SEED),
    "seed = 1e20": ("1e+20", NO_SEED),
    "seed = {}": ("{}", NO_SEED),
    "players = 1": ("1", NO_PLAYERS),
    "players = 11": ("11", NO_PLAYERS),
    "players = 40": ("40", NO_PLAYERS),
    "players = 4.0": ("4.0", NO_PLAYERS),
    "players = true": ("true", NO_PLAYERS),
    'players = "x"': ('"x"', NO_PLAYERS),
    'players = "5-3"': ('"5-3"', NO_PLAYERS),
    'players = "1-4"': ('"1-4"', NO_PLAYERS),
    'players = "2-99"': ('"2-99"', NO_PLAYERS),
    f'players = "2-{"9" * 5000}"': (f'"2-{"9" * 54}...', NO_PLAYERS),
    'players = ""': ('""', NO_PLAYERS),
    "players = []": ("[]", "one entry or more is."),
    "players = [[3]]": ("[3]", NO_PLAYERS),
    "players = { a = 3 }": ("{ a = 3 }", NO_PLAYERS),
    "lineups = []": ("[]", "one entry or more is."),
    "lineups = [[]]": ("[]", NO_LINEUP),
    "lineups = 5": ("5", NO_LINEUP),
    "lineups = [5]": ("5", NO_LINEUP),
    'lineups = [["lowest", 5]]': ('["lowest", 5]', NO_LINEUP),
    "questions = []": ("[]", "one entry or more is."),
    "questions = 5": ("5", f"{QUESTIONS} are."),
    'questions = ["lenght"]': ('"lenght"', f'{QUESTIONS} are (did you mean "length"?).'),
    'keep = "all"': ('"all"', '"games" or "summary" is.'),
    "keep = []": ("[]", '"games" or "summary" is.'),
    "detail = 1": ("1", "true or false is."),
    'detail = "yes"': ('"yes"', "true or false is."),
    "forks = 5": ("5", "a table such as [forks] is."),
    "games_with = 5": ("5", "a table such as [games_with] is."),
    "vary = 5": ("5", "a table such as [vary] is."),
    "vary = []": ("[]", "a table such as [vary] is."),
    "design = 5": ("5", '"full" or "fraction" is.'),
    'design = "half"': ('"half"', '"full" or "fraction" is.'),
    "case = 5": ("5", "tables [[case]] are."),
    "case = []": ("[]", "one entry or more is."),
}


@pytest.mark.parametrize("line", VALUES, ids=lambda line: line[:30])
def test_values(tmp_path: Path, line: str) -> None:
    shown, allowed = VALUES[line]
    key = line.partition(" ")[0]
    assert mistakes(tmp_path, GOOD + line + "\n") == [f"s.toml:2: {key} = {shown} is not allowed; {allowed}"]


LINES = {
    'rules = ["paskahousu", 5]': f"1: rules = 5 is not allowed; {NO_RULES}",
    "rules = []": "1: rules = [] is not allowed; one entry or more is.",
    "rules = true": f"1: rules = true is not allowed; {NO_RULES}",
    'rules = ""': '1: rules: there is no preset and no file ""',
    'rules = "paskahouse"': '1: rules: there is no preset and no file "paskahouse" (did you mean "paskahousu"',
    'rules = ["paskahousu",\n"gone.toml"]': '2: rules: there is no preset and no file "gone.toml"',
    GOOD + "lineup = 5": '2: lineup is no key of a study; there are title, question, rules, players, lineups, games, '
    f'games_with, precision, seed, questions, keep, detail, {", ".join(probes.names())}, pace, vary, design, case '
    '(did you mean "lineups"?).',
    GOOD + '"\\u001b[2J" = 5': "2: \\u001b[2J is no key of a study",
    GOOD + 'lineups = "lowst"': f'2: line-up: there is no strategy "lowst"; there are {", ".join(built_in())} '
    '(did you mean "lowest"?).',
    GOOD + 'lineups = ["any", "lowest[keep=2]"]': '2: line-up: lowest[keep=2]: there is no parameter "keep"; '
    "there are: none.",
    GOOD + 'lineups = ["any", ["any", "lowest[" ]]': '2: line-up: "lowest[" is no strategy: its brackets do not match.',
    GOOD + 'lineups = "any,"': '2: line-up: "" is no strategy: nothing stands beside a comma.',
    GOOD + 'players = [2, 3]\nlineups = [\n"any",\n"any,lowest,any" ]': "5: line-up: 3 strategies are named "
    "(any, lowest, any) for 2 players.",
    GOOD + 'lineups = ["any,lowest",\n["any", "lowest", "lowest"]]': '3: lineups: "any,lowest" and '
    '"any,lowest,lowest" are the same for 4 players; leave one of them out.',
    GOOD + "[forks]\nplays = 5": '3: forks.plays is no key of a study; there are forks.games, forks.continuations '
    '(did you mean "forks.games"?).',
    GOOD + "[forks]\ngames = 0": f"3: forks.games = 0 is not allowed; {NO_NUMBER_OF_GAMES}",
    GOOD + "[forks]\ncontinuations = 1001": "3: forks.continuations = 1001 is not allowed; a whole number from 1 to "
    "1,000 is.",
    GOOD + "[games_with]\nlowest = 0": f"3: games_with.lowest = 0 is not allowed; {NO_NUMBER_OF_GAMES}",
    GOOD + "games_with = { any = 10 }": '2: games_with: "any" plays in no line-up; lowest does.',
    GOOD + 'lineups = ["careful[keep=0]", "random"]\n\ngames_with = { carefull = 10 }': '4: games_with: "carefull" '
    'plays in no line-up; careful[keep=0], careful, random do (did you mean "careful"?).',
    GOOD + '[vary]\n"faces.min_tp" = ["6"]': "3: faces.min_tp: there is no such key; allowed in faces: min_top, "
    'on_empty, relaxed_at_rest (did you mean "faces.min_top"?)',
    GOOD + '[vary]\n"faces.min_top" = ["6", "11"]': '3: faces.min_top: "11" is not allowed; allowed: "7",',
    GOOD + "[vary.faces]\nmin_top = []": "3: vary: faces.min_top = [] is not allowed; a list of values is.",
    GOOD + '[vary]\nfaces.min_top = "6"': '3: vary: faces.min_top = "6" is not allowed; a list of values is.',
    GOOD + "[vary]\n\n'faces.on_empty' = [true, false, true]": "4: vary: faces.on_empty: true stands there twice.",
    GOOD + '[vary]\n"start.opening" = ["free", "lowest_all"]': '3: start.opening: start.opening = "lowest_all" needs '
    'start.player = "lowest" or "lowest_first", not "left_of_dealer"',
    GOOD + "[vary]\nname = ['x']": "3: name: is no switch; only switches can be set here",
    GOOD + "[vary]\na.b.c.d = [1]": "3: vary: a.b = { c = { d = [1] } } is not allowed; a list of values is.",
    GOOD + '[[case]]\n"faces.min_top" = "8"': "2: case: a name is missing.",
    GOOD + "[[case]]\nname = 5": "2: case: a name is missing.",
    GOOD + '[[case]]\nname = "a"\n[[case]]\nname = "a"\nbeat = "higher"': '4: case: the name "a" stands twice.',
    GOOD + '[[case]]\nname = "a"\n"faces.min_top" = 8': '4: faces.min_top: 8 is a number; ranks are text, write "8"',
    GOOD + '[[case]]\nname = "a"\n[case.faces]\nmin_tops = "8"': "5: faces.min_tops: there is no such key",
    GOOD + 'case = [1, { name = "a" }]': "2: case = [1, { name = ",
    GOOD + 'rules = "paskahousu"': "2: column 21: not valid TOML: this key is set a second time.",
    GOOD + "games = ": "2: column 9: not valid TOML",
    GOOD + "games = 9" + "9" * 5000: " a number is too long.",
    "x = " + "[" * 5000: " lists or tables are nested too deeply.",
    "": " the file is empty.",
    "# nothing\n": " the file is empty.",
    "\udcff\udcfe": " the file is stored as UTF-16.",
    GOOD + "title = '\udc80'": "2: byte 0x80 is no UTF-8 text; is this a binary file?",
    'rules = "poytapaska"\nplayers = [4, 5]': "2: poytapaska: the deal for 5 players needs 65 cards, 1 deck has 52.",
    'rules = ["paskahousu",\n"paskahousu"]': '2: rules: another rule set is called "paskahousu", too.',
    'rules = ["paskahousu", "shithead"]\n[vary]\n"deal.up" = [0]\n[[case]]\nname = "a"\ndeal.up = 0': ' "paskahousu: '
    'a" and "paskahousu: deal.up = 0" (4 players, lowest) are the same games.',
    GOOD + 'players = 2\nlineups = ["any,lowest", "lowest,any"]': ' "paskahousu" and "paskahousu" (2 players, '
    "lowest,any) are the same games.",
    GOOD + '[[case]]\nname = "a"\n[[case]]\nname = "b"\nbeat = "same_or_higher"': ' "b" and "a" (4 players, lowest) '
    "are the same games.",
    "games = 5": " rules is missing: a preset or a path",
}  # fmt: skip


@pytest.mark.parametrize("text", LINES, ids=lambda text: text.removeprefix(GOOD)[:40])
def test_places(tmp_path: Path, text: str) -> None:
    told = mistakes(tmp_path, text + "\n" if text else "")
    assert len(told) == 1, told
    assert told[0].startswith(f"s.toml:{LINES[text]}")


def test_all_at_once_in_the_order_of_the_file(tmp_path: Path) -> None:
    text = """\
rules = ["paskahouse", "bad.toml"]
players = [1, 3, "x"]
lineups = ["lowst", "any,any,any,any"]
games = 0
sed = 5
[vary]
"faces.min_top" = ["6", 6]
"fives.burn" = [true]
[[case]]
"tens.burn" = "sometimes"
"""
    (tmp_path / "bad.toml").write_text('fours.size = 9\n"x" = 1\n')
    told = mistakes(tmp_path, text)
    places = [line.split(":")[1] for line in told]
    assert places == ["1", "1", "1", "2", "2", "3", "3", "4", "5", "7", "8", "9", "10"]
    assert f"rules: {tmp_path}/bad.toml:1: fours.size: 9" in told[1]
    assert f"rules: {tmp_path}/bad.toml:2: x: there is no such key" in told[2]


def test_many_mistakes__the_first_fifty(tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text("".join(f"x{i} = 1\n" for i in range(200)))
    with pytest.raises(PaskasimError) as caught:
        load_study(tmp_path / "s.toml", names())
    told = caught.value.what.splitlines()
    assert len(told) == 51
    assert told[-1] == "... and 151 more"  # 200 keys, and no rules


def test_too_many_rule_sets(tmp_path: Path) -> None:
    values = "[" + ", ".join(f'{{ "{rank}" = {n} }}' for rank in "3456789" for n in range(1, 8)) + "]"
    text = f'{GOOD}[vary]\n"deck.copies" = {values}\n"limits.turns" = {list(range(1000, 1300))}\n'
    assert mistakes(tmp_path, text) == ["s.toml:2: vary: 14,700 rule sets are too many; 10,000 at most are allowed."]


def test_missing_and_folders(tmp_path: Path) -> None:
    with pytest.raises(PaskasimError, match="there is no such file"):
        load_study(tmp_path / "gone.toml", names())
    with pytest.raises(PaskasimError, match="this is a folder"):
        load_study(tmp_path, names())
    (tmp_path / "link.toml").symlink_to(tmp_path / "gone.toml")
    with pytest.raises(PaskasimError, match="there is no such file"):
        load_study(tmp_path / "link.toml", names())
