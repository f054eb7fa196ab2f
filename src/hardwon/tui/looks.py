"""Colours and layout. Only the terminal's own colours, so that it reads in light and dark ones alike."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content

from hardwon.text.clean import one_line
from hardwon.tui.looking import Line, Shown

STYLES = {
    "": "",
    "id": "ansi_yellow",
    "dim": "dim",
    "strong": "bold",
    "good": "ansi_green",
    "bad": "ansi_red",
}
WIDE = 120
"""Columns from which the list and the detail stand side by side."""

CSS = """
Screen { layout: vertical; }
#top { height: 1; text-style: bold; text-wrap: nowrap; text-overflow: ellipsis; }
#query { height: 1; border: none; padding: 0; background: ansi_default; }
#query:focus { text-style: underline; }
#panes { height: 1fr; layout: vertical; }
#list { height: 1fr; border: none; padding: 0; background: ansi_default; text-wrap: nowrap; text-overflow: ellipsis; }
#list:focus { border: none; }
#list > .option-list--option-highlighted, #list:focus > .option-list--option-highlighted {
    background: ansi_blue; color: ansi_bright_white; text-style: bold;
}
Footer, FooterKey, FooterKey .footer-key--key { background: ansi_default; }
#detail { height: 1fr; border-top: solid ansi_bright_black; padding: 0; background: ansi_default; }
#empty { height: 1fr; padding: 1 2; }
.wide #panes { layout: horizontal; }
.wide #list, .wide #detail { width: 1fr; height: 1fr; }
.wide #detail { border-top: none; border-left: solid ansi_bright_black; padding-left: 1; }
#state { height: 1; text-style: dim; text-wrap: nowrap; text-overflow: ellipsis; }
Dialog { align: center middle; }
Dialog > Vertical {
    width: 90%; max-width: 100; height: auto; max-height: 90%; border: round ansi_bright_black; padding: 0 1;
    background: ansi_default;
}
Dialog TextArea { height: 10; max-height: 50vh; border: none; padding: 0; background: ansi_default; }
Dialog Input { height: 1; border: none; padding: 0; background: ansi_default; }
"""


def row(shown: Shown) -> Content:
    """A memory as a line of the list; without colours, which would not read on the chosen line."""
    marks = "".join(f"({one_line(fact)}) " for fact in shown.facts)
    text = one_line(shown.text, 400)
    if shown.is_left_out:
        return Content.assemble((shown.id[:6], "dim"), ("  " + one_line(f"left out: {shown.category}  {text}"), "dim"))
    return Content.assemble(
        (shown.id[:6], "bold"), "  ", one_line(shown.category).ljust(12), "  ", (marks, "dim"), text
    )


def page(lines: Iterable[Line]) -> Content:
    """Lines as one text."""
    painted = [Content.assemble(*((text, STYLES[style]) for text, style in line)) for line in lines]
    return Content("\n").join(painted)
