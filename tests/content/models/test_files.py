"""Weight files, made here: their numbers come out as they went in, and what is wrong with one is told in one line."""

from pathlib import Path

import gguf
import numpy as np
import pytest
from safetensors.numpy import save_file
from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.pre_tokenizers import Whitespace

from content.models.files import read_gguf, read_safetensors, read_tokenizer
from content.models.packages import ModelError

TABLE = np.arange(15, dtype=np.float32).reshape(3, 5)


@pytest.fixture
def safe(tmp_path: Path) -> Path:
    path = tmp_path / "made.safetensors"
    save_file({"table": TABLE, "half": TABLE.astype(np.float16)}, path)
    return path


@pytest.fixture
def packed(tmp_path: Path) -> Path:
    """A file with one table of 2 × 64 numbers in blocks of 4 bits."""
    path = tmp_path / "made.gguf"
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_token_list(["one", "Ġtwo"])
    writer.add_tensor("table", _blocks(), raw_dtype=gguf.GGMLQuantizationType.Q4_1)
    writer.add_tensor("plain", TABLE)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def _blocks() -> np.ndarray:
    """Four blocks: a step, a floor, and 16 bytes that hold the first half in their low bits, the second high."""
    steps = np.array([0.5, 1, 2, 0.25], np.float16).view(np.uint8).reshape(4, 2)
    floors = np.array([0, -1, 3, 8], np.float16).view(np.uint8).reshape(4, 2)
    codes = np.arange(16, dtype=np.uint8)
    both = np.tile(codes | (15 - codes) << 4, (4, 1))
    return np.concatenate([steps, floors, both], axis=1).reshape(2, 40)


def one_line(error: pytest.ExceptionInfo[ModelError], *parts: str) -> None:
    told = str(error.value)
    assert "\n" not in told
    assert [part for part in parts if part not in told] == []


def test_tensors_come_out_as_they_went_in(safe: Path) -> None:
    weights = read_safetensors(safe)
    np.testing.assert_array_equal(weights.take("table", 3, 5), TABLE)
    half = weights.take("half", 3, 5)
    np.testing.assert_array_equal(half, TABLE)  # small whole numbers have no error in half precision
    assert half.dtype == np.float32


def test_four_bits_are_a_floor_and_so_many_steps(packed: Path) -> None:
    count = np.concatenate([np.arange(16), 15 - np.arange(16)])
    rows = [[0.5 * count, count - 1.0], [2 * count + 3.0, 0.25 * count + 8]]
    table = read_gguf(packed).take("table", 2, 64)
    np.testing.assert_array_equal(table, np.array([np.concatenate(row) for row in rows]))
    assert table.dtype == np.float32


def test_what_is_not_packed_is_read_as_it_is(packed: Path) -> None:
    np.testing.assert_array_equal(read_gguf(packed).take("plain", 3, 5), TABLE)


def test_a_file_tells_of_its_model(packed: Path) -> None:
    assert read_gguf(packed).setting("tokenizer.ggml.tokens", list) == ["one", "Ġtwo"]


def test_a_setting_that_lacks_or_is_of_another_kind_is_named(packed: Path) -> None:
    weights = read_gguf(packed)
    with pytest.raises(ModelError) as error:
        weights.setting("llama.block_count", int)
    one_line(error, "made.gguf: nothing says what 'llama.block_count' is")
    with pytest.raises(ModelError) as error:
        weights.setting("general.architecture", list)
    one_line(error, "'general.architecture' is a str, wanted a list")


def test_a_missing_tensor_is_named(safe: Path) -> None:
    with pytest.raises(ModelError) as error:
        read_safetensors(safe).take("tabel", 3, 5)
    one_line(error, "made.safetensors: no tensor is named 'tabel'")


def test_a_wrong_shape_is_told(safe: Path, packed: Path) -> None:
    with pytest.raises(ModelError) as error:
        read_safetensors(safe).take("table", 5, 3)
    one_line(error, "'table' has shape (3, 5), wanted (5, 3)")
    with pytest.raises(ModelError) as error:
        read_gguf(packed).take("table", 64, 2)
    one_line(error, "'table' has shape (2, 64), wanted (64, 2)")


@pytest.mark.parametrize("left", [0, 3, 40, 0.5, 0.9])
def test_a_file_cut_short_is_told_in_one_line(safe: Path, packed: Path, left: float) -> None:
    for path, read in ((safe, read_safetensors), (packed, read_gguf)):
        whole = path.read_bytes()
        path.write_bytes(whole[: left if isinstance(left, int) else int(left * len(whole))])
        with pytest.raises(ModelError) as error:
            read(path)
        one_line(error, path.name, "cannot be read")


def test_a_file_of_something_else_is_told_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("<!doctype html>\n<title>Not found</title>\n" * 9)
    for read in (read_safetensors, read_gguf, read_tokenizer):
        with pytest.raises(ModelError) as error:
            read(path)
        one_line(error, "page.html cannot be read")


def test_a_file_that_is_not_there_is_told_in_one_line(tmp_path: Path) -> None:
    for read in (read_safetensors, read_gguf, read_tokenizer):
        with pytest.raises(ModelError) as error:
            read(tmp_path / "none")
        one_line(error, "none cannot be read")


def test_a_sentence_is_neither_filled_up_nor_cut_off(tmp_path: Path) -> None:
    names = ["[UNK]", "[PAD]", "street", "cross", "##ing"]
    made = Tokenizer(WordPiece({name: k for k, name in enumerate(names)}, unk_token="[UNK]"))
    made.pre_tokenizer = Whitespace()
    made.enable_padding(length=16, pad_id=1)
    made.enable_truncation(2)
    made.save(str(tmp_path / "tokenizer.json"))
    encoded = read_tokenizer(tmp_path / "tokenizer.json").encode("crossing street street dog")
    assert encoded.tokens == ["cross", "##ing", "street", "street", "[UNK]"]
    assert encoded.ids == [3, 4, 2, 2, 0]
