"""Layers that PyTorch 1.13 lacks: (class, constructor, arguments of forward), each a Python expression."""

_L3 = 'torch.randn(2, 4, 9),'
_L4 = 'torch.randn(2, 4, 8, 9),'
_L5 = 'torch.randn(2, 4, 5, 6, 7),'

CASES = [
    ('RMSNorm', 'nn.RMSNorm(9)', _L3),
    ('RMSNorm', 'nn.RMSNorm((8, 9), eps=1e-3)', _L4),
    ('RMSNorm', 'nn.RMSNorm([9], elementwise_affine=False)', _L3),
    ('RMSNorm', 'nn.RMSNorm(9, dtype=torch.float64)', _L3),
    ('LPPool3d', 'nn.LPPool3d(2, 3)', _L5),
    ('LPPool3d', 'nn.LPPool3d(1.5, (2, 3, 2), stride=(1, 2, 2), ceil_mode=True)', _L5),
    ('ZeroPad1d', 'nn.ZeroPad1d(2)', _L3),
    ('ZeroPad1d', 'nn.ZeroPad1d((1, 0))', _L3),
    ('ZeroPad3d', 'nn.ZeroPad3d(1)', _L5),
    ('ZeroPad3d', 'nn.ZeroPad3d((1, 0, 2, 1, 0, 3))', _L5),
]
for _n, _input in ((1, _L3), (2, _L4), (3, _L5)):
    CASES += [
        (f'CircularPad{_n}d', f'nn.CircularPad{_n}d(1)', _input),
        (f'CircularPad{_n}d', f'nn.CircularPad{_n}d({(2, 1) * _n})', _input),
    ]
