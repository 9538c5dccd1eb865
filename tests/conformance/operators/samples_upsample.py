"""Images in another size."""

import torch

from sampling import FLOATS, Call, samples

SHAPES = {1: (6,), 2: (5, 6), 3: (3, 4, 5)}
OUT = {1: [[9], [3], [6], [1]], 2: [[9, 4], [5, 6], [1, 1], [10, 12]], 3: [[5, 4, 9], [3, 4, 5], [1, 1, 1]]}
KINDS = ["upsample_nearest1d", "upsample_nearest2d", "upsample_nearest3d", "_upsample_nearest_exact1d", "_upsample_nearest_exact2d", "_upsample_nearest_exact3d",
         "upsample_linear1d", "upsample_bilinear2d", "upsample_trilinear3d", "upsample_bicubic2d", "_upsample_bilinear2d_aa", "_upsample_bicubic2d_aa"]


@samples(*KINDS, *[kind + ".vec" for kind in KINDS], tolerance=1e-4)
def upsample(make, name):
    kind, _, vec = name.partition(".")
    rank = int(kind.removesuffix("_aa")[-2])
    for dtype in FLOATS + ([torch.uint8] if "nearest" in kind else []):
        for layout in ("contiguous", "channels_last"):
            image = make.tensor((2, 3, *SHAPES[rank]), dtype, 0, layout=layout)
            for align in [[]] if "nearest" in kind else [[False], [True]]:
                for size in OUT[rank]:
                    yield [image, size, *align] + ([None] if vec else [])
                for factor in (2.0, 0.5, 1.7):
                    if vec:
                        yield [image, None, *align, [factor] * rank]
                    else:
                        yield [image, [int(n * factor) for n in SHAPES[rank]], *align, *[factor] * rank]
    align = [] if "nearest" in kind else [False]
    yield [image[:, :, :0], OUT[rank][0], *align] + ([None] if vec else [])
    yield [image, [2] * (rank + 1), *align] + ([None] if vec else [])
