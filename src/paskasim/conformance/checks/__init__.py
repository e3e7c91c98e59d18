"""The checks, one file each: whatever is called CHECK."""
