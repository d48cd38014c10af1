"""What README, CONTRIBUTING and `make help` say is so."""

import re
import subprocess
import sys
import tomllib
from datetime import date
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
MAKEFILE = (ROOT / "Makefile").read_text()
PAPERS = ["README.md", "CONTRIBUTING.md"]


def said(paper: str) -> str:
    return (ROOT / paper).read_text()


def targets() -> set[str]:
    [phony] = re.findall(r"^\.PHONY: (.+)$", MAKEFILE, re.MULTILINE)
    return set(phony.split())


def test_every_target_has_help() -> None:
    told = subprocess.run(
        ["make", "--no-print-directory", "help"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    lines = [line.split(maxsplit=1) for line in told.splitlines()]
    assert {name for name, _ in lines} == targets()
    assert all(help_text.strip() for _, help_text in lines)


@pytest.mark.parametrize("paper", PAPERS)
def test_every_task_that_a_paper_names_exists(paper: str) -> None:
    named = re.findall(r"(?:`|^)make(?: ([a-z]+))?\b", said(paper), re.MULTILINE)
    assert named
    assert {name for name in named if name} <= targets()


@pytest.mark.parametrize("paper", PAPERS)
def test_every_command_that_a_paper_names_exists(paper: str) -> None:
    for command in re.findall(r"python -m generator( [^`\n]*)", said(paper)):
        name, *arguments = command.split()
        told = subprocess.run(
            [sys.executable, "-m", "generator", name, "--help"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for option in (word for word in arguments if word.startswith("--")):
            assert option in told


def test_the_tree_in_the_readme_is_real() -> None:
    named = set(re.findall(r"^([a-z]+)/ {2,}\S", said("README.md"), re.MULTILINE))
    folders = {path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith(".")}
    assert named == {name for name in folders if not name.startswith("__")}


@pytest.mark.parametrize("paper", [*PAPERS, "LICENSE"])
def test_every_path_that_a_paper_names_is_there(paper: str) -> None:
    linked = re.findall(r"\]\(([^)#:]+)\)", said(paper))
    spoken = re.findall(
        r"(?<![\w/.-])((?:content|attention|generator|tests)/[\w/.-]*\w(?:\.\w+|/))", said(paper)
    )
    named = [name for name in {*linked, *spoken} if "NAME" not in name and "NN-" not in name]
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_the_locks_pin_every_package_and_name_no_registry() -> None:
    for name in ("requirements.txt", "requirements-test.txt", "requirements-models.txt"):
        text = said(name)
        assert "://" not in text
        assert "--index" not in text
        entries = re.findall(r"^[a-z].*(?:\n    --hash.*)*", text, re.MULTILINE)
        assert len(entries) > 20
        assert all("==" in entry and "--hash=sha256:" in entry for entry in entries)


def test_the_citation_file_says_what_the_essay_says() -> None:
    told = yaml.safe_load(said("CITATION.cff"))
    essay, project = (
        tomllib.loads(said("content/essay.toml")),
        tomllib.loads(said("pyproject.toml"))["project"],
    )
    assert told.pop("cff-version") == "1.2.0"
    assert told.pop("message")
    assert told == {
        "title": essay["title"],
        "abstract": essay["description"],
        "authors": [{"name": name} for name in essay["authors"]],
        "date-released": date.fromisoformat(essay["date"]),
        "version": project["version"],
        "license": project["license"].split(" AND "),
    } | ({"url": essay["address"]} if "address" in essay else {}) | (
        {"repository-code": essay["repository"]} if "repository" in essay else {}
    )


def test_only_the_step_that_publishes_may_write_and_it_says_where() -> None:
    flow = yaml.safe_load(said(".github/workflows/site.yml"))
    publish = flow["jobs"]["publish"]
    assert flow["permissions"] == {"contents": "read"}
    assert [name for name, job in flow["jobs"].items() if "permissions" in job] == ["publish"]
    assert publish["permissions"] == {"contents": "read", "pages": "write", "id-token": "write"}
    assert "has_pages" in publish["if"]
    [build] = [step for step in publish["steps"] if step.get("run")]
    assert build["env"] == {"SITE_URL": "${{ steps.pages.outputs.base_url }}"}
