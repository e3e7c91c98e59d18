"""The readable engine: the game in plain Python, from the text of RULES.md alone.

Slow and obvious. It is the twin of the compiled engine, written apart from it, and the source of game
records. Numbers in comments are sections of RULES.md.
"""

from paskasim.reference.bots import BOTS, AnyBot, LowestBot, RandomBot
from paskasim.reference.game import play_game
from paskasim.reference.rows import row_of
from paskasim.reference.turns import Action
from paskasim.reference.views import Chooser, View

__all__ = ["BOTS", "Action", "AnyBot", "Chooser", "LowestBot", "RandomBot", "View", "play_game", "row_of"]
