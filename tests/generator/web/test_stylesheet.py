"""The stylesheet: every color has a name, every role its hue and its line."""

import re
from pathlib import Path

from generator.palette import THEME, palette
from generator.web.faces import FACES
from generator.web.stylesheet import stylesheet
from tests.generator import sample

ADDRESSES = {face.file: f"{face.file}?here" for face in FACES}


def test_no_color_is_written_in_the_rules() -> None:
    rules = (THEME / "essay.css").read_text(encoding="utf-8")
    rules = re.sub(r"/\*.*?\*/|\"[^\"]*\"", "", rules, flags=re.DOTALL)
    assert not re.findall(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl|oklch|lab)a?\(", rules)
    values = re.findall(r":\s*([^;{}]*);", rules)
    words = {word for value in values for word in re.findall(r"(?<![-\w])[a-z]+(?![-\w(])", value)}
    assert not words & {"black", "white", "red", "gray", "grey", "blue", "green", "orange", "silver"}


def test_every_variable_of_the_rules_is_defined() -> None:
    css = stylesheet(sample.essay(), ADDRESSES)
    assert set(re.findall(r"var\((--[\w-]+)", css)) <= set(re.findall(r"(--[\w-]+):", css))


def test_each_color_is_said_once_for_both_schemes() -> None:
    css = stylesheet(sample.essay(), ADDRESSES)
    light, dark = palette(sample.ROLES, "light"), palette(sample.ROLES, "dark")
    assert light.keys() == dark.keys() == {"paper", "ink", "muted", "hairline", "wash", "moon", "sun"}
    for name in light:
        assert f"--{name}: light-dark({light[name]}, {dark[name]});" in css


def test_a_role_has_a_hue_and_a_line() -> None:
    css = stylesheet(sample.essay(), ADDRESSES)
    assert ".role.sun, math .sun { color: var(--sun); }" in css
    assert ".role.sun { text-decoration: underline dashed 1.5px; }" in css


def test_each_face_is_loaded_from_its_address() -> None:
    css = stylesheet(sample.essay(), ADDRESSES)
    assert set(re.findall(r'url\("([^"]*)"\)', css)) == set(ADDRESSES.values())


def test_styles_of_formulas_are_rules() -> None:
    essay = sample.replaced(sample.essay(), formula_styles={"f-0a": "padding-left:0"})
    assert "math .f-0a { padding-left:0 }" in stylesheet(essay, ADDRESSES)


def contrast(first: str, second: str) -> float:
    """The contrast of two colors by WCAG 2."""

    def luminance(color: str) -> float:
        parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    dark, light = sorted(map(luminance, (first, second)))
    return (light + 0.05) / (dark + 0.05)


def test_what_is_read_stands_out_from_the_paper() -> None:
    for scheme in ("light", "dark"):
        colors = palette((), scheme)  # type: ignore[arg-type]
        for name in ("ink", "muted"):
            assert contrast(colors[name], colors["paper"]) >= 4.5, (scheme, name)  # WCAG AA for text


def test_templates_address_nothing_from_the_root_and_nothing_outside() -> None:
    for template in sorted(Path(THEME / "templates").glob("*.html")):
        text = template.read_text(encoding="utf-8")
        assert not re.findall(r'(?:href|src|action)="(?:/|https?:)', text), template.name
