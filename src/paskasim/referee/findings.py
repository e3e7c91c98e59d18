"""What the referee has to say about one record."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from paskasim.rules.messages import did_you_mean, near, shortened, shown, visible

MOST_REMARKS = 20  # of one record; more help nobody
TOLD_CHARACTERS = 160


@dataclass(frozen=True)
class Complaint:
    """A place where a record and the rules differ.

    Attributes
    ----------
    turn
        Number of the turn, the first is 1; `None` for what stands outside the turns.
    key
        The key of the record or of the turn, as in TRACE.md.
    said
        What the record says.
    right
        What the rules say, or what may stand there.
    why
        The reason in plain words; empty where there is nothing to add.
    """

    turn: int | None
    key: str
    said: str
    right: str
    why: str = ""

    def __str__(self) -> str:
        place = "" if self.turn is None else f"turn {self.turn}, "
        why = f" ({self.why})" if self.why else ""
        return f"{place}{self.key}: the record says {self.said}; by the rules: {self.right}{why}"


@dataclass(frozen=True)
class Judgement:
    """All that was found in one record.

    Attributes
    ----------
    game
        Number of the game, if the record says one.
    turns
        How many turns were followed on the table.
    complaints
        Where the record and the rules differ, in the order of the game.
    remarks
        What could not be judged and why, keys that nobody knows, and the like; nothing that is wrong.
    not_judged
        Why the record could not be judged at all; empty if it could.
    """

    game: int | None
    turns: int
    complaints: tuple[Complaint, ...] = ()
    remarks: tuple[str, ...] = ()
    not_judged: str = ""


class StopError(Exception):
    """The record can't be followed from here; the reason was noted."""


@dataclass
class Notes:
    """Gathers complaints and remarks while a record is judged.

    Attributes
    ----------
    turn
        Number of the turn that is being judged; `None` outside the turns.
    within
        Put before each key: `witness ` while the witness is judged.
    """

    turn: int | None = None
    within: str = ""
    complaints: list[Complaint] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def complain(self, key: str, said: object, right: str, why: str = "") -> None:
        """Note a complaint; words are told as they are, other values as a rule file would write them."""
        told = visible(said) if isinstance(said, str) else shown(said)
        self.complaints.append(Complaint(self.turn, self.within + key, told, right, why))

    def remark(self, text: str) -> None:
        """Note a remark, once."""
        place = "" if self.turn is None else f"turn {self.turn}: "
        told = f"{place}{text}"
        if told not in self.remarks and len(self.remarks) <= MOST_REMARKS:
            self.remarks.append(told if len(self.remarks) < MOST_REMARKS else "... and more remarks")

    def stop(self, why: str) -> StopError:
        """Note why the record can't be followed any further, and return the error to raise."""
        self.remark(f"not judged from here on: {why}")
        return StopError(why)

    def unknown_key(self, key: str, allowed: Iterable[str], where: str = "") -> None:
        """Remark on a key that no record has."""
        meant = did_you_mean(near(key, allowed))
        self.remark(f"{where}{shortened(visible(key))}: there is no such key{meant}; it is not judged")


def told_cards(cards: Iterable[str]) -> str:
    """Return cards or actions as one text."""
    return shortened(" ".join(cards), TOLD_CHARACTERS) or "none"
