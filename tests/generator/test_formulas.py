"""Formulas: MathML for a strict page, and what the maths face must hold."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.formulas import Formula, typesetter
from generator.model import Role
from generator.problems import Fault

ROLES = tuple(Role(name, name, "solid", "#000000", "#ffffff") for name in ("throw", "catch", "hold"))
FORMULAS = (
    r"\begin{aligned} a &= b \\ c &= d \end{aligned}",
    r"\begin{cases} a & b \\ c & d \end{cases}",
    r"\begin{array}{l|c} a & b \\ \hline c & d \end{array}",
    r"\mathop{\mathrm{argmax}}_x f \! g \kern-2pt h \hspace{-1em} i \textsc{small}",
    r"\throw{x} \catch{y}_i \hold{z + \throw{w}}",
    r"\sqrt{\frac{a}{b}} \sum_{i=1}^n \left( x \right) \max_i x",
)


@pytest.mark.parametrize("tex", FORMULAS)
@pytest.mark.parametrize("display", [True, False])
def test_no_formula_styles_itself(tex: str, display: bool) -> None:
    formula = typesetter(ROLES).set(tex, display=display)
    ET.fromstring(formula.mathml)
    assert " style=" not in formula.mathml
    classes = set(re.findall(r'class="([^"]*)"', formula.mathml))
    assert classes <= formula.styles.keys() | {role.name for role in ROLES}


def test_each_role_has_its_class() -> None:
    mathml = typesetter(ROLES).set(r"\throw{x}\catch{y}\hold{z + w}", display=False).mathml
    assert '<mi class="throw">x</mi><mi class="catch">y</mi><mrow class="hold"><mi>z</mi>' in mathml


def test_a_lone_letter_needs_its_italic() -> None:
    characters = typesetter(()).set(r"h + \mathrm{ab} + \phi", display=False).characters
    assert {"ℎ", "a", "b", "+", "𝜙"} <= characters
    assert "𝑎" not in characters


def test_characters_that_are_not_seen_need_no_glyph() -> None:
    characters = (
        typesetter(()).set(r"\sin x \begin{cases} a & b \end{cases} \mathcal{L}", display=True).characters
    )
    assert characters.isdisjoint("\u2061\u2063\ufe00 ")


@pytest.mark.parametrize(
    ("tex", "offset"),
    [(r"a + \foo{x}", 4), ("é−\\foo", 2), (r"\throw{a \foo}", 9), (r"x \label{a}", 2), (r"\color{red} x", 0)],
)
def test_what_is_refused_is_refused_at_its_place(tex: str, offset: int) -> None:
    with pytest.raises(Fault) as fault:
        typesetter(ROLES).set(tex, display=False)
    assert fault.value.offset == offset


@given(st.text(alphabet="abx12 {}^_\\&$%#~'()+=−é\n", max_size=20), st.booleans())
def test_any_text_is_set_or_refused(tex: str, display: bool) -> None:
    outcome = formula_or_fault(tex, display)
    if isinstance(outcome, Fault):
        assert 0 <= outcome.offset <= len(tex)
    else:
        ET.fromstring(outcome.mathml)
        assert " style=" not in outcome.mathml


def formula_or_fault(tex: str, display: bool) -> Formula | Fault:
    """The formula, or what is wrong with it."""
    try:
        return typesetter(ROLES).set(tex, display=display)
    except Fault as fault:
        return fault
