"""Docstrings have NumPy's sections, and their examples print what they show."""

import doctest

import preamar
import pytest
from preamar._operators import function_name

OPERATORS = [function_name(row["name"]) for row in preamar._ext.operators()]
FUNCTIONS = [name for name in preamar.__all__ if callable(getattr(preamar, name)) and name.islower()]


@pytest.mark.parametrize("name", OPERATORS)
def test_operators_have_every_section(name):
    text = getattr(preamar, name).__doc__
    titles = ["Parameters", "Returns", "Raises", "See Also", "Notes", "Examples"]
    places = [text.find(f"\n{title}\n{'-' * len(title)}\n") for title in titles]
    assert -1 not in places and places == sorted(places)
    for other in text.split("See Also\n--------\n")[1].split("\n")[0].split(", "):
        assert other in OPERATORS and other != name


@pytest.mark.parametrize("name", FUNCTIONS)
def test_examples_print_what_they_show(name):
    finder, runner = doctest.DocTestFinder(recurse=False), doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    for test in finder.find(getattr(preamar, name), name, globs={}):
        runner.run(test)
    assert runner.summarize(verbose=False).failed == 0
    assert name not in OPERATORS or runner.tries > 2
