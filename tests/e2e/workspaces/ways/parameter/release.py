from decoder import Decoder
from encoder import Encoder
from exporting import export


def release_all(folder):
    export(Encoder(16, depth=2), folder + "/encoder.pt")
    decoder = Decoder(16)
    export(decoder, folder + "/decoder.pt")
