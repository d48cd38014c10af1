"""What tests of the page's parts share."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache, so that what takes long is made once for all of them."""
    return tmp_path_factory.mktemp("kept")
