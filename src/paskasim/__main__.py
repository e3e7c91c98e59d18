"""`python -m paskasim` does what the command `paskasim` does."""

from paskasim.cli import main

if __name__ == "__main__":
    main()
