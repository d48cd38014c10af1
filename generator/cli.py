"""The commands of `python -m generator`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import click

from generator.problems import BuildFailed, Problem, shown

_FOLDER = click.Path(file_okay=False, path_type=Path)


def _example(*lines: str) -> str:
    """What stands under the help of a command."""
    return "\b\nFor example:\n" + "\n".join(f"  python -m generator {line}" for line in lines)


def _essay(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that every command has."""
    content = click.option("--content", type=_FOLDER, default=Path("content"), help="The essay's folder.")
    kept = click.option("--cache", type=_FOLDER, default=Path(".cache"), help="What is kept between builds.")
    quiet = click.option("--quiet", is_flag=True, help="Say only what is wrong.")
    return content(kept(quiet(command)))


@click.group(context_settings={"show_default": True, "help_option_names": ["-h", "--help"]})
def main() -> None:
    """Make a site of an essay: its Markdown, and the figures and numbers that its code gives."""


@main.command(epilog=_example("build --strict", "build --content walk --out walk-site"))
@_essay
@click.option("--out", type=_FOLDER, default=Path("site"), help="The site, replaced as a whole.")
@click.option("--strict", is_flag=True, help="Take warnings for errors.")
def build(content: Path, cache: Path, quiet: bool, out: Path, strict: bool) -> None:
    """Build the site, redoing what has changed.

    Where anything is wrong, all of it is told at once, and the site stays as it was.
    """
    from generator.build import build as build_site
    from generator.web.address import FEED

    with _told(f"{out}/ is as it was"), _progress(quiet) as progress:
        warnings = build_site(content, out, cache, strict=strict, progress=progress)
    _tell(warnings)
    if not quiet:
        click.echo(f"{out / 'index.html'} is ready")
        if not (out / FEED).is_file():
            click.echo(
                "It has no address (in essay.toml, or SITE_URL), so no feed, sitemap or picture for links"
            )


@main.command(epilog=_example("serve", "serve --content walk --port 0"))
@_essay
@click.option("--port", type=click.IntRange(0, 65535), default=8000, help="The port; 0 takes any free one.")
@click.option("--strict", is_flag=True, help="Take warnings for errors.")
def serve(content: Path, cache: Path, quiet: bool, port: int, strict: bool) -> None:
    """Show the essay in a browser while it is written.

    It is served to this machine alone. Every saving is built at once and shown in pages that are open, which keep
    their place and the state of their figures. What is wrong is shown over the last good page.
    Nothing is written: the site is made by `build`.
    """
    from generator.desk.messages import Finished, Job
    from generator.desk.serve import serve as serve_essay
    from generator.desk.server import Server
    from generator.desk.stage import Stage

    def report(finished: Finished) -> None:
        _tell(finished.problems)
        if not quiet:
            click.echo(f"{_counted(finished.problems) or 'ready'}, {finished.seconds:.2f} s")

    try:
        server = Server(Stage(), port)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        message = f"port {port} cannot be had, {reason}: name another with --port"
        raise click.ClickException(message) from None
    click.echo(f"{server.address} shows the essay; Ctrl-C ends it")
    with _progress(quiet) as progress, suppress(KeyboardInterrupt):
        serve_essay(Job(content.resolve(), cache.resolve(), strict), server, progress, report)


@main.command(epilog=_example("check", "check --out walk-site --content walk", "check --external"))
@click.option("--content", type=_FOLDER, default=Path("content"), help="The essay's folder.")
@click.option("--out", type=_FOLDER, default=Path("site"), help="The site, as built.")
@click.option("--external", is_flag=True, help="List the links that lead elsewhere; none is followed.")
def check(content: Path, out: Path, external: bool) -> None:
    """Look a built site over, as a reader and a host will.

    Links, ids and the files behind them, weights against their budgets, the contrast of colors, what each page
    says of itself, and whether XML and JSON are well formed. All that is wrong is told at once. Nothing is fetched,
    and nothing is changed.
    """
    from generator.desk.check import check_site

    with _told():
        addresses = check_site(content, out)
    for address, page in addresses.items() if external else ():
        click.echo(f"{address}  ({page})")
    click.echo(
        f"{out}/ is in order; {len(addresses)} links lead elsewhere{'' if external else ' (--external lists them)'}"
    )


@main.command(epilog=_example("start walk"))
@click.argument("folder", type=_FOLDER)
def start(folder: Path) -> None:
    """Write the skeleton of a new essay into FOLDER, ready to be built.

    FOLDER is new or empty, and has a name that Python can import: its figures are modules.
    """
    from generator.desk.start import start as start_essay

    with _told():
        files = start_essay(folder.resolve())
    for file in files:
        click.echo(f"  {shown(file)}")
    name = shown(folder.resolve())
    click.echo(f"See it while you write:  python -m generator serve --content {name}")
    click.echo(f"Build it:                python -m generator build --content {name} --out {name}-site")


@main.command(epilog=_example("figures", "figures walk", "figures --why walk"))
@click.argument("only", nargs=-1)
@click.option("--why", metavar="NAME", help="Say what makes a figure or experiment stale, and do nothing.")
@_essay
def figures(content: Path, cache: Path, quiet: bool, only: tuple[str, ...], why: str | None) -> None:
    """Redo figures and their experiments.

    All of them, or ONLY the named ones: by the name of a figure, of its module or of an experiment.
    """
    from generator.gallery import bake_gallery, plan, redo
    from generator.gallery import why as cause
    from generator.load import load
    from generator.palette import palette

    with _told(), _progress(quiet) as progress:
        sources = load(content.resolve())
        if sources.settings is None:
            raise BuildFailed(sources.problems)
        colors = frozenset(palette(sources.settings.roles, "light"))
        made = plan(content.resolve(), cache.resolve())
        if why:
            click.echo(cause(made, colors, why))
            return
        redo(made, only)
        problems = bake_gallery(made, colors, progress).problems
        if problems:
            raise BuildFailed(problems)


@contextmanager
def _told(closing: str = "") -> Iterator[None]:
    """End with status 1 and everything that is wrong, where something is."""
    try:
        yield
    except BuildFailed as failed:
        _tell(failed.problems)
        click.echo("; ".join(filter(None, [_counted(failed.problems), closing])), err=True)
        sys.exit(1)


def _counted(problems: tuple[Problem, ...]) -> str:
    """2 problems, 1 warning."""
    errors = sum(problem.severity == "error" for problem in problems)
    counts = {"problem": errors, "warning": len(problems) - errors}
    return ", ".join(f"{count} {kind}{'' if count == 1 else 's'}" for kind, count in counts.items() if count)


def _tell(problems: tuple[Problem, ...]) -> None:
    for problem in problems:
        click.echo(f"{problem}\n", err=True)


@contextmanager
def _progress(quiet: bool) -> Iterator[Callable[[str, float | None], None]]:
    """Show long work on a terminal: what goes on, and what is done in how long."""
    from generator.workers import silent

    if quiet or not sys.stderr.isatty():
        yield silent
        return
    from generator.progress import Board

    with Board() as board:
        yield board.tell
