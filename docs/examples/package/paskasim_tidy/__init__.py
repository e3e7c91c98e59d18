"""Strategies of a package."""
