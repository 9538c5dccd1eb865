"""Layers, containers and modules changed by nn.utils: (class, constructor, arguments of forward), each a Python expression."""

_L3 = 'torch.randn(2, 4, 9),'
_L4 = 'torch.randn(2, 4, 8, 9),'
_L5 = 'torch.randn(2, 4, 5, 6, 7),'
_BY_RANK = {1: _L3, 2: _L4, 3: _L5}
_UNBATCHED = {1: 'torch.randn(4, 9),', 2: 'torch.randn(4, 8, 9),', 3: 'torch.randn(4, 5, 6, 7),'}

CASES = [
    ('Module', 'nn.Module()', None),
    ('Container', 'nn.Container(first=nn.Linear(2, 3), second=nn.ReLU())', None),
    ('Identity', 'nn.Identity(54, unused=1)', 'torch.randn(2),'),
    ('Linear', 'nn.Linear(4, 5)', 'torch.randn(2, 4),'),
    ('Linear', 'nn.Linear(4, 5, bias=False)', 'torch.randn(2, 4),'),
    ('Linear', 'nn.Linear(4, 5, dtype=torch.float64)', 'torch.randn(4, dtype=torch.float64),'),
    ('NonDynamicallyQuantizableLinear', 'nn.modules.linear.NonDynamicallyQuantizableLinear(4, 5)', 'torch.randn(2, 4),'),
    ('Bilinear', 'nn.Bilinear(3, 4, 5)', 'torch.randn(2, 3), torch.randn(2, 4)'),
    ('Bilinear', 'nn.Bilinear(3, 4, 5, False)', 'torch.randn(2, 3), torch.randn(2, 4)'),
    ('LazyLinear', 'nn.LazyLinear(5)', 'torch.randn(2, 4),'),
    ('LazyLinear', 'nn.LazyLinear(5, False)', 'torch.randn(2, 4),'),
    ('Flatten', 'nn.Flatten()', _L4),
    ('Flatten', 'nn.Flatten(0, 2)', _L4),
    ('Unflatten', 'nn.Unflatten(1, (2, 2))', _L3),
    ('Unflatten', 'nn.Unflatten(1, torch.Size([2, 2]))', _L3),
    ('Unflatten', 'nn.Unflatten(1, [2, -1])', _L3),
    ('Unflatten', 'nn.Unflatten("C", (("A", 2), ("B", 2)))', 'torch.randn(2, 4, names=("N", "C")),'),
    ('Unflatten', 'nn.Unflatten(1, (2, 2.0))', _L3),
    ('Unflatten', 'nn.Unflatten("C", (2, 2))', _L3),
    ('Unflatten', 'nn.Unflatten(1, 4)', _L3),
    ('Unflatten', 'nn.Unflatten(None, (2, 2))', _L3),
    ('PixelShuffle', 'nn.PixelShuffle(2)', _L4),
    ('PixelUnshuffle', 'nn.PixelUnshuffle(2)', 'torch.randn(1, 3, 4, 4),'),
    ('ChannelShuffle', 'nn.ChannelShuffle(2)', _L4),
    ('Fold', 'nn.Fold((4, 5), (2, 2))', 'torch.randn(1, 12, 12),'),
    ('Fold', 'nn.Fold(4, 2, padding=1, stride=2, dilation=1)', 'torch.randn(1, 12, 9),'),
    ('Unfold', 'nn.Unfold(2)', _L4),
    ('Unfold', 'nn.Unfold((2, 3), 1, (0, 1), stride=2)', _L4),
    ('Upsample', 'nn.Upsample(scale_factor=2)', _L4),
    ('Upsample', 'nn.Upsample((10, 12), mode="bilinear", align_corners=True)', _L4),
    ('Upsample', 'nn.Upsample(scale_factor=(2, 3), mode="bicubic")', _L4),
    ('Upsample', 'nn.Upsample(scale_factor=1.5, recompute_scale_factor=True)', _L4),
    ('Upsample', 'nn.Upsample(size=7, mode="linear")', _L3),
    ('Upsample', 'nn.Upsample(scale_factor=(2., 1., 1.), mode="trilinear")', _L5),
    ('UpsamplingNearest2d', 'nn.UpsamplingNearest2d(scale_factor=2)', _L4),
    ('UpsamplingNearest2d', 'nn.UpsamplingNearest2d((3, 4))', _L4),
    ('UpsamplingBilinear2d', 'nn.UpsamplingBilinear2d(scale_factor=2)', _L4),
    ('PairwiseDistance', 'nn.PairwiseDistance()', 'torch.randn(2, 3), torch.randn(2, 3)'),
    ('PairwiseDistance', 'nn.PairwiseDistance(1., 1e-3, True)', 'torch.randn(2, 3), torch.randn(2, 3)'),
    ('CosineSimilarity', 'nn.CosineSimilarity()', 'torch.randn(2, 3), torch.randn(2, 3)'),
    ('CosineSimilarity', 'nn.CosineSimilarity(0, 1e-3)', 'torch.randn(2, 3), torch.randn(2, 3)'),
]

for _name, _input in (('Dropout', _L4), ('Dropout1d', _L3), ('Dropout2d', _L4), ('Dropout3d', _L5),
                      ('AlphaDropout', _L4), ('FeatureAlphaDropout', _L4)):
    CASES += [
        (_name, f'nn.{_name}()', _input),
        (_name, f'nn.{_name}(0.2, inplace=True)', _input),
        (_name, f'nn.{_name}(0.2).eval()', _input),
        (_name, f'nn.{_name}(1.5)', _input),
    ]

_CONV = ['4, 6, 3', '4, 6, 3, stride=2, padding=1', '4, 6, 3, padding="same", dilation=2', '4, 6, 2, padding="valid"',
         '4, 6, 3, padding=1, padding_mode="reflect"', '4, 6, 4, padding="same", padding_mode="circular"',
         '4, 6, 3, groups=2, bias=False', '4, 4, 3, 1, 1, 1, 4', '4, 6, 3, padding=1, padding_mode="replicate"',
         '4, 6, 3, groups=3', '4, 6, 3, groups=0', '4, 6, 3, padding="wrong"', '4, 6, 3, 2, "same"',
         '4, 6, 3, padding_mode="wrong"', '4, 6, (3,)']
_TRANSPOSED = ['4, 6, 3', '4, 6, 3, stride=2, padding=1, output_padding=1', '4, 6, 3, groups=2, bias=False, dilation=2',
               '4, 6, 3, padding_mode="reflect"', '4, 6, (3,)']
_BATCHNORM = ['4', '4, 1e-3, 0.2', '4, momentum=None', '4, affine=False', '4, track_running_stats=False',
              '4, affine=False, track_running_stats=False', '4, dtype=torch.float64']
# Output sizes that a transposed convolution of size 3 and stride 2 accepts, with and without batch and channels.
_SIZES = {1: [20], 2: [2, 6, 17, 20], 3: [11, 14, 15]}
_POOL = ['2', '3, stride=2, padding=1', '3, 1, 1, ceil_mode=True', '2, 2, 0']
for _n in (1, 2, 3):
    for _arguments in _CONV:
        CASES.append((f'Conv{_n}d', f'nn.Conv{_n}d({_arguments})', _BY_RANK[_n]))
    CASES += [
        (f'Conv{_n}d', f'nn.Conv{_n}d(4, 6, {(3, 2, 1)[:_n]}, {(1, 2, 1)[:_n]}, {(0, 1, 2)[:_n]})', _BY_RANK[_n]),
        (f'Conv{_n}d', f'nn.Conv{_n}d(4, 6, 3)', _UNBATCHED[_n]),
        (f'Conv{_n}d', f'nn.Conv{_n}d(4, 6, 3, device="meta")', _BY_RANK[_n].replace('),', ', device="meta"),')),
        (f'ConvTranspose{_n}d', f'nn.ConvTranspose{_n}d(4, 6, 3)', _UNBATCHED[_n]),
        (f'ConvTranspose{_n}d', f'nn.ConvTranspose{_n}d(4, 6, 3, stride=2)', f'{_BY_RANK[_n]} {_SIZES[_n]}'),
        (f'ConvTranspose{_n}d', f'nn.ConvTranspose{_n}d(4, 6, 3)', f'{_BY_RANK[_n]} [1]'),
        (f'LazyConv{_n}d', f'nn.LazyConv{_n}d(6, 3, padding=1)', _BY_RANK[_n]),
        (f'LazyConv{_n}d', f'nn.LazyConv{_n}d(6, 3, bias=False)', _UNBATCHED[_n]),
        (f'LazyConvTranspose{_n}d', f'nn.LazyConvTranspose{_n}d(6, 3, 2, groups=2)', _BY_RANK[_n]),
        (f'LazyBatchNorm{_n}d', f'nn.LazyBatchNorm{_n}d()', _BY_RANK[_n]),
        (f'LazyBatchNorm{_n}d', f'nn.LazyBatchNorm{_n}d(affine=False, track_running_stats=False)', _BY_RANK[_n]),
        (f'LazyInstanceNorm{_n}d', f'nn.LazyInstanceNorm{_n}d(affine=True)', _BY_RANK[_n]),
        (f'BatchNorm{_n}d', f'nn.BatchNorm{_n}d(4)', 'torch.randn(2, 4, 3, 3, 3, 3),'),
        (f'InstanceNorm{_n}d', f'nn.InstanceNorm{_n}d(4, affine=True)', _UNBATCHED[_n]),
        (f'InstanceNorm{_n}d', f'nn.InstanceNorm{_n}d(4)', 'torch.randn(4),'),
        (f'MaxPool{_n}d', f'nn.MaxPool{_n}d(2, return_indices=True)', _BY_RANK[_n]),
        (f'MaxPool{_n}d', f'nn.MaxPool{_n}d(2, dilation=2)', _UNBATCHED[_n]),
        (f'AvgPool{_n}d', f'nn.AvgPool{_n}d(3, 2, 1, count_include_pad=False)', _BY_RANK[_n]),
        (f'AvgPool{_n}d', f'nn.AvgPool{_n}d(2, divisor_override=3)', _BY_RANK[_n]),
        (f'MaxUnpool{_n}d', f'nn.MaxUnpool{_n}d(2)', f'*F.max_pool{_n}d({_BY_RANK[_n]} kernel_size=2, return_indices=True),'),
        (f'MaxUnpool{_n}d', f'nn.MaxUnpool{_n}d(3, 2, 1)',
         f'*F.max_pool{_n}d({_BY_RANK[_n]} kernel_size=3, stride=2, padding=1, return_indices=True), '
         f'{[9, 9, 9] if _n != 2 else [2, 4, 8, 9]}'),
        (f'AdaptiveMaxPool{_n}d', f'nn.AdaptiveMaxPool{_n}d(2)', _BY_RANK[_n]),
        (f'AdaptiveMaxPool{_n}d', f'nn.AdaptiveMaxPool{_n}d({(2, 1, 3)[:_n]}, return_indices=True)', _BY_RANK[_n]),
        (f'AdaptiveAvgPool{_n}d', f'nn.AdaptiveAvgPool{_n}d(1)', _BY_RANK[_n]),
        (f'AdaptiveAvgPool{_n}d', f'nn.AdaptiveAvgPool{_n}d({(None, 2, None)[3 - _n:]})', _BY_RANK[_n]),
        (f'ConstantPad{_n}d', f'nn.ConstantPad{_n}d(1, 3.5)', _BY_RANK[_n]),
        (f'ConstantPad{_n}d', f'nn.ConstantPad{_n}d({(1, 2, 0, 1, 2, 0)[:2 * _n]}, 1.)', _BY_RANK[_n]),
        (f'ReflectionPad{_n}d', f'nn.ReflectionPad{_n}d(1)', _BY_RANK[_n]),
        (f'ReflectionPad{_n}d', f'nn.ReflectionPad{_n}d({(1, 2, 0, 1, 2, 0)[:2 * _n]})', _BY_RANK[_n]),
        (f'ReplicationPad{_n}d', f'nn.ReplicationPad{_n}d(2)', _BY_RANK[_n]),
    ]
    for _arguments in _TRANSPOSED:
        CASES.append((f'ConvTranspose{_n}d', f'nn.ConvTranspose{_n}d({_arguments})', _BY_RANK[_n]))
    for _kind in ('BatchNorm', 'InstanceNorm'):
        for _arguments in _BATCHNORM:
            _input = _BY_RANK[_n]
            if 'float64' in _arguments:
                _input = _input.replace('),', ', dtype=torch.float64),')
            CASES.append((f'{_kind}{_n}d', f'nn.{_kind}{_n}d({_arguments})', _input))
            CASES.append((f'{_kind}{_n}d', f'nn.{_kind}{_n}d({_arguments}).eval()', _input))
    for _kind in ('MaxPool', 'AvgPool'):
        for _arguments in _POOL:
            CASES.append((f'{_kind}{_n}d', f'nn.{_kind}{_n}d({_arguments})', _BY_RANK[_n]))

CASES += [
    ('BatchNorm1d', 'nn.BatchNorm1d(4)', 'torch.randn(3, 4),'),
    ('SyncBatchNorm', 'nn.SyncBatchNorm(4)', _L4),
    ('SyncBatchNorm', 'nn.SyncBatchNorm.convert_sync_batchnorm(nn.Sequential(nn.Conv2d(4, 4, 1), nn.BatchNorm2d(4)))', _L4),
    ('LocalResponseNorm', 'nn.LocalResponseNorm(2)', _L4),
    ('LocalResponseNorm', 'nn.LocalResponseNorm(3, 1e-3, 0.5, 2.)', _L5),
    ('CrossMapLRN2d', 'nn.CrossMapLRN2d(3, 1e-2)', _L4),
    ('CrossMapLRN2d', 'nn.CrossMapLRN2d(4, 1e-2, 0.5, 2)', _L4),
    ('LayerNorm', 'nn.LayerNorm(9)', _L4),
    ('LayerNorm', 'nn.LayerNorm([8, 9], 1e-3)', _L4),
    ('LayerNorm', 'nn.LayerNorm(torch.Size([8, 9]), elementwise_affine=False)', _L4),
    ('GroupNorm', 'nn.GroupNorm(2, 4)', _L4),
    ('GroupNorm', 'nn.GroupNorm(4, 4, 1e-3, affine=False)', _L3),
    ('GroupNorm', 'nn.GroupNorm(3, 4)', _L4),
    ('FractionalMaxPool2d', 'nn.FractionalMaxPool2d(2, output_size=3)', _L4),
    ('FractionalMaxPool2d', 'nn.FractionalMaxPool2d((2, 3), output_ratio=0.5, return_indices=True)', _L4),
    ('FractionalMaxPool2d', 'nn.FractionalMaxPool2d(2)', _L4),
    ('FractionalMaxPool2d', 'nn.FractionalMaxPool2d(2, 3, 0.5)', _L4),
    ('FractionalMaxPool2d', 'nn.FractionalMaxPool2d(2, output_ratio=1.5)', _L4),
    ('FractionalMaxPool3d', 'nn.FractionalMaxPool3d(2, output_size=(2, 3, 4))', _L5),
    ('FractionalMaxPool3d', 'nn.FractionalMaxPool3d(2, output_ratio=(0.5, 0.5, 0.6))', _L5),
    ('LPPool1d', 'nn.LPPool1d(2, 3)', _L3),
    ('LPPool1d', 'nn.LPPool1d(1.5, 3, stride=2, ceil_mode=True)', _L3),
    ('LPPool2d', 'nn.LPPool2d(2, (3, 2))', _L4),
    ('LPPool2d', 'nn.LPPool2d(2, 3, 1)', _L4),
    ('ZeroPad2d', 'nn.ZeroPad2d(2)', _L4),
    ('ZeroPad2d', 'nn.ZeroPad2d((1, 0, 2, 1))', _L4),
    ('Sequential', 'nn.Sequential(nn.Conv2d(4, 2, 3), nn.BatchNorm2d(2), nn.ReLU(), nn.Flatten(), nn.Linear(84, 3))', _L4),
    ('Sequential', 'nn.Sequential()', _L4),
    ('Sequential', 'nn.Sequential(OrderedDict(a=nn.Linear(9, 2), b=nn.Sequential(nn.ReLU(), nn.Dropout(0.))))', _L4),
    ('ModuleList', 'nn.ModuleList([nn.Linear(2, 2), nn.Identity()])', ''),
    ('ModuleDict', 'nn.ModuleDict({"a": nn.Linear(2, 2), "b": nn.ModuleList()})', ''),
    ('ParameterList', 'nn.ParameterList([nn.Parameter(torch.ones(2, 3)), torch.ones(1), 5, "text"])', ''),
    ('ParameterList', 'nn.ParameterList([torch.ones(())])', ''),
    ('ParameterDict', 'nn.ParameterDict({"b": torch.ones(2, 3), "a": torch.zeros(1, dtype=torch.float64)})', ''),
    ('ParameterDict', 'nn.ParameterDict(OrderedDict(b=torch.ones(2), a=7))', ''),
    ('weight_norm', 'nn.utils.weight_norm(nn.Conv2d(4, 6, 3))', _L4),
    ('weight_norm', 'nn.utils.weight_norm(nn.Linear(9, 3), dim=None)', _L4),
    ('weight_norm', 'nn.utils.remove_weight_norm(nn.utils.weight_norm(nn.Linear(9, 3)))', _L4),
    ('spectral_norm', 'nn.utils.spectral_norm(nn.Conv2d(4, 6, 3))', _L4),
    ('spectral_norm', 'nn.utils.spectral_norm(nn.ConvTranspose2d(4, 6, 3), n_power_iterations=2).eval()', _L4),
    ('spectral_norm', 'nn.utils.remove_spectral_norm(nn.utils.spectral_norm(nn.Linear(9, 3)))', _L4),
    ('fuse_conv_bn_eval', 'nn.utils.fuse_conv_bn_eval(nn.Conv2d(4, 6, 3).eval(), nn.BatchNorm2d(6).eval())', _L4),
    ('fuse_linear_bn_eval', 'nn.utils.fusion.fuse_linear_bn_eval(nn.Linear(9, 6).eval(), nn.BatchNorm1d(6).eval())', _L4),
]
