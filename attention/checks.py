"""Bad input, told in the axis letters of `attention.arrays`: what came and what was wanted."""

from attention.arrays import Array


def mismatch(name: str, got: object, wanted: object) -> ValueError:
    """The error to raise where `name` is not what was wanted."""
    return ValueError(f"{name}: got {got}, wanted {wanted}")


def check_axes(**arrays: tuple[Array, str]) -> dict[str, int]:
    """The size of each axis letter, or ValueError where an array lacks axes or two disagree about a letter.

    Only the trailing axes are named: `check_axes(q=(q, "T D"), k=(k, "S D"))`.
    """
    sizes: dict[str, int] = {}
    for name, (array, letters) in arrays.items():
        axes = letters.split()
        if array.ndim < len(axes):
            raise mismatch(f"{name} [{letters}]", f"shape {array.shape}", f"at least {len(axes)} axes")
        for letter, size in zip(axes, array.shape[array.ndim - len(axes) :], strict=True):
            if sizes.setdefault(letter, size) != size:
                raise mismatch(f"{name} [{letters}]", f"{letter} = {size}", f"{letter} = {sizes[letter]}")
    return sizes


def check_positive(name: str, number: float) -> None:
    """ValueError unless `number` is above zero (NaN is not)."""
    if not number > 0:
        raise mismatch(name, number, "a number above 0")
