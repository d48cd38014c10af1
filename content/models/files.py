"""Weights and vocabularies out of the files that models are published in.

The formats are read by their makers' packages, which only `make models` and the tests need. What is wrong with a
file is told in one line.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from gguf import GGUFReader
from gguf.quants import dequantize
from safetensors import SafetensorError
from safetensors.numpy import load_file
from tokenizers import Tokenizer

from attention.arrays import Array
from content.models.packages import ModelError


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """The tensors of a file by name, and what it tells of the model."""

    path: Path
    tensors: Mapping[str, Any]
    settings: Mapping[str, Any]

    def take(self, name: str, *shape: int) -> Array:
        """A tensor as float32, held to its shape."""
        if name not in self.tensors:
            raise ModelError(f"{self.path}: no tensor is named '{name}'")
        tensor = self.tensors[name]
        array = tensor if isinstance(tensor, np.ndarray) else dequantize(tensor.data, tensor.tensor_type)
        if array.shape != shape:
            raise ModelError(f"{self.path}: '{name}' has shape {array.shape}, wanted {shape}")
        return array.astype(np.float32, copy=False)

    def setting(self, name: str, wanted: type) -> Any:
        """Something that the file tells of its model, held to its kind."""
        if name not in self.settings:
            raise ModelError(f"{self.path}: nothing says what '{name}' is")
        value = self.settings[name].contents()
        if not isinstance(value, wanted):
            raise ModelError(f"{self.path}: '{name}' is a {type(value).__name__}, wanted a {wanted.__name__}")
        return value


def read_safetensors(path: Path) -> Weights:
    """The tensors of a .safetensors file."""
    try:
        return Weights(path, load_file(path), {})
    except (SafetensorError, OSError, ValueError) as error:
        raise _unreadable(path, error) from None


def read_gguf(path: Path) -> Weights:
    """The tensors of a .gguf file, as they lie there; `take` makes numbers of them."""
    try:
        reader = GGUFReader(path)
        return Weights(path, {tensor.name: tensor for tensor in reader.tensors}, reader.fields)
    except (OSError, ValueError, IndexError, KeyError, TypeError, OverflowError) as error:
        raise _unreadable(path, error) from None


def read_tokenizer(path: Path) -> Tokenizer:
    """A tokenizer that gives a sentence as it is, neither filled up nor cut off."""
    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as error:  # the package has no error of its own
        raise _unreadable(path, error) from None
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def _unreadable(path: Path, error: Exception) -> ModelError:
    reason = " ".join(str(error).split())[:200]
    return ModelError(f"{path} cannot be read: {reason or type(error).__name__}")
