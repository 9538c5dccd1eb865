"""Recurrent layers, cells and lookup tables: (class, constructor, arguments of forward)."""

_SEQUENCE = 'torch.randn(5, 3, 4),'
_PACKED = 'nn.utils.rnn.pack_padded_sequence(torch.randn(5, 3, 4), [5, 3, 2]),'
_UNSORTED = 'nn.utils.rnn.pack_padded_sequence(torch.randn(5, 3, 4), [2, 5, 3], enforce_sorted=False),'
_OPTIONS = ['', 'num_layers=2', 'bias=False', 'batch_first=True', 'bidirectional=True',
            'num_layers=2, dropout=0.5', 'num_layers=3, bidirectional=True, bias=False, batch_first=True',
            'dtype=torch.float64']

CASES = []
for _name in ('RNN', 'LSTM', 'GRU'):
    for _option in _OPTIONS:
        _input = _SEQUENCE.replace('4)', '4, dtype=torch.float64)') if 'float64' in _option else _SEQUENCE
        CASES.append((_name, f'nn.{_name}(4, 6, {_option})', _input))
    CASES += [
        (_name, f'nn.{_name}(4, 6).eval()', 'torch.randn(5, 4),'),
        (_name, f'nn.{_name}(4, 6)', _PACKED),
        (_name, f'nn.{_name}(4, 6, bidirectional=True)', _UNSORTED),
    ]
for _cell in ('RNNCell', 'LSTMCell', 'GRUCell'):
    CASES += [
        (_cell, f'nn.{_cell}(4, 6)', 'torch.randn(3, 4),'),
        (_cell, f'nn.{_cell}(4, 6, bias=False)', 'torch.randn(3, 4),'),
        (_cell, f'nn.{_cell}(4, 6, dtype=torch.float64)', 'torch.randn(4, dtype=torch.float64),'),
    ]
# None: the base classes of recurrent layers have no forward.
CASES += [
    ('RNNBase', 'nn.RNNBase("LSTM", 4, 6)', None),
    ('RNNBase', 'nn.RNNBase("GRU", 4, 6, num_layers=2, bidirectional=True)', None),
    ('RNNBase', 'nn.RNNBase("wrong", 4, 6)', None),
    ('RNNCellBase', 'nn.RNNCellBase(4, 6, True, 3)', None),
    ('RNNCellBase', 'nn.RNNCellBase(4, 6, False, num_chunks=1)', None),
    ('RNN', 'nn.RNN(4, 6, nonlinearity="relu")', _SEQUENCE),
    ('RNN', 'nn.RNN(4, 6, 2, nonlinearity="relu")', _PACKED),
    ('RNN', 'nn.RNN(4, 6)', _SEQUENCE + ' torch.randn(1, 3, 6)'),
    ('GRU', 'nn.GRU(4, 6, 2)', _UNSORTED + ' torch.randn(2, 3, 6)'),
    ('LSTM', 'nn.LSTM(4, 6, proj_size=3)', _SEQUENCE),
    ('LSTM', 'nn.LSTM(4, 6, 2, bias=False, bidirectional=True, proj_size=3)', _SEQUENCE),
    ('LSTM', 'nn.LSTM(4, 6)', _SEQUENCE + ' (torch.randn(1, 3, 6), torch.randn(1, 3, 6))'),
    ('LSTM', 'nn.LSTM(4, 6)', _UNSORTED + ' (torch.randn(1, 3, 6), torch.randn(1, 3, 6))'),
    ('RNNCell', 'nn.RNNCell(4, 6, nonlinearity="relu")', 'torch.randn(3, 4), torch.randn(3, 6)'),
    ('LSTMCell', 'nn.LSTMCell(4, 6)', 'torch.randn(4), (torch.randn(6), torch.randn(6))'),
    ('GRUCell', 'nn.GRUCell(4, 6)', 'torch.randn(4), torch.randn(6)'),
    ('Embedding', 'nn.Embedding(10, 3)', 'torch.tensor([[1, 2], [4, 9]]),'),
    ('Embedding', 'nn.Embedding(10, 3, padding_idx=0)', 'torch.tensor([0, 2, 0]),'),
    ('Embedding', 'nn.Embedding(10, 3, padding_idx=-1, max_norm=1.0, norm_type=1.0)',
     'torch.tensor([9, 2]),'),
    ('Embedding', 'nn.Embedding(10, 3, scale_grad_by_freq=True, sparse=True)', 'torch.tensor([0, 2]),'),
    ('Embedding', 'nn.Embedding.from_pretrained(torch.randn(4, 3), padding_idx=1)', 'torch.tensor([1, 3]),'),
    ('EmbeddingBag', 'nn.EmbeddingBag(10, 3)', 'torch.tensor([[1, 2], [4, 9]]),'),
    ('EmbeddingBag', 'nn.EmbeddingBag(10, 3, mode="sum")',
     'torch.tensor([1, 2, 4, 9]), torch.tensor([0, 3]), torch.rand(4)'),
    ('EmbeddingBag', 'nn.EmbeddingBag(10, 3, max_norm=1.0, norm_type=1.0, mode="max", padding_idx=-3)',
     'torch.tensor([1, 2, 4, 7]), torch.tensor([0, 2])'),
    ('EmbeddingBag', 'nn.EmbeddingBag(10, 3, include_last_offset=True, scale_grad_by_freq=True, sparse=True)',
     'torch.tensor([1, 2, 4, 7]), torch.tensor([0, 2, 4])'),
    ('EmbeddingBag', 'nn.EmbeddingBag.from_pretrained(torch.randn(4, 3), freeze=False, mode="sum")',
     'torch.tensor([[1, 2]]),'),
]
