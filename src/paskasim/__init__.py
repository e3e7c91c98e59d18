"""Monte Carlo rules analysis for the card game Paskahousu and its family."""
