"""essay.toml: what an essay is called, who wrote it, and what its hues stand for."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import fields
from datetime import date
from typing import Any

from generator.characters import UNFIT
from generator.model import Role, Settings, Source
from generator.palette import palette
from generator.problems import Place, Problem, nearest

_TEXTS = {"title", "subtitle", "description", "licence", "language", "address", "repository", "picture"}
_ADDRESSES = ("address", "repository")
_KEYS = {field.name for field in fields(Settings)}
_REQUIRED = ("title", "subtitle", "description", "authors", "date", "licence")
_ROLE_KEYS = {field.name for field in fields(Role)} - {"name"}
_LINES = ("solid", "dotted", "dashed", "double")
_SHAPES = {
    "name": (r"[a-z][a-z0-9-]*", "a role's name is lower-case letters, digits and hyphens"),
    "macro": (r"[A-Za-z]+", "a macro's name is letters only"),
    "line": ("|".join(_LINES), f"a line is one of {', '.join(_LINES)}"),
    "light": (r"#[0-9a-fA-F]{6}", "a color is written #rrggbb"),
    "dark": (r"#[0-9a-fA-F]{6}", "a color is written #rrggbb"),
}


def read_settings(source: Source) -> tuple[Settings | None, tuple[Problem, ...]]:
    """The settings (none where the file is no TOML) and everything that is wrong with them."""
    try:
        data = tomllib.loads(source.text)
    except RecursionError:
        return None, (Problem(Place(source.path), "this is nested too deeply"),)
    except ValueError as error:  # no TOML, or a number of thousands of digits
        return None, (_syntax_problem(source, error),)
    problems = (*_check_keys(source, data), *_check_roles(source, data))
    return _settings(data), problems


def is_address(text: str) -> bool:
    """Whether a text is nothing, or what a browser could open with more of a path behind it."""
    return not text or re.fullmatch(r"https?://[^\s/?#\"'<>]+(/[^\s?#\"'<>]*)?", text) is not None


def _syntax_problem(source: Source, error: ValueError) -> Problem:
    message = re.sub(r" \(at .*\)$", "", str(error))
    spot = re.search(r"at line (\d+), column (\d+)", str(error))
    last = source.text.rstrip("\n").count("\n") + 1
    line, column = (int(spot[1]), int(spot[2])) if spot else (last, 1)
    return Problem(Place(source.path, line, column), f"this is not TOML: {message[0].lower()}{message[1:]}")


def _check_keys(source: Source, data: Mapping[str, Any]) -> Iterator[Problem]:
    for key in data.keys() - _KEYS:
        yield Problem(key_place(source, key), f"essay.toml has no key '{key}'", hint=nearest(key, _KEYS))
    for key in _REQUIRED:
        if key not in data:
            yield Problem(Place(source.path), f"'{key}' is missing")
    for key in sorted(_TEXTS & data.keys()):
        if not isinstance(data[key], str):
            yield Problem(key_place(source, key), f"'{key}' is a text in quotes")
        elif unfit := UNFIT.search(data[key]):
            message = f"no page can hold the character U+{ord(unfit[0]):04X}"
            yield Problem(key_place(source, key), message)
    if not str(data.get("title", "-")).strip():
        yield Problem(key_place(source, "title"), "'title' is empty")
    if not isinstance(data.get("roles", {}), dict):
        yield Problem(key_place(source, "roles"), "'roles' are tables, each with a header [roles.name]")
    for key in _ADDRESSES:
        if not is_address(str(data.get(key, ""))):
            yield Problem(key_place(source, key), f"'{key}' is an address such as https://example.org/essay/")
    if not _is_list_of_texts(data.get("authors", ["-"])):
        yield Problem(key_place(source, "authors"), "'authors' is a list of names: [\"A. Author\"]")
    if "date" in data and not _date(data["date"]):
        yield Problem(key_place(source, "date"), "'date' is a day such as 2026-11-29")


def _check_roles(source: Source, data: Mapping[str, Any]) -> Iterator[Problem]:
    macros: set[str] = set()
    for name, table in _role_tables(data).items():
        header = key_place(source, f"[roles.{name}]")
        if not isinstance(table, dict):
            yield Problem(header, f"role '{name}' is a table with {', '.join(sorted(_ROLE_KEYS))}")
            continue
        for key in sorted(table.keys() - _ROLE_KEYS):
            hint = nearest(key, _ROLE_KEYS)
            yield Problem(key_place(source, key, header.line), f"a role has no key '{key}'", hint=hint)
        for key in sorted(_ROLE_KEYS - table.keys()):
            yield Problem(header, f"role '{name}' has no '{key}'")
        if name in palette((), "light"):
            yield Problem(header, f"'{name}' is a color of the theme, so no role can have that name")
        for key, value in {"name": name, **table}.items():
            shape, message = _SHAPES.get(key, (".*", ""))
            if not re.fullmatch(shape, str(value)):
                yield Problem(key_place(source, key, header.line) if key in table else header, message)
        if str(table.get("macro")) in macros:
            yield Problem(
                key_place(source, "macro", header.line), f"macro '{table['macro']}' is taken already"
            )
        macros.add(str(table.get("macro")))


def _settings(data: Mapping[str, Any]) -> Settings:
    """What can be used of the data, so that the texts are checked in the same run."""
    texts = {key: str(data.get(key, "")) for key in _TEXTS - {"language"}}
    authors = data.get("authors", [])
    return Settings(
        **texts,
        language=str(data.get("language", "en")),
        authors=tuple(authors) if _is_list_of_texts(authors) else (),
        date=_date(data.get("date")),
        roles=tuple(_roles(data)),
    )


def _roles(data: Mapping[str, Any]) -> Iterator[Role]:
    for name, table in _role_tables(data).items():
        if isinstance(table, dict):
            values: dict[str, Any] = {key: str(table.get(key, "")) for key in _ROLE_KEYS}
            yield Role(name=name, **values)


def _role_tables(data: Mapping[str, Any]) -> dict[str, Any]:
    roles = data.get("roles", {})
    return roles if isinstance(roles, dict) else {}


def _is_list_of_texts(value: object) -> bool:
    texts = [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
    return texts == value and all(text.strip() and not UNFIT.search(text) for text in texts) and bool(texts)


def _date(value: object) -> str:
    """The date in ISO form, or nothing."""
    try:
        return date.fromisoformat(str(value)).isoformat()
    except ValueError:
        return ""


def key_place(source: Source, text: str, after: int = 0) -> Place:
    """Where a key or a header is written: the first line after line `after` that begins with it."""
    begins = re.compile(
        rf"\s*(\"?){re.escape(text)}\1\s*(=|$|\.|#)" if not text.startswith("[") else re.escape(text)
    )
    for number, line in enumerate(source.text.split("\n"), start=1):
        match = begins.match(line) if number > after else None
        if match:
            return Place(source.path, number, len(line) - len(line.lstrip()) + 1)
    return Place(source.path, max(after, 1))
