"""What the page says of itself to search engines, libraries and whoever shows a link to it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from generator.model import Settings
from generator.web.address import FEED, public
from generator.web.citation import is_person


@dataclass(frozen=True, slots=True)
class Share:
    """The picture that stands beside a link to the essay."""

    path: str  # within the site
    width: int
    height: int
    alt: str


@dataclass(frozen=True, slots=True)
class Metadata:
    """The head of the essay's page. What needs an address is left out where there is none."""

    names: tuple[tuple[str, str], ...]  # <meta name content>
    properties: tuple[tuple[str, str], ...]  # <meta property content>
    feed: str  # the address of the feed
    canonical: str
    json_ld: Markup


def metadata(settings: Settings, share: Share | None) -> Metadata:
    """All that the page tells; the picture, if there is one, lies where the site is published."""
    return Metadata(
        names=tuple(_names(settings)),
        properties=tuple(_properties(settings, share)) if settings.address else (),
        feed=public(settings, FEED),
        canonical=public(settings),
        json_ld=_json_ld(settings, share),
    )


def _names(settings: Settings) -> Iterator[tuple[str, str]]:
    yield "description", settings.description
    yield from (("author", author) for author in settings.authors)
    yield "citation_title", settings.title
    yield from (("citation_author", author) for author in settings.authors)
    yield "citation_publication_date", settings.date.replace("-", "/")
    yield "citation_language", settings.language
    if settings.address:
        yield "citation_public_url", public(settings)
        yield "citation_fulltext_html_url", public(settings)
        yield "twitter:card", "summary_large_image"  # the rest it takes from the properties


def _properties(settings: Settings, share: Share | None) -> Iterator[tuple[str, str]]:
    """OpenGraph."""
    yield "og:type", "article"
    yield "og:title", settings.title
    yield "og:description", settings.description
    yield "og:url", public(settings)
    yield "article:published_time", settings.date
    if share:
        yield "og:image", public(settings, share.path)
        yield "og:image:type", "image/png"
        yield "og:image:width", str(share.width)
        yield "og:image:height", str(share.height)
        yield "og:image:alt", share.alt


def _json_ld(settings: Settings, share: Share | None) -> Markup:
    """A ScholarlyArticle in the words of schema.org, as data that neither ends nor opens an element."""
    told = {
        "@context": "https://schema.org",
        "@type": "ScholarlyArticle",
        "headline": settings.title,
        "alternativeHeadline": settings.subtitle,
        "description": settings.description,
        "author": [
            {"@type": "Person" if is_person(name) else "Organization", "name": name}
            for name in settings.authors
        ],
        "datePublished": settings.date,
        "inLanguage": settings.language,
        "license": {"@type": "CreativeWork", "name": settings.licence},
        "url": public(settings),
        "image": public(settings, share.path) if share else "",
    }
    kept = {key: value for key, value in told.items() if value}
    return Markup(json.dumps(kept, ensure_ascii=False, separators=(",", ":")).replace("<", r"\u003c"))
