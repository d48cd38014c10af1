"""What the page says of itself: true, whole, and nothing that nobody told it."""

import json
from typing import Any

from generator.web.metadata import Metadata, Share, metadata
from tests.generator import sample

HOME = "https://example.org/tides/"
SHARE = Share("assets/share-0.png", 1200, 630, "A handle")
BARE = metadata(sample.SETTINGS, None)


def published(**changes: Any) -> Metadata:
    return metadata(sample.replaced(sample.SETTINGS, address=HOME, **changes), SHARE)


def article(told: Metadata) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(told.json_ld)
    return read


def test_libraries_find_title_authors_and_day() -> None:
    assert [pair for pair in BARE.names if pair[0].startswith("citation_")] == [
        ("citation_title", "Tides, worked out"),
        ("citation_author", "Ada Example"),
        ("citation_author", "the project’s contributors"),
        ("citation_publication_date", "2026/11/29"),
        ("citation_language", "en"),
    ]
    assert ("citation_public_url", HOME) in published().names


def test_an_article_in_the_words_of_schema_org() -> None:
    assert article(BARE) == {
        "@context": "https://schema.org",
        "@type": "ScholarlyArticle",
        "headline": "Tides, worked out",
        "alternativeHeadline": "Two pulls, one sea",
        "description": "Why the sea rises twice a day.",
        "author": [
            {"@type": "Person", "name": "Ada Example"},
            {"@type": "Organization", "name": "the project’s contributors"},
        ],
        "datePublished": "2026-11-29",
        "inLanguage": "en",
        "license": {"@type": "CreativeWork", "name": "CC BY 4.0"},
    }
    more = {"url": HOME, "image": f"{HOME}assets/share-0.png"}
    assert article(published()) == article(BARE) | more


def test_a_link_to_it_is_shown_with_its_picture() -> None:
    told = dict(published().properties)
    assert told["og:url"] == HOME
    assert told["og:image"] == f"{HOME}assets/share-0.png"
    assert (told["og:image:width"], told["og:image:height"]) == ("1200", "630")
    assert told["og:image:alt"] == "A handle"
    assert ("twitter:card", "summary_large_image") in published().names


def test_without_an_address_nothing_names_one() -> None:
    assert (BARE.properties, BARE.feed, BARE.canonical) == ((), "", "")
    assert not any("url" in name or name.startswith("twitter") for name, _ in BARE.names)


def test_one_slash_ends_the_address_however_it_is_written() -> None:
    bare = metadata(sample.replaced(sample.SETTINGS, address="https://example.org/tides"), None)
    assert (bare.canonical, bare.feed) == (HOME, f"{HOME}feed.xml")


def test_no_title_ends_the_data() -> None:
    told = published(title="</script><script>x & <!--")
    assert "<" not in told.json_ld
    assert article(told)["headline"] == "</script><script>x & <!--"
