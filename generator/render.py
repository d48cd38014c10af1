"""From a resolved essay to the files of its site. Nothing is written here, and nothing is left to chance."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from urllib.parse import quote

import jinja2
from markupsafe import Markup, escape

from generator.model import Essay, Figure, Piece, PlacedFigure, Section, Settings
from generator.palette import THEME, palette
from generator.web import figure as figures
from generator.web.address import FEED, public
from generator.web.assets import LAYOUTS, Assets, collect_assets, spec_path, spec_script
from generator.web.citation import bibtex, single_file_name, spoken_date
from generator.web.downloads import picture_svg, table_csv, table_json, vega_json
from generator.web.editions import Edition, plain_edition, repository_address, single_edition, site_edition
from generator.web.feed import entries, xml_only
from generator.web.hosting import host_files
from generator.web.metadata import Metadata, metadata
from generator.web.share import share
from generator.web.sourcepage import numbered_source
from generator.web.stylesheet import plain_stylesheet


def render(essay: Essay, project: Path, cache_dir: Path) -> Mapping[str, bytes]:
    """Every file of the site by its path: the page, the page in one file, and all that they link to."""
    return {name: data for files in rendered(essay, project, cache_dir) for name, data in files.items()}


def rendered(essay: Essay, project: Path, cache_dir: Path) -> Iterator[Mapping[str, bytes]]:
    """The same in two parts, so that a preview need not wait: first the page with all that it loads."""
    settings = essay.settings
    placed = tuple(placed_figures(essay))
    assets = collect_assets(essay, cache_dir)
    shared = share(settings, placed, cache_dir) if settings.address else None
    told = metadata(settings, shared[0] if shared else None)
    site = site_edition(assets)
    first = {**assets.files, **_specs(placed), **essay.pictures}
    first["index.html"] = _page(essay, site, told).encode()
    if shared:
        first[shared[0].path] = shared[1]
    yield first

    downloads = _downloads(placed, settings)
    single = single_edition(essay, assets, placed, {**essay.pictures, **downloads})
    single_name = single_file_name(settings.title)
    sources = _source_pages(essay, placed, assets, project, cache_dir)
    pages = {
        single_name: _page(essay, single, told),
        "404.html": _missing_page(settings),
        **sources,
        **(_for_subscribers(essay, sources) if settings.address else {}),
    }
    files = downloads | {path: page.encode() for path, page in pages.items()}
    policies = {"index.html": site.policy, single_name: single.policy, "code/*": site.policy}
    yield files | host_files(settings, (*first, *files), policies)


def placed_figures(essay: Essay) -> Iterator[Figure]:
    """The figures that the essay shows, in order."""
    bodies = (essay.front, *(section.body for section in essay.sections), essay.glossary, essay.colophon)
    for piece in itertools.chain.from_iterable(bodies):
        if isinstance(piece, PlacedFigure):
            yield piece.figure


def _specs(placed: Iterable[Figure]) -> dict[str, bytes]:
    both = itertools.product(placed, LAYOUTS)
    return {spec_path(figure, layout): spec_script(figure, layout) for figure, layout in both}


def _downloads(placed: Iterable[Figure], settings: Settings) -> dict[str, bytes]:
    light = palette(settings.roles, "light")
    files: dict[str, bytes] = {}
    for figure in placed:
        files[f"data/{figure.name}.csv"] = table_csv(figure.table)
        files[f"data/{figure.name}.json"] = table_json(figure)
        files[f"pictures/fig-{figure.name}.svg"] = picture_svg(figure.wide.svg, light)
        files[f"pictures/fig-{figure.name}.vg.json"] = vega_json(figure.wide.spec, light)
    return files


def _page(essay: Essay, edition: Edition, told: Metadata) -> str:
    """The essay on one page."""

    def html(pieces: Iterable[Piece]) -> Markup:
        return Markup("\n").join(
            edition.text(piece) if isinstance(piece, str) else _figure_block(piece, edition)
            for piece in pieces
        )

    return _shell(
        "index.html",
        essay.settings,
        edition,
        canonical=told.canonical,
        metadata=told,
        essay=essay,
        sections=essay.sections,
        parts=_parts(essay.sections),
        figure_count=sum(1 for _ in placed_figures(essay)),
        bibtex=bibtex(essay.settings),
        html=html,
    )


def _figure_block(placed: PlacedFigure, edition: Edition) -> Markup:
    return Markup(_filled("figure.html", placed=placed, figure=placed.figure, edition=edition))


def _parts(sections: Iterable[Section]) -> list[tuple[str, list[Section]]]:
    return [
        (part, list(members)) for part, members in itertools.groupby(sections, lambda section: section.part)
    ]


def _source_pages(
    essay: Essay, placed: Iterable[Figure], assets: Assets, project: Path, cache_dir: Path
) -> dict[str, str]:
    """A page for each file that a figure or the text links to."""
    shown = [(figure.chart, figure.experiment, figure.test) for figure in placed]
    wanted = {reference.path for references in shown for reference in references if reference}
    pages = {}
    for path in sorted(wanted | set(essay.listed_sources)):
        prefix = "../" * (path.count("/") + 1)
        pages[f"code/{path}.html"] = _shell(
            "source.html",
            essay.settings,
            site_edition(assets, prefix),
            canonical=public(essay.settings, f"code/{path}.html"),
            path=path,
            back=f"{prefix}index.html",
            repository=repository_address(essay.settings, f"code/{path}.html"),
            code=Markup(
                numbered_source(
                    path, (project / path).read_text(encoding="utf-8-sig", errors="replace"), cache_dir
                )
            ),
        )
    return pages


def _missing_page(settings: Settings) -> str:
    """What a host shows where nothing is."""
    edition = plain_edition(plain_stylesheet(settings.roles))
    return _shell("404.html", settings, edition, canonical="", home=public(settings))


def _for_subscribers(essay: Essay, sources: Iterable[str]) -> dict[str, str]:
    """The feed, and the list of pages that search engines ask for."""
    settings = essay.settings
    home, feed = public(settings), public(settings, FEED)
    told = _filled("feed.xml", settings=settings, home=home, feed=feed, entries=list(entries(essay)))
    addresses = [home, *(public(settings, path) for path in sources)]
    return {
        FEED: xml_only(told),
        "sitemap.xml": _filled("sitemap.xml", settings=settings, addresses=addresses),
    }


def _shell(template: str, settings: Settings, edition: Edition, **values: object) -> str:
    return _filled(template, settings=settings, edition=edition, icon=_icon(settings), **values)


def _filled(template: str, **values: object) -> str:
    return _templates().get_template(template).render(**values)


def _icon(settings: Settings) -> str:
    """The first letter of the title, ink on paper, as an address: browsers then ask for no file."""
    colors = palette(settings.roles, "light")
    return "data:image/svg+xml," + quote(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="4"'
        f' fill="{colors["paper"]}"/><text x="16" y="25" text-anchor="middle" font-family="Georgia,serif"'
        f' font-size="26" fill="{colors["ink"]}">{escape(settings.title[:1])}</text></svg>'
    )


@functools.cache
def _templates() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(THEME / "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    helpers: tuple[Callable[..., object], ...] = (
        figures.still, figures.groups, figures.read_out, figures.attribute, figures.cell,
        figures.figure_links, counted, letter, spoken_date,
    )  # fmt: skip
    environment.globals.update({helper.__name__: helper for helper in helpers})
    return environment


def counted(number: int, noun: str) -> str:
    """A number and its noun: 1 row, 20 rows."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def letter(index: int) -> str:
    """a, b, …, z, aa, ab, …: the links back from a reference."""
    rest, last = divmod(index, 26)
    return (letter(rest - 1) if rest else "") + chr(ord("a") + last)
