"""Where the essay is published: what must name itself in full asks here."""

from __future__ import annotations

from urllib.parse import quote

from generator.model import Settings

FEED = "feed.xml"  # made only where there is an address, as much else


def public(settings: Settings, path: str = "") -> str:
    """The address in full of a file of the site, or nothing where nobody said where the site will be."""
    return f"{settings.address.rstrip('/')}/{quote(path)}" if settings.address else ""
