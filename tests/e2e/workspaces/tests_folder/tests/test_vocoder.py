import pytest
import torch

from audio.vocoder import Vocoder


@pytest.mark.parametrize("bands", [8, 16])
def test_scripts(bands, tmp_path):
    scripted = torch.jit.script(Vocoder(bands))  # root
    scripted.save(str(tmp_path / "vocoder.pt"))


def test_fixture_scripts(vocoder):
    assert torch.jit.script(vocoder)  # skipped: TS1301


def test_has_code():
    class Local(torch.nn.Module):
        def forward(self, x):
            return x.local()  # error: TS5001

    torch.jit.script(Local())  # root
