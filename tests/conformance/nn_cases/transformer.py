"""Transformers and the adaptive softmax: (class, constructor, arguments of forward)."""

_ENCODER = 'nn.TransformerEncoderLayer(8, 2, 16'
_DECODER = 'nn.TransformerDecoderLayer(8, 2, 16'
_SOURCE = 'torch.randn(5, 3, 8),'
_BATCH = 'torch.randn(3, 5, 8),'
_BOTH = 'torch.randn(4, 3, 8), torch.randn(5, 3, 8)'
_PADDING = 'torch.tensor([[False] * 5, [False] * 3 + [True] * 2, [False] * 4 + [True]])'
_OPTIONS = ['', ', dropout=0.5', ', activation="gelu"', ', activation=nn.GELU()', ', activation=F.gelu',
            ', activation=nn.ReLU()', ', activation=nn.Tanh()', ', activation=torch.tanh',
            ', layer_norm_eps=1e-3', ', norm_first=True', ', batch_first=True',
            ', batch_first=True, norm_first=True']

CASES = []
for _option in _OPTIONS:
    CASES += [
        ('TransformerEncoderLayer', f'{_ENCODER}{_option})', _SOURCE),
        ('TransformerEncoderLayer', f'{_ENCODER}{_option}).eval()', _SOURCE),
        ('TransformerDecoderLayer', f'{_DECODER}{_option})', _BOTH.replace('4', '5')),
        ('TransformerEncoder', f'nn.TransformerEncoder({_ENCODER}{_option}), 2).eval()', _SOURCE),
    ]
CASES += [
    ('TransformerEncoderLayer', f'{_ENCODER}, batch_first=True).eval().requires_grad_(False)', _BATCH),
    ('TransformerEncoderLayer', f'{_ENCODER}, batch_first=True).eval().requires_grad_(False)',
     f'{_BATCH} None, {_PADDING}'),
    ('TransformerEncoderLayer', f'{_ENCODER}, batch_first=True).eval()', f'{_BATCH} torch.zeros(5, 5)'),
    ('TransformerEncoderLayer', 'nn.TransformerEncoderLayer(9, 3, 16, batch_first=True).eval()',
     'torch.randn(3, 5, 9),'),
    ('TransformerEncoderLayer', f'{_ENCODER}, dtype=torch.float64)',
     'torch.randn(5, 3, 8, dtype=torch.float64),'),
    ('TransformerEncoder', f'nn.TransformerEncoder({_ENCODER}), 2)', _SOURCE),
    ('TransformerEncoder', f'nn.TransformerEncoder({_ENCODER}), 1, nn.LayerNorm(8))', _SOURCE),
    ('TransformerEncoder',
     f'nn.TransformerEncoder({_ENCODER}, batch_first=True), 2).eval().requires_grad_(False)',
     f'{_BATCH} None, {_PADDING}'),
    ('TransformerEncoder',
     f'nn.TransformerEncoder({_ENCODER}, batch_first=True), 2, enable_nested_tensor=False)', _BATCH),
    ('TransformerEncoder',
     f'nn.TransformerEncoder({_ENCODER}, batch_first=True), 2, mask_check=False).eval()',
     f'{_BATCH} None, {_PADDING}'),
    ('TransformerEncoder',
     'nn.TransformerEncoder(nn.TransformerEncoderLayer(9, 3, 16, batch_first=True), 1).eval()',
     'torch.randn(3, 5, 9),'),
    ('TransformerDecoder', f'nn.TransformerDecoder({_DECODER}), 2)', _BOTH),
    ('TransformerDecoder', f'nn.TransformerDecoder({_DECODER}, norm_first=True), 1, nn.LayerNorm(8)).eval()',
     _BOTH),
    ('Transformer', 'nn.Transformer(8, 2, 1, 1, 16)', _BOTH.replace('4', '5')),
    ('Transformer', 'nn.Transformer(8, 2, 2, 1, 16, 0.0, F.gelu, layer_norm_eps=1e-3).eval()', _BOTH),
    ('Transformer', 'nn.Transformer(8, 2, 1, 2, 16, batch_first=True, norm_first=True).eval()',
     'torch.randn(3, 4, 8), torch.randn(3, 5, 8)'),
    ('Transformer', f'nn.Transformer(8, 2, custom_encoder=nn.TransformerEncoder({_ENCODER}), 1), '
     f'custom_decoder=nn.TransformerDecoder({_DECODER}), 1))', _BOTH),
    ('AdaptiveLogSoftmaxWithLoss', 'nn.AdaptiveLogSoftmaxWithLoss(8, 20, [5, 10])',
     'torch.randn(4, 8), torch.tensor([0, 7, 19, 10])'),
    ('AdaptiveLogSoftmaxWithLoss',
     'nn.AdaptiveLogSoftmaxWithLoss(8, 20, (4,), div_value=2.0, head_bias=True)',
     'torch.randn(8), torch.tensor(7)'),
]
