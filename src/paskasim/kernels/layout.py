"""Where everything lies: one word (int64) a fact, named by its offset.

`table` is what everybody at the table can see: first the rules, then the public state. `hidden` is what nobody, or
only one player, can see. `tally` counts what a result row reports. `mine` is what one player's strategy owns.
A game state is (table, hidden): flat, copied word by word.

Ranks are codes 0..14 in the order `1 3 4 5 6 7 8 9 10 J Q K A 2 *`; EMPTY (15) is the top of an empty pile.
Sets of cards are packed, four bits a rank (`cards`); sets of ranks are spread, the lowest bit of each such field.
"""

from __future__ import annotations

from typing import Final

RANKS: Final = 15
ONE: Final = 0
THREE: Final = 1
TEN: Final = 8
JACK: Final = 9
KING: Final = 11
ACE: Final = 12
TWO: Final = 13
JOKER: Final = 14
EMPTY: Final = 15
SEATS: Final = 10

STOCK_PHASE: Final = 0
REST_PHASE: Final = 1

# --- table: the rules -----------------------------------------------------------------------------------------
LEGAL: Final = 0  # [phase * 16 + top] spread set of the ranks that may go on it
EFFECT: Final = 32  # [(phase * 16 + top) * 16 + rank] effect code, run burns apart
COUNTS: Final = 544  # [rank] bit c is set if one play may hold c cards
RESTRICTED: Final = 560  # 1 if COUNTS or NOT_WITH ever forbid a count
NOT_WITH: Final = 561  # spread set of finish.not_with
TAKE_FREE: Final = 562
TRY_STOCK: Final = 563  # 0 never, 1 stuck, 2 any_time
REFILL: Final = 564
OPEN_ANY: Final = 565
AFTER_TAKE: Final = 566  # 0 next, 1 again, 2 previous
RUN_SIZE: Final = 567  # cards in a run that burn
RUN_BURNS: Final = 568  # spread set of the ranks whose runs burn; empty without fours.burn
RUN_AGAIN: Final = 569
SKIP_PER_CARD: Final = 570
INVISIBLE: Final = 571  # rank code, or -1
IN_RUN: Final = 572  # 0 ignored, 1 breaks, 2 counts
TAKE_CARD: Final = 573
SWAP: Final = 574
START: Final = 575  # 0 left_of_dealer, 1 lowest, 2 lowest_first, 3 lowest_up, 4 random
OPENING: Final = 576  # 1 if the starter must lay all cards of the start rank
TURNED: Final = 577
LIMIT: Final = 578
DEAL_ALL: Final = 579
DEAL_HAND: Final = 580
DEAL_DOWN: Final = 581
DEAL_UP: Final = 582
DROP: Final = 583
DECK_CARDS: Final = 584  # [rank] cards in the whole deck
PROVES_STUCK: Final = 600  # 1 where RULES.md section 9 applies
FOUL: Final = 601  # set when a strategy reads beyond the table; its answer then does not count
BLUFF: Final = 602  # 1 with bluff.on
CLAIMABLE: Final = 603  # spread set of the ranks that the deck holds
NEXT_DOUBTS: Final = 604  # 1 if only the next player may challenge
AFTER_HONEST: Final = 605  # 0 player, 1 next, 2 after_challenger
AFTER_LIE: Final = 606  # 0 next, 1 challenger
HONEST_BURN: Final = 607  # BURN_CONTINUES + BURN_BURNS
RULE_WORDS: Final = 608

BURN_CONTINUES: Final = 1  # the claimant of an honest burn goes on
BURN_BURNS: Final = 2  # an honest, challenged burn burns

# --- table: the public state ----------------------------------------------------------------------------------
PLAYERS: Final = 608
SEAT: Final = 609  # whose turn it is
DIRECTION: Final = 610  # 1 clockwise, -1 reversed
STOCK: Final = 611  # cards left
TOP: Final = 612
RUN: Final = 613
RUN_RANK: Final = 614
PILE: Final = 615  # packed
GONE: Final = 616  # packed, cards that burnt
ACTIVE: Final = 617  # bit s is set while seat s is active
ACTIVE_COUNT: Final = 618
PASSED: Final = 619  # passes in a row without a draw
OPENING_RANK: Final = 620  # the rank to be laid on the first turn, or -1
HAND_SIZE: Final = 621  # [seat]
UP: Final = 631  # [seat] packed
DOWN_SIZE: Final = 641  # [seat]
KNOWN: Final = 651  # [seat] packed: cards that everybody knows to be in that hand
PLACE: Final = 661  # [seat] finishing place, 0 while there is none
OPEN_WORDS: Final = 671  # end of what open play uses
PILE_SIZE: Final = 671  # with bluff: cards in the pile; PILE and GONE are then what the asked player knows of them
GONE_SIZE: Final = 672
CLAIMED: Final = 673  # packed: what the pile is said to be, at most 15 of a rank
TABLE_WORDS: Final = 674

# --- hidden ---------------------------------------------------------------------------------------------------
HAND: Final = 0  # [seat] packed
DOWN: Final = 10  # [seat] four bits a card, the next one to be turned lowest
DRAWN: Final = 20  # cards taken from the deck so far
STREAM: Final = 21  # purpose of the seats' random numbers
SEED_LOW: Final = 22
SEED_HIGH: Final = 23
GAME: Final = 24
CHECKED_GONE: Final = 25  # burnt cards at the last look for stuck cards, and the ranks that were found dead then
DEAD_RANKS: Final = 26
ANSWER: Final = 27  # what a strategy answered when that was not legal; then what it was asked about
ASKED_CARDS: Final = 28
ASKED_OPTIONS: Final = 29
DECK: Final = 30  # a card a word, first dealt first
DECK_SIZE: Final = 240
HIDDEN_WORDS: Final = 270

# --- hidden, only with bluff: what each observer is sure of; the last one, PUBLIC, holds no cards ----------------
PUBLIC: Final = SEATS
OBSERVERS: Final = SEATS + 1
HAND_KNOWN: Final = HIDDEN_WORDS  # [observer * SEATS + seat] packed: cards in that hand
PILE_KNOWN: Final = HAND_KNOWN + OBSERVERS * SEATS  # [observer] packed: cards in the pile
GONE_KNOWN: Final = PILE_KNOWN + OBSERVERS  # [observer] packed: cards that burnt
KNOWING_WORDS: Final = OBSERVERS * (SEATS + 2)
LANES: Final = HIDDEN_WORDS + KNOWING_WORDS  # [word * LANE + seat] dice on their way to the seats
LANE: Final = 16
BLUFF_HIDDEN_WORDS: Final = LANES + 4 * LANE

# --- tally ----------------------------------------------------------------------------------------------------
TURNS: Final = 0
CHOICES: Final = 1
BURNS: Final = 2  # [cause] ten, ace, four, joker, rule
TAKES: Final = 7
TAKEN_CARDS: Final = 8
FORCED_TAKES: Final = 9
TRIES: Final = 10
PASSES: Final = 11
FLIPS: Final = 12
FAILED_FLIPS: Final = 13
STOCK_OUT_TURN: Final = 14  # -1 while the stock has cards
FIRST_OUT_TURN: Final = 15  # -1 while nobody is out
STARTER: Final = 16
OUTCOME: Final = 17
PROOF: Final = 18
LAST_CHOICE: Final = 19  # turn of the last decision between two or more possibilities
EFFECT_NOW: Final = 20  # effect code of the turn just played
CLAIMS: Final = 21
LIES: Final = 22
CHALLENGES: Final = 23
CAUGHT: Final = 24
LARGEST_TAKE: Final = 25
LEAD_CHANGES: Final = 26
LEADER: Final = 27
TURNS_OF: Final = 28  # [seat]
TAKES_OF: Final = 38  # [seat]
BURNS_OF: Final = 48  # [seat]
FOURS_OF: Final = 58  # [seat]
TALLY_WORDS: Final = 68

# --- mine: what a strategy owns -------------------------------------------------------------------------------
DICE: Final = 0  # four random words of 32 bits, from which further ones are made
DICE_MORE: Final = 4  # the four further ones that are being used
DICE_USED: Final = 8  # how many of both
WRAP: Final = 10  # of a strategy that wraps another: its own parameter
WRAPPED: Final = 11  # [question] of a strategy that wraps another: the other's answers
PARAMS: Final = 16  # parameters in the order in which the strategy declares them
PARAM_WORDS: Final = 239
FOUL_MINE: Final = 255  # set when a strategy reaches beyond what is its own
MEMORY: Final = 256  # set to zero when a game begins
MEMORY_WORDS: Final = 256
SCRATCH: Final = 512  # whatever a strategy wants to work in; never cleared
MINE_WORDS: Final = 1024  # of a strategy that declares no other number
FAR: Final = MINE_WORDS  # weights, where they are more than have room behind the parameters

# --- effects --------------------------------------------------------------------------------------------------
NONE: Final = 0
BURN_TEN: Final = 1
BURN_ACE: Final = 2
BURN_FOUR: Final = 3
BURN_JOKER: Final = 4
BURN_RULE: Final = 5
NEXT_TAKES_PASS: Final = 6
NEXT_TAKES_AGAIN: Final = 7
NEXT_TAKES_LEAD: Final = 8
SKIP: Final = 9
REVERSE: Final = 10
AGAIN: Final = 11

# --- outcomes and proofs --------------------------------------------------------------------------------------
FINISHED: Final = 0
DEADLOCK: Final = 1
LIVELOCK: Final = 2
UNRESOLVED: Final = 3
UNDECIDED: Final = -1  # the game is still going on

NO_PROOF: Final = 0
ALL_PASS: Final = 1
STUCK_CARDS: Final = 2
FORCED_LOOP: Final = 3
CLOSED: Final = 4
STATE_REPEATS: Final = 5
ESCAPE: Final = 6
OPEN: Final = 7

# --- questions to a strategy ----------------------------------------------------------------------------------
SWAP_QUESTION: Final = 0
PLAY_QUESTION: Final = 1
CLAIM_QUESTION: Final = 2
CHALLENGE_QUESTION: Final = 3
ROW_CARD_QUESTION: Final = 4
QUESTIONS: Final = 5

# --- options: the legal actions in one word -------------------------------------------------------------------
RANK_BITS: Final = 0x0111111111111111  # spread set of the ranks that may be played
TAKE_BIT: Final = 1 << 60
TRY_BIT: Final = 1 << 61
PASS_BIT: Final = 1 << 62
ACTION_BITS: Final = RANK_BITS | TAKE_BIT | TRY_BIT | PASS_BIT
ALL_OF_IT: Final = 1 << 58  # flag: only all cards of the rank (start.opening)
ANY_CARD: Final = 1 << 59  # flag: opening with any card (turn.stuck), finish.not_with is not read

# --- actions: the cards that leave the zone, packed, and above them the rank that they are (said to be) ---------
CARD_BITS: Final = (1 << 60) - 1
SPECIAL: Final = -(1 << 60)  # the rank field of an action that lays no card of one's own zone
TAKE: Final = SPECIAL | 1
TRY: Final = SPECIAL | 2
PASS: Final = SPECIAL | 3
FLIP: Final = SPECIAL | 4
AS_PLAY: Final = SPECIAL | 5  # to `claim`: the truth, as `play` would have it
FOUL_ANSWER: Final = SPECIAL | 255  # stands for the answer of a strategy that fouled
ROW_CARD_SHIFT: Final = 8  # a TAKE carries the up card taken along, as rank code + 1

# --- answers to `challenge` -----------------------------------------------------------------------------------
BELIEVE: Final = 0
DOUBT: Final = 1
