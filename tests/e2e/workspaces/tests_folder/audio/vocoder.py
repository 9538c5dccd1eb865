from torch import nn


class Vocoder(nn.Module):
    def __init__(self, bands):
        super().__init__()
        self.conv = nn.Conv1d(bands, 1, 3)

    def forward(self, bands):
        return self.conv(bands).to_wave()  # error: TS5001


class Filter(nn.Module):
    def forward(self, wave):
        return wave.filtered()  # candidate: TS5001
