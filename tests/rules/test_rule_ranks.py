"""Rank lists and counts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paskasim.rules.ranks import ORDER, RANKS, count_set, rank_list, top_list


def test_ranks_and_codes() -> None:
    assert RANKS == ("1", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "*")
    assert ORDER == ("1", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


@pytest.mark.parametrize(
    ("text", "ranks"),
    [
        ("", ""),
        ("  ", ""),
        ("2 10 J", "10 J 2"),
        ("3-9", "3 4 5 6 7 8 9"),
        ("9-J 3", "3 9 10 J"),
        ("1-4", "1 3 4"),
        ("3-A 2", "3 4 5 6 7 8 9 10 J Q K A 2"),
        ("K-K", "K"),
        ("* 3 3 3-4", "3 4 *"),
        ("\tJ\n Q ", "J Q"),
    ],
)
def test_rank_list(text: str, ranks: str) -> None:
    assert rank_list(text) == tuple(ranks.split())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("9-3", '"9-3" is no range; ranges rise in the order, so write "3-9"'),
        ("3-2", '"3-2" is no range; 2 stands outside the order, name it apart'),
        ("*-3", '"*-3" is no range; * stands outside the order, name it apart'),
        ("2,10", '"2,10" is no rank; put spaces between ranks: "2 10 J"'),
        ("j", '"j" is no rank; ranks are 1 3 4 5 6 7 8 9 10 J Q K A 2 * (did you mean "J"?)'),
        ("ace", '"ace" is no rank; ranks are 1 3 4 5 6 7 8 9 10 J Q K A 2 * (did you mean "A"?)'),
        ("T", '"T" is no rank; ranks are 1 3 4 5 6 7 8 9 10 J Q K A 2 * (did you mean "10"?)'),
        ("20", '"20" is no rank; ranks are 1 3 4 5 6 7 8 9 10 J Q K A 2 *'),
        ("3-", '"3-" is no rank; ranks are 1 3 4 5 6 7 8 9 10 J Q K A 2 *'),
        ("3 - 9", '"-" is no rank; ranks are 1 3 4 5 6 7 8 9 10 J Q K A 2 *'),
        ("3-5-7", '"3-5-7" is no rank; ranks are 1 3 4 5 6 7 8 9 10 J Q K A 2 *'),
    ],
)
def test_rank_list__refuses(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=r"no ra") as caught:
        rank_list(text)
    assert str(caught.value) == said


@given(st.sets(st.sampled_from(RANKS)))
def test_rank_list__any_set_of_ranks_comes_back_in_order(ranks: set[str]) -> None:
    assert rank_list(" ".join(ranks)) == tuple(rank for rank in RANKS if rank in ranks)


@pytest.mark.parametrize(
    ("text", "tops"),
    [("empty", "empty"), ("empty 9-10", "9 10 empty"), ("3", "3"), ("any", " ".join([*RANKS, "empty"]))],
)
def test_top_list(text: str, tops: str) -> None:
    assert top_list(text) == tuple(tops.split())


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("1", {1}),
        ("1 4+", {1, *range(4, 16)}),
        ("2-4", {2, 3, 4}),
        ("15", {15}),
        ("1+", set(range(1, 16))),
        ("3-3 1", {1, 3}),
    ],
)
def test_count_set(text: str, counts: set[int]) -> None:
    assert count_set(text) == counts


@pytest.mark.parametrize(
    "text", ["0", "16", "0+", "3-1", "1-16", "-1", "1,2", "one", "1.5", "+", "4 +", "1-2+", "²", "٣", "1" * 5000]
)
def test_count_set__refuses(text: str) -> None:
    with pytest.raises(ValueError, match="is no count; write n, n-m or n"):
        count_set(text)


def test_count_set__needs_a_count() -> None:
    with pytest.raises(ValueError, match="no count is named"):
        count_set(" ")
