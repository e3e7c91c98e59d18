"""What was found of positions before, so that players who go round in circles need no second analysis.

An analysis depends on the position, the rules and its parameters alone, so looking up what it found changes no answer.
Notes are valid for one table of rules and one set of parameters; for others, or where no notes were ever made, the book
is emptied first.
"""

from __future__ import annotations

import numpy as np

from paskasim.kernels.compiled import Words, kernel, routine
from paskasim.kernels.graph import BEST, FIRST_ACTIONS, HERE, ME, MOST, ORDER, SECRET, STATE_WORDS, list_actions
from paskasim.kernels.layout import DEAL_UP, RULE_WORDS, SEAT
from paskasim.kernels.packed import FOLD, MIX, pack, stride_of
from paskasim.kernels.pointers import from_word
from paskasim.kernels.retrograde import analyse

NOTES = 1 << 10
NO_NOTE = -1
MOST_NOTED = 62  # actions, a bit each
VALID = 0x5BD1E995A7C3D24F  # stands where notes were made; no chance leaves it behind

# --- book -----------------------------------------------------------------------------------------------------
MARK = 0
STATES_ALLOWED = 1
ORDER_ASKED = 2
POSITION = 8  # the packed state that is looked up
RULES = POSITION + STATE_WORDS
NOTE = RULES + RULE_WORDS  # [note * NOTE_WORDS] packed state, value, best actions
NOTE_VALUE = STATE_WORDS
NOTE_BEST = STATE_WORDS + 1
NOTE_WORDS = STATE_WORDS + 2
BOOK_WORDS = NOTE + NOTES * NOTE_WORDS


@kernel
def _open(book: Words, here: Words, most: int, order: int) -> None:
    """Empty the book if its notes are for other rules or parameters."""
    valid = book[MARK] == VALID and book[STATES_ALLOWED] == most and book[ORDER_ASKED] == order
    for word in range(RULE_WORDS):
        if book[RULES + word] != here[word] and word != DEAL_UP:  # which tells of the position here
            valid = False
    if valid:
        return
    book[MARK] = VALID
    book[STATES_ALLOWED] = most
    book[ORDER_ASKED] = order
    for word in range(RULE_WORDS):
        book[RULES + word] = here[word]
    for note in range(NOTES):
        book[NOTE + note * NOTE_WORDS + NOTE_VALUE] = NO_NOTE


@kernel
def _note_of(book: Words, here: Words, secret: Words) -> Words:
    """Pack the position, and return the note that it would have."""
    position = from_word(book, POSITION)
    for word in range(STATE_WORDS):
        position[word] = 0
    pack(here, secret, position)
    mixed = np.uint64(stride_of(here))
    for word in range(STATE_WORDS):
        mixed = (mixed ^ np.uint64(position[word])) * MIX
        mixed ^= mixed >> FOLD
    return from_word(book, NOTE + (int(mixed >> np.uint64(1)) & (NOTES - 1)) * NOTE_WORDS)


@routine
def value_from(book: Words, space: Words, most: int, order: int) -> int:
    """Like `retrograde.analyse`: value, ACTION and BEST of the position laid out in HERE and SECRET."""
    here = from_word(space, HERE)
    _open(book, here, most, order)
    note = _note_of(book, here, from_word(space, SECRET))
    known = note[NOTE_VALUE] != NO_NOTE
    for word in range(STATE_WORDS):
        if note[word] != book[POSITION + word]:
            known = False
    if known:
        space[ORDER] = order
        space[ME] = here[SEAT]
        space[MOST] = most
        for i in range(list_actions(space)):
            space[BEST + i] = note[NOTE_BEST] >> i & 1
        return note[NOTE_VALUE]
    value = analyse(space, most, order)
    if 0 < space[FIRST_ACTIONS] <= MOST_NOTED:
        for word in range(STATE_WORDS):
            note[word] = book[POSITION + word]
        note[NOTE_VALUE] = value
        note[NOTE_BEST] = 0
        for i in range(space[FIRST_ACTIONS]):
            note[NOTE_BEST] |= space[BEST + i] << i
    return value
