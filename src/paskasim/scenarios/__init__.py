"""Scenarios of a rule file, run against its rules.

`paskasim.rules.scenarios` has the keys; here the readable engine plays them and the answers are compared.
"""

from paskasim.scenarios.judging import Complaint, Verdict, judge, judge_all
from paskasim.scenarios.nearby import would_hold_with

__all__ = ["Complaint", "Verdict", "judge", "judge_all", "would_hold_with"]
