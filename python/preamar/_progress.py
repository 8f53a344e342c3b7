"""The parameter `progress` of runs on files."""

import sys


def progress_function(what, progress):
    """The function that a run calls with the fraction done, or None. `what` begins messages."""
    if progress is None or progress is False:
        return None
    if progress is True:
        return show_percentage
    if not callable(progress):
        raise TypeError(f"{what}: progress is {progress!r}; it must be callable, True or None")
    return progress


def show_percentage(part):
    """Shows the fraction done as one line on the standard error stream."""
    print(f"\r{part:4.0%}", end="\n" if part >= 1 else "", file=sys.stderr, flush=True)
