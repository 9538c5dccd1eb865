"""Fourier transforms."""

import torch

from sampling import COMPLEX, FLOATS, Call, samples

LENGTHS = [1, 2, 3, 8, 12, 17, 30, 64, 77]


def inputs(make, name):
    takes_real = name.partition("_")[2].lstrip("i")[0] == "r" or "ihfft" in name
    for dtype in FLOATS if takes_real else FLOATS + COMPLEX:
        yield dtype


@samples("fft_fft", "fft_ifft", "fft_rfft", "fft_irfft", "fft_hfft", "fft_ihfft", tolerance=1e-4)
def lines(make, name):
    for dtype in inputs(make, name):
        for length in LENGTHS:
            yield [make.tensor((2, length), dtype)]
        for norm in ("forward", "backward", "ortho"):
            yield [make.tensor((6, 5), dtype), None, 0, norm]
            for n in (3, 4, 9):
                yield [make.tensor((6, 5), dtype), n, -1, norm]
        for layout in ("transposed", "strided"):
            yield [make.tensor((4, 6), dtype, layout=layout), None, 1]
    yield [make.tensor((7,), torch.int64)]
    yield [make.tensor((7,)), None, 0, "other"]
    yield [make.tensor((7,)), 0]
    yield [make.tensor((7,)), None, 1]
    yield [make.tensor((3, 0))]
    if name in ("fft_rfft", "fft_ihfft"):
        yield [make.tensor((7,), torch.complex64)]


@samples("fft_fft2", "fft_ifft2", "fft_rfft2", "fft_irfft2", "fft_hfft2", "fft_ihfft2", "fft_fftn", "fft_ifftn", "fft_rfftn",
         "fft_irfftn", "fft_hfftn", "fft_ihfftn", tolerance=1e-4)
def planes(make, name):
    for dtype in inputs(make, name):
        for norm in (None, "forward", "ortho"):
            yield [make.tensor((2, 4, 5), dtype), None, [-2, -1], norm]
            yield [make.tensor((2, 4, 6), dtype), [3, 8], [0, 2], norm]
            yield [make.tensor((2, 4, 6), dtype), [5, -1], [2, 1], norm]
        if name.endswith("n"):
            yield [make.tensor((2, 3, 4), dtype)]
            yield [make.tensor((2, 3, 4), dtype), [3, 3]]
            yield [make.tensor((2, 3, 4), dtype), None, [1]]
    yield [make.tensor((3, 4)), None, [1, 1]]
    yield [make.tensor((3, 4)), [2], [0, 1]]
    yield [make.tensor((3, 4)), [2, 0], [0, 1]]


@samples("_fft_c2c", tolerance=1e-4)
def raw_complex(make, name):
    for dtype in COMPLEX:
        for scaling in (0, 1, 2):
            for forward in (True, False):
                yield [make.tensor((4, 6), dtype), [0, 1], scaling, forward]
                yield [make.tensor((3, 7), dtype), [1], scaling, forward]


@samples("_fft_r2c", tolerance=1e-4)
def raw_real(make, name):
    for dtype in FLOATS:
        for scaling in (0, 1, 2):
            for onesided in (True, False):
                yield [make.tensor((4, 6), dtype), [0, 1], scaling, onesided]
                yield [make.tensor((3, 7), dtype), [0], scaling, onesided]


@samples("_fft_c2r", tolerance=1e-4)
def raw_half(make, name):
    for dtype in COMPLEX:
        for scaling in (0, 1, 2):
            yield [make.tensor((4, 6), dtype), [1], scaling, 10]
            yield [make.tensor((4, 6), dtype), [1], scaling, 11]


@samples("fft_fftfreq", "fft_rfftfreq")
def frequencies(make, name):
    for n in (1, 2, 5, 8):
        yield [n]
        yield Call(n, 0.25, dtype=torch.float64)


@samples("fft_fftfreq.out", "fft_rfftfreq.out")
def frequencies_out(make, name):
    for n in (1, 2, 5, 8):
        yield Call(n, 0.5, out=torch.zeros(0))
        yield Call(n, 0.5, out=torch.zeros(0, dtype=torch.float64))


@samples("fft_fftshift", "fft_ifftshift")
def shifts(make, name):
    for dtype in (torch.float32, torch.int64, torch.complex64):
        yield [make.tensor((5,), dtype)]
        yield [make.tensor((4, 5), dtype)]
        yield [make.tensor((4, 5), dtype), [1]]
    yield [make.tensor((4, 5)), [-2]]


@samples("stft", tolerance=1e-4)
def stft(make, name):
    for dtype in FLOATS:
        for onesided in (None, True, False):
            yield [make.tensor((30,), dtype), 8, 4, None, None, False, onesided, True]
            yield [make.tensor((2, 30), dtype), 8, None, 6, make.tensor((6,), dtype, 0.5, 1), True, onesided, True]
    yield [make.tensor((30,)), 8, 4, None, None, False, True, False]
    yield [make.tensor((30,), torch.complex64), 8, 4, None, None, False, None, True]
    yield [make.tensor((30,)), 40, 4, None, None, False, None, True]
    yield [make.tensor((30,)), 8, 0, None, None, False, None, True]
    yield [make.tensor((30,)), 8, 2, 9, None, False, None, True]


@samples("stft.center", tolerance=1e-4)
def stft_center(make, name):
    for mode in ("reflect", "constant"):
        for center in (True, False):
            yield [make.tensor((2, 30)), 8, 3, None, None, center, mode, False, None, True]


@samples("istft", tolerance=1e-4)
def istft(make, name):
    for onesided in (None, True):
        for center in (True, False):
            window = make.tensor((8,), low=0.5, high=1)
            spectrum = torch.stft(make.tensor((2, 40)), 8, 4, window=window, center=center, return_complex=True)
            yield [spectrum, 8, 4, 8, window, center, False, onesided]
            yield [spectrum, 8, 4, 8, window, center, True, onesided, 30]
    spectrum = torch.stft(make.tensor((40,)), 8, 4, onesided=False, return_complex=True)
    yield [spectrum, 8, 4, None, None, True, False, False, None, True]
    yield [spectrum, 8, 4, None, None, True, False, False, None, False]
    yield [make.tensor((5, 6)), 8]
