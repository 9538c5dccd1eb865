"""Activations and attention: (class, constructor, arguments of forward), each a Python expression."""

_PLAIN = ['Sigmoid', 'Tanh', 'LogSigmoid', 'Softsign', 'Tanhshrink']
_INPLACE = ['ReLU', 'ReLU6', 'Hardsigmoid', 'SiLU', 'Mish', 'Hardswish', 'SELU']
_OPTIONS = [
    ('Threshold', ['0.1, 20', '0.5, 1.0, True']),
    ('RReLU', ['', '0.1, 0.3', '0.2, 0.4, inplace=True']),
    ('Hardtanh', ['', '-2.0, 2.0', '-0.5, 0.5, True', 'min_value=-3.0, max_value=2.0']),
    ('ELU', ['', '0.5', 'inplace=True']),
    ('CELU', ['', '0.5', 'alpha=2.0, inplace=True']),
    ('GLU', ['', '0']),
    ('GELU', ['', 'approximate="tanh"']),
    ('Hardshrink', ['', '0.1']),
    ('LeakyReLU', ['', '0.2', '0.1, True']),
    ('Softplus', ['', '2, 10']),
    ('Softshrink', ['', '0.1']),
    ('PReLU', ['', '6', 'init=0.1', '6, dtype=torch.float64']),
    ('Softmin', ['1', 'dim=-1', '']),
    ('Softmax', ['1', 'dim=0', '']),
    ('LogSoftmax', ['1', 'dim=-2', '']),
]

_MATRIX = 'torch.randn(4, 6),'
_THREE = 'torch.randn(5, 2, 8), torch.randn(5, 2, 8), torch.randn(5, 2, 8)'
_SELF = '*([torch.randn(2, 5, 8)] * 3),'

CASES = [(name, f'nn.{name}()', _MATRIX) for name in _PLAIN + _INPLACE]
CASES += [(name, f'nn.{name}(inplace=True)', _MATRIX) for name in _INPLACE]
for _name, _constructors in _OPTIONS:
    for _arguments in _constructors:
        _input = 'torch.randn(4, 6, dtype=torch.float64),' if 'float64' in _arguments else _MATRIX
        CASES.append((_name, f'nn.{_name}({_arguments})', _input))
CASES += [
    ('Softmax2d', 'nn.Softmax2d()', 'torch.randn(2, 3, 4, 5),'),
    ('Softmax2d', 'nn.Softmax2d().eval()', 'torch.randn(3, 4, 5),'),
    ('MultiheadAttention', 'nn.MultiheadAttention(8, 2)', _THREE),
    ('MultiheadAttention', 'nn.MultiheadAttention(8, 2).eval()', _THREE),
    ('MultiheadAttention', 'nn.MultiheadAttention(8, 4, bias=False)', _THREE),
    ('MultiheadAttention', 'nn.MultiheadAttention(8, 2, dropout=0.5)', _THREE),
    ('MultiheadAttention', 'nn.MultiheadAttention(8, 2, add_bias_kv=True)', _THREE),
    ('MultiheadAttention', 'nn.MultiheadAttention(8, 2, add_zero_attn=True)', _THREE),
    ('MultiheadAttention', 'nn.MultiheadAttention(8, 2, kdim=4, vdim=6)',
     'torch.randn(5, 2, 8), torch.randn(7, 2, 4), torch.randn(7, 2, 6)'),
    ('MultiheadAttention', 'nn.MultiheadAttention(8, 2, bias=False, kdim=4)',
     'torch.randn(5, 2, 8), torch.randn(7, 2, 4), torch.randn(7, 2, 8)'),
    ('MultiheadAttention', 'nn.MultiheadAttention(8, 2, batch_first=True)',
     'torch.randn(2, 5, 8), torch.randn(2, 7, 8), torch.randn(2, 7, 8)'),
    ('MultiheadAttention', 'nn.MultiheadAttention(8, 2, batch_first=True)', _SELF),
    ('MultiheadAttention', 'nn.MultiheadAttention(8, 2, batch_first=True).eval()', _SELF),
    ('MultiheadAttention', 'nn.MultiheadAttention(8, 2, batch_first=True).eval().requires_grad_(False)',
     _SELF),
    ('MultiheadAttention', 'nn.MultiheadAttention(9, 3, batch_first=True).eval()',
     '*([torch.randn(2, 5, 9)] * 3), None, False'),
    ('MultiheadAttention', 'nn.MultiheadAttention(8, 2, 0.5, True, True, True, 8, 8, True)', _SELF),
    ('MultiheadAttention', 'nn.MultiheadAttention(8, 2)',
     'torch.randn(5, 8), torch.randn(6, 8), torch.randn(6, 8)'),
    ('MultiheadAttention', 'nn.MultiheadAttention(8, 2)',
     _THREE + ', torch.zeros(2, 5).bool(), True, torch.zeros(5, 5), False'),
]
