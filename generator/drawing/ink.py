"""Colors by name, as the page's CSS variables: light and dark, screen and paper, still and live share them."""

INK = "var(--ink)"  # what is to be read
MUTED = "var(--muted)"  # what the eye may skip
HAIRLINE = "var(--hairline)"  # scaffolding
WASH = "var(--wash)"  # quiet surfaces
PAPER = "var(--paper)"  # the ground
CLEAR = "transparent"


def role(name: str) -> str:
    """The hue of one of the essay's roles (essay.toml says which there are)."""
    return f"var(--{name})"
