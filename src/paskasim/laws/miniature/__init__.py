"""Games so small that everything about them can be worked out."""
