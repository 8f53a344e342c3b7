"""Tables and numbers of the pages."""


def table(header, rows, left=2):
    """A Markdown table; columns after the first `left` are aligned to the right."""
    first, *rest = ("| " + " | ".join(map(str, line)) + " |\n" for line in (header, *rows))
    return first + "|---" * left + "|---:" * (len(header) - left) + "|\n" + "".join(rest)


def number(value, digits=3):
    """The value with `digits` significant digits, without an exponent."""
    if value is None:
        return "-"
    return f"{value:.0f}" if value >= 10 ** (digits - 1) else f"{value:.{digits}g}"
