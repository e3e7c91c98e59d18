"""Strategies: one family a file, all through the same door (`door`)."""
