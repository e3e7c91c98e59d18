"""Two rule sets or two results folders, figure by figure on the same deals: what differs, and is it better."""

from __future__ import annotations
