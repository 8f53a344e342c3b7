"""A few shapes as SVG text, for the diagrams of docs/concepts.md; every drawing has a white background."""

import pathlib
from xml.sax.saxutils import escape

PICTURES = pathlib.Path(__file__).resolve().parents[3] / "docs" / "pictures"
INK, GREY, LIGHT = "#1f2933", "#7b8794", "#e4e7eb"
WATER, GROUND, MARK, GOOD = "#4c9be8", "#c8b08a", "#d64545", "#2f8f5b"


class Drawing:
    """Shapes in the order in which they are added, in pixels from the upper left corner."""

    def __init__(self, width, height, title):
        self.size, self.parts = (width, height), []
        self.title = title

    def box(self, x, y, width, height, fill="none", line=INK, stroke=1.5, radius=0):
        self.parts.append(f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius}" '
                          f'fill="{fill}" stroke="{line}" stroke-width="{stroke}"/>')

    def text(self, x, y, words, size=15, anchor="middle", fill=INK, bold=False):
        weight = ' font-weight="bold"' if bold else ""
        self.parts.append(f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}" fill="{fill}"{weight}>'
                          f"{escape(words)}</text>")

    def line(self, points, colour=INK, stroke=1.5, dashed=False, fill="none", arrow=False):
        where = " ".join(f"{x:g},{y:g}" for x, y in points)
        extra = ' stroke-dasharray="6 4"' if dashed else ""
        extra += ' marker-end="url(#tip)"' if arrow else ""
        self.parts.append(f'<polyline points="{where}" fill="{fill}" stroke="{colour}" stroke-width="{stroke}"{extra}/>')

    def arrow(self, x0, y0, x1, y1, colour=INK):
        self.line([(x0, y0), (x1, y1)], colour, 1.8, arrow=True)

    def save(self, name):
        width, height = self.size
        text = "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
            'font-family="DejaVu Sans, Verdana, sans-serif" role="img">',
            f"<title>{escape(self.title)}</title>",
            f'<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto">'
            f'<path d="M0,0 L10,5 L0,10 z" fill="{INK}"/></marker></defs>',
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
            *self.parts, "</svg>", ""])
        (PICTURES / name).write_text(text)
