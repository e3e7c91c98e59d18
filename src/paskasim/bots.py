"""All that a strategy file needs: `from paskasim.bots import ...` (docs/strategies.md).

Names in capitals are words of `table` and `mine`, codes of ranks and effects, and actions; the functions are compiled
helpers for use inside a strategy.
"""

from __future__ import annotations

from paskasim.kernels.cards import bits_in as bits_in
from paskasim.kernels.cards import count_of as count_of
from paskasim.kernels.cards import has_two as has_two
from paskasim.kernels.cards import lowest_rank as lowest_rank
from paskasim.kernels.cards import packed as packed
from paskasim.kernels.cards import ranks_in as ranks_in
from paskasim.kernels.cards import size as size
from paskasim.kernels.claims import claim_counts as claim_counts
from paskasim.kernels.claims import lowest_cards as lowest_cards
from paskasim.kernels.claims import lowest_claim as lowest_claim
from paskasim.kernels.compiled import kernel as kernel
from paskasim.kernels.layout import *  # noqa: F403
from paskasim.kernels.options import cards_left as cards_left
from paskasim.kernels.options import counts_for as counts_for
from paskasim.kernels.options import legal_ranks as legal_ranks
from paskasim.kernels.options import phase_of as phase_of
from paskasim.kernels.payoff import LOSS as LOSS
from paskasim.kernels.payoff import cost_of as cost_of
from paskasim.kernels.pointers import from_word as from_word
from paskasim.strategies.claiming import any_cards as any_cards
from paskasim.strategies.claiming import any_claim as any_claim
from paskasim.strategies.claiming import cards_that_fit as cards_that_fit
from paskasim.strategies.claiming import claim_of as claim_of
from paskasim.strategies.claiming import claimed_count as claimed_count
from paskasim.strategies.claiming import claimed_rank as claimed_rank
from paskasim.strategies.claiming import claims_in as claims_in
from paskasim.strategies.claiming import nth_claim as nth_claim
from paskasim.strategies.claiming import seen_elsewhere as seen_elsewhere
from paskasim.strategies.door import Parameter as Parameter
from paskasim.strategies.door import Strategy as Strategy
from paskasim.strategies.moves import all_of as all_of
from paskasim.strategies.moves import any_action as any_action
from paskasim.strategies.moves import any_row_card as any_row_card
from paskasim.strategies.moves import highest_count as highest_count
from paskasim.strategies.moves import nth_play as nth_play
from paskasim.strategies.moves import play_of as play_of
from paskasim.strategies.moves import plays_in as plays_in
from paskasim.strategies.moves import roll as roll
