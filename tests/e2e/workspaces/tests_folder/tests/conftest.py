import pytest

from audio.vocoder import Vocoder


@pytest.fixture
def vocoder():
    return Vocoder(bands=8).eval()
