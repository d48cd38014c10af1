"""What the encoder reads: the essay's sentence with many endings, and a dozen lines of ordinary text."""

from pathlib import Path

ACTIVE = "The animal didn't cross the street because it was too {}."
PASSIVE = "The street was not crossed by the animal because it was too {}."
ENDINGS = ("tired", "wide")
OF_ANIMALS = (
    *("tired", "hungry", "scared", "sleepy", "weak", "afraid"),
    *("sick", "old", "nervous", "lazy", "thirsty", "frightened"),
)
OF_STREETS = (
    *("wide", "busy", "long", "icy", "crowded", "narrow"),
    *("steep", "dark", "noisy", "bumpy", "muddy", "flooded"),
)
# Lewis Carroll 1865 (the first six), Herman Melville 1851, Jane Austen 1813, Charles Dickens 1859, and our own.
TEXT = tuple(Path(__file__).with_name("text.txt").read_text("utf-8").splitlines())
