"""Studies: what to play, playing it on all cores, and keeping the results."""
