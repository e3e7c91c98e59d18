"""The referee: judges game records by the rules, with the readable engine.

Records are those of TRACE.md, also written by hand from a real table, where what is not known is left out.
"""

from paskasim.referee.findings import Complaint, Judgement
from paskasim.referee.judging import judge
from paskasim.referee.lines import Line, lines_of

__all__ = ["Complaint", "Judgement", "Line", "judge", "lines_of"]
