"""What a host reads besides the pages: headers to send, what to tell robots, and what not to touch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from generator.model import Settings
from generator.web.address import public

_ALWAYS = {
    "Content-Security-Policy": "frame-ancestors 'self'",  # the one rule that a page cannot state itself
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
}
_FOR_GOOD = "public, max-age=31536000, immutable"  # a digest is in the name
_ASK_AGAIN = "public, max-age=0, must-revalidate"  # or an old page would ask for assets that are gone


def host_files(settings: Settings, paths: Iterable[str], policies: Mapping[str, str]) -> dict[str, bytes]:
    """The files by their paths; `policies` gives the policy of each page at the top and of each folder."""
    files = {}
    if settings.address:
        files["robots.txt"] = f"User-agent: *\nAllow: /\nSitemap: {public(settings, 'sitemap.xml')}\n"
    files |= {"_headers": _headers((*paths, *files), policies), ".nojekyll": ""}
    return {path: text.encode() for path, text in files.items()}


def _headers(paths: Iterable[str], policies: Mapping[str, str]) -> str:
    """Rules in the form that Netlify and Cloudflare read; no two rules give one path the same plain header.

    Both join what several rules say. Of policies joined like this, each must allow.
    """
    rules = {"/*": _ALWAYS}
    tops = {top if not rest else f"{top}/*" for top, _, rest in (path.partition("/") for path in paths)}
    for top in ("", *sorted(tops)):
        rule = {"Cache-Control": _FOR_GOOD if top == "assets/*" else _ASK_AGAIN}
        policy = policies.get(top or "index.html")
        rules[f"/{top}"] = rule | ({"Content-Security-Policy": policy} if policy else {})
    blocks = (
        "\n".join([path, *(f"  {name}: {value}" for name, value in rule.items())])
        for path, rule in rules.items()
    )
    return "\n".join(blocks) + "\n"
