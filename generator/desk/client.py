"""A page as the preview serves it: the same as in the site, with the script that keeps it up to date."""

from __future__ import annotations

import html
import json
import re
from dataclasses import replace
from pathlib import Path

from generator.desk.stage import Shown
from generator.problems import Problem

EVENTS = ".preview/events"
FILES = {f".preview/{name}": Path(__file__).parent / name for name in ("preview.js", "preview.css")}
_POLICY = re.compile(r'(<meta http-equiv="Content-Security-Policy" content=")([^"]*)(">)')
_ASKED = ("connect-src", "script-src", "style-src")  # what the script needs of the host that served the page
_WAITING = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:">
<title>Preview</title>
<link rel="icon" href="data:,">
</head>
<body></body>
</html>
"""


def dressed(page: str, version: str) -> str:
    """The page with the preview's script in it, and a policy that lets it ask how things stand."""
    script = f'\n<script src="/.preview/preview.js" data-version="{version}" defer></script>'

    def opened(match: re.Match[str]) -> str:
        policy = html.escape(_opened(html.unescape(match[2])))
        return f"{match[1]}{policy}{match[3]}{script}"

    with_policy, count = _POLICY.subn(opened, page, count=1)
    return with_policy if count else page.replace("<head>", f"<head>{script}", 1)


def waiting_page() -> str:
    """What stands where there is no page: the script shows what goes on, and what is wrong."""
    return dressed(_WAITING, "")


def told(shown: Shown, page: str) -> str:
    """How things stand, for one who looks at this page."""
    return json.dumps(
        {
            "version": shown.versions.get(page),
            "work": shown.work,
            "problems": [_plain(problem) for problem in shown.problems],
        }
    )


def _opened(policy: str) -> str:
    """A policy that allows the preview's own requests besides."""
    directives = [directive.split() for directive in policy.split(";") if directive.strip()]
    named = {name: sources for name, *sources in directives}
    for name in _ASKED:
        own = [source for source in named.get(name, []) if source != "'none'"]
        named[name] = list(dict.fromkeys([*own, "'self'"]))
    return "; ".join(" ".join([name, *sources]) for name, sources in named.items())


def _plain(problem: Problem) -> dict[str, str]:
    head = str(replace(problem, source_line="", hint=""))
    return {
        "severity": problem.severity,
        "place": str(problem.place),
        "message": problem.message,
        "excerpt": str(problem).removeprefix(head).lstrip("\n"),
    }
