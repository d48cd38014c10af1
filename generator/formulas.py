"""TeX formulas to MathML that obeys a strict page: roles and every style as classes, nothing inline."""

from __future__ import annotations

import hashlib
import html
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from math_core import LatexError, LatexToMathML

from generator.model import Role
from generator.problems import Fault

# The converter knows no classes, but it does know colors: each role borrows one that no author may name.
_COLORS = (
    "Apricot", "Aquamarine", "Bittersweet", "BlueGreen", "BrickRed", "BurntOrange", "CadetBlue", "Cerulean",
    "Dandelion", "Emerald", "Fuchsia", "Goldenrod", "JungleGreen", "Lavender", "Mahogany", "Peach",
)  # fmt: skip

_REFUSED = (
    (r"\\(?:text)?color(?![A-Za-z])", "colors come from the roles in essay.toml, by their macros"),
    (
        r"\\begin\{(?:equation|align|alignat|flalign|gather|multline)\*?\}",
        "write 'aligned'; a label numbers it",
    ),
    (r"\\(?:eq)?ref(?![A-Za-z])", "the text refers to a formula: [](#eq-label)"),
    (r"\\(?:label|tag)(?![A-Za-z])", "a label follows the formula: $$ … $$ (label)"),
    (r"\\(?:boxed|[bx]?cancel|sout|phase|textsf)(?![A-Za-z])", "browsers do not draw this"),
)
_VARIATION = re.compile("[\ufe00-\ufe0f]")
_STYLED = re.compile(r'\sstyle="([^"]*)"')
_ONE_LETTER = re.compile(r"<mi([^>]*)>([^<])</mi>")
_WRAPPED_LETTER = re.compile(r'<mrow class="([^"]*)"><mi>([^<]*)</mi></mrow>')
_ENTITIES = {"&ApplyFunction;": "\u2061", "&InvisibleTimes;": "\u2062"}
_ITALIC = {
    chr(int(unicodedata.decomposition(chr(code)).split()[1], 16)): chr(code)
    for code in (*range(0x1D434, 0x1D455), *range(0x1D456, 0x1D468), *range(0x1D6E2, 0x1D71C))
} | {"h": "\u210e"}


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula as the page has it."""

    mathml: str
    characters: frozenset[str]  # what the maths face must hold
    styles: Mapping[str, str] = field(default_factory=dict)  # class to declarations


@dataclass(frozen=True, slots=True)
class Typesetter:
    """Sets formulas, knowing the roles' macros."""

    converter: LatexToMathML
    roles: Mapping[str, str]  # style attribute to role

    def set(self, tex: str, *, display: bool) -> Formula:
        """The formula, or Fault."""
        _refuse(tex)
        try:
            mathml = self.converter.convert_with_local_state(tex, displaystyle=display)
        except LatexError as error:
            raise _told(error) from None
        for entity, character in _ENTITIES.items():
            mathml = mathml.replace(entity, character)
        mathml, styles = self._classed(_VARIATION.sub("", mathml))
        return Formula(mathml, _characters(mathml), styles)

    def _classed(self, mathml: str) -> tuple[str, dict[str, str]]:
        """The same with a class for every style."""
        styles: dict[str, str] = {}

        def name(match: re.Match[str]) -> str:
            declarations = match[1]
            role = self.roles.get(declarations)
            if role is None:
                role = f"f-{hashlib.sha256(declarations.encode()).hexdigest()[:6]}"
                styles[role] = declarations
            return f' class="{role}"'

        return _WRAPPED_LETTER.sub(r'<mi class="\1">\2</mi>', _STYLED.sub(name, mathml)), styles


def typesetter(roles: Sequence[Role]) -> Typesetter:
    """A typesetter whose macros are those of the roles."""
    usable = [role for role in roles if re.fullmatch("[A-Za-z]+", role.macro)]
    colors = dict(zip((role.name for role in usable), _COLORS, strict=False))
    plain = LatexToMathML(fancy_error=False)
    macros = {
        role.macro: rf"\textcolor{{{colors[role.name]}}}{{#1}}" for role in usable if role.name in colors
    }
    styles = {}
    for name, color in colors.items():
        sample = _STYLED.search(
            plain.convert_with_local_state(rf"\textcolor{{{color}}}{{x}}", displaystyle=False)
        )
        if sample:
            styles[sample[1]] = name
    return Typesetter(LatexToMathML(macros=macros, fancy_error=False), styles)


def _refuse(tex: str) -> None:
    """Commands that would be set, but not by the page's rules."""
    for pattern, hint in _REFUSED:
        match = re.search(pattern, tex)
        if match:
            raise Fault(f"'{match[0]}' has no place here", hint, match.start())


def _told(error: LatexError) -> Fault:
    match = re.fullmatch(r"(?:\w+:)?(\d+): (.*)", str(error), re.DOTALL)
    offset, message = (int(match[1]), match[2]) if match else (0, str(error))
    return Fault(message.rstrip("."), offset=offset)


def _characters(mathml: str) -> frozenset[str]:
    """What is seen of it: a lone letter in <mi> is shown as its mathematical italic."""
    seen = {_ITALIC.get(match[2], match[2]) for match in _ONE_LETTER.finditer(mathml)}
    seen |= set(html.unescape(re.sub(r"<[^>]*>", "", mathml)))
    seen |= {"√"} if "<msqrt" in mathml or "<mroot" in mathml else set()  # the browser draws it by itself
    return frozenset(c for c in seen if unicodedata.category(c)[0] not in "CZ")
