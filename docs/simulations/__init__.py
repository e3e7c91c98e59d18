"""The simulations behind docs/coverage.md; `docs/make_coverage.py` runs them."""
