"""What a section says of itself before it begins: its title, its part, and a short title for lists."""

from __future__ import annotations

from dataclasses import dataclass

import yaml
from markdown_it.token import Token

from generator.characters import UNFIT
from generator.markup import markdown
from generator.model import Source
from generator.places import Stretch, settle
from generator.problems import Place, Problem, nearest
from generator.tree import Node, plain, tree

_KEYS = ("title", "part", "short")
_MATTER_HINT = "a section begins with a line ---, then title: …, then a line ---"

_SPACES = {0x2028: " ", 0x2029: " "}  # they end lines for YAML alone

Matter = dict[str, yaml.ScalarNode]


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The front matter of a section, or of nothing."""

    title: Node | None = None  # a line of Markdown
    part: str = ""
    short: str = ""


def read_front_matter(
    source: Source, tokens: list[Token], *, wanted: bool
) -> tuple[FrontMatter, tuple[Problem, ...]]:
    """The front matter of a text, and what is wrong with it; only a section is wanted to have one."""
    matter, faults = _matter(source, tokens)
    if wanted and "title" not in matter and not faults:
        faults = (Problem(Place(source.path), "the front matter has no 'title'", hint=_MATTER_HINT),)
    if matter and not wanted:
        faults = (*faults, Problem(Place(source.path), "only a section has front matter"))
    lines = {key: _line(source, value) for key, value in matter.items()}
    return FrontMatter(lines.get("title"), plain(lines.get("part")), plain(lines.get("short"))), faults


def _matter(source: Source, tokens: list[Token]) -> tuple[Matter, tuple[Problem, ...]]:
    """The front matter's texts by key, and what is wrong with it."""
    if not tokens or tokens[0].type != "front_matter":
        if source.text.startswith("---\n"):
            return {}, (Problem(Place(source.path), "the front matter is not closed", hint=_MATTER_HINT),)
        return {}, ()
    try:
        root = yaml.compose(tokens[0].content.translate(_SPACES), Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        return {}, (_yaml_problem(source, error),)
    except RecursionError:
        return {}, (Problem(Place(source.path, 2), "the front matter is nested too deeply"),)
    if root is not None and not isinstance(root, yaml.MappingNode):
        return {}, (Problem(Place(source.path, 2), "the front matter is lines of 'key: text'"),)
    matter: Matter = {}
    problems = []
    for key, value in root.value if root else ():
        place = Place(source.path, key.start_mark.line + 2, key.start_mark.column + 1)
        if not isinstance(key, yaml.ScalarNode):
            problems.append(Problem(place, "the front matter is lines of 'key: text'"))
        elif key.value not in _KEYS:
            hint = nearest(key.value, _KEYS)
            problems.append(Problem(place, f"front matter has no key '{key.value}'", hint=hint))
        elif key.value in matter:
            problems.append(Problem(place, f"'{key.value}' is given twice"))
        elif not _is_line(value):
            problems.append(Problem(place, f"'{key.value}' is a text on one line"))
        elif unfit := UNFIT.search(value.value):
            problems.append(Problem(place, f"no page can hold the character U+{ord(unfit[0]):04X}"))
        else:
            matter[key.value] = value
    return matter, tuple(problems)


def _is_line(value: yaml.Node) -> bool:
    """Whether a value is some text that stands on one line of the file, where its faults can be pointed at."""
    is_text = isinstance(value, yaml.ScalarNode) and value.value.strip() and value.style not in ("|", ">")
    is_whole = value.start_mark.line == value.end_mark.line
    return bool(is_text and is_whole and "\n" not in value.value)


def _yaml_problem(source: Source, error: yaml.YAMLError) -> Problem:
    mark = getattr(error, "problem_mark", None)
    place = Place(source.path, mark.line + 2, mark.column + 1) if mark else Place(source.path, 2)
    reason = str(getattr(error, "problem", None) or getattr(error, "reason", ""))
    hint = "a text with ': ' in it goes in quotes" if "mapping values" in reason else ""
    return Problem(place, f"the front matter is not YAML: {reason}", hint=hint)


def _line(source: Source, value: yaml.ScalarNode) -> Node:
    """A text of the front matter, read as a line of Markdown."""
    quoted = 1 if value.style in ("'", '"') else 0
    start = (0, value.start_mark.line + 2, value.start_mark.column + 1 + quoted)
    tokens = markdown().parseInline(value.value, {})
    for token in tokens:
        settle(token, Stretch(source.path, (start,)))
    return tree(tokens)[0]
