"""The help of `python -m generator`, and what it says to a slip of the hand."""

import re

import click
import pytest
from click.testing import CliRunner

from generator.cli import main

COMMANDS = sorted(main.commands)


def told(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, arguments)
    return result.exit_code, result.output


def test_the_commands_are_listed_in_whole_sentences() -> None:
    status, text = told("--help")
    assert status == 0
    lines = re.findall(r"^  (\w+) {2,}(.+)$", text.partition("Commands:")[2], re.MULTILINE)
    assert [name for name, _ in lines] == COMMANDS
    assert all(line.endswith(".") and not line.endswith("...") for _, line in lines)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_says_what_it_does_with_options_and_an_example(name: str) -> None:
    status, text = told(name, "-h")
    assert status == 0
    assert f"python -m generator {name}" in text.partition("For example:")[2]
    for parameter in main.commands[name].params:
        if isinstance(parameter, click.Option):
            assert parameter.help
            assert parameter.help.endswith(".")
            assert parameter.is_flag or not isinstance(parameter.default, str) or "[default: " in text


@pytest.mark.parametrize("name", COMMANDS)
def test_the_examples_are_right(name: str) -> None:
    _, text = told(name, "--help")
    for line in re.findall(r"python -m generator (.+)", text.partition("For example:")[2]):
        command, *arguments = line.split()
        assert main.commands[command].make_context(command, arguments)


@pytest.mark.parametrize(("arguments", "hint"), [(["biuld"], "build"), (["build", "--strit"], "--strict")])
def test_the_nearest_name_is_offered(arguments: list[str], hint: str) -> None:
    status, text = told(*arguments)
    assert status == 2
    assert f"Did you mean '{hint}'?" in text
