"""Training `linear`: `best_response` against given opponents, `train` against a pool that grows.

For other parts of the package::

    best_response(rules, players, ["lowest"], search=Search(generations=20, population=14, games=400, seed=3))

`opponents` are line-ups, one a table: `"search[budget=8]"` fills all the other seats of its table. The result tells
the weights, and on deals that the search never saw what they lose at those tables and what the opponents themselves
would lose in their place, with the paired difference and its interval.
`train` needs a `Hall(rules, players)` to play in, and returns the content of a file of weights.
"""

from paskasim.training.evolve import Search
from paskasim.training.response import Response, best_response
from paskasim.training.settings import Settings
from paskasim.training.stages import train
from paskasim.training.tables import Hall

__all__ = ["Hall", "Response", "Search", "Settings", "best_response", "train"]
