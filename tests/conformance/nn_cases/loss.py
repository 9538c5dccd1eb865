"""Losses: (class, constructor, arguments of forward), each a Python expression."""

_PAIR = 'torch.randn(4, 5), torch.randn(4, 5)'
_PROBABILITIES = 'torch.rand(4, 5), torch.rand(4, 5)'
_SIGNS = 'torch.randn(4, 5), torch.ones(4, 5)'
_CLASSES = 'torch.randn(4, 5), torch.tensor([0, 2, 4, 1])'
_LABELS = 'torch.randn(2, 4), torch.tensor([[3, 0, -1, 1], [1, -1, 0, 0]])'
_RANKED = 'torch.randn(4), torch.randn(4), torch.ones(4)'
_EMBEDDED = 'torch.randn(4, 5), torch.randn(4, 5), torch.ones(4)'
_TRIPLET = 'torch.randn(4, 5), torch.randn(4, 5), torch.randn(4, 5)'
_SEQUENCE = ('torch.randn(10, 2, 6).log_softmax(2), torch.randint(1, 6, (2, 4)), '
             'torch.tensor([10, 9]), torch.tensor([4, 3])')

# Class, arguments of the constructor, arguments of forward. Each also runs with the other two reductions.
_LOSSES = [
    ('L1Loss', [''], _PAIR),
    ('NLLLoss', ['', 'weight=torch.rand(5)', 'ignore_index=2'], _CLASSES),
    ('NLLLoss2d', [''], 'torch.randn(2, 3, 4, 4), torch.randint(0, 3, (2, 4, 4))'),
    ('PoissonNLLLoss', ['', 'log_input=False', 'full=True, eps=1e-6'], _PROBABILITIES),
    ('GaussianNLLLoss', ['', 'full=True', 'eps=1e-3'], _TRIPLET.replace('randn', 'rand')),
    ('KLDivLoss', ['', 'log_target=True'], _PROBABILITIES),
    ('MSELoss', [''], _PAIR),
    ('BCELoss', ['', 'torch.rand(4, 5)'], _PROBABILITIES),
    ('BCEWithLogitsLoss', ['', 'torch.rand(5)', 'pos_weight=torch.rand(5)'], _PROBABILITIES),
    ('HingeEmbeddingLoss', ['', '0.5'], _SIGNS),
    ('MultiLabelMarginLoss', [''], _LABELS),
    ('SmoothL1Loss', ['', 'beta=0.5'], _PAIR),
    ('HuberLoss', ['', 'delta=2.0'], _PAIR),
    ('SoftMarginLoss', [''], _SIGNS),
    ('CrossEntropyLoss', ['', 'torch.rand(5)', 'ignore_index=2', 'label_smoothing=0.1'], _CLASSES),
    ('MultiLabelSoftMarginLoss', ['', 'torch.rand(5)'], _PROBABILITIES),
    ('CosineEmbeddingLoss', ['', '0.5'], _EMBEDDED),
    ('MarginRankingLoss', ['', '0.5'], _RANKED),
    ('MultiMarginLoss', ['', '2', 'margin=0.5', 'weight=torch.rand(5)'], _CLASSES),
    ('TripletMarginLoss', ['', 'margin=2.0, p=1.0', 'swap=True, eps=1e-5'], _TRIPLET),
    ('TripletMarginWithDistanceLoss', ['', 'swap=True', 'distance_function=nn.CosineSimilarity()'], _TRIPLET),
    ('CTCLoss', ['', 'blank=0, zero_infinity=True'], _SEQUENCE),
]

CASES = []
for _name, _constructors, _input in _LOSSES:
    CASES += [(_name, f'nn.{_name}({_arguments})', _input) for _arguments in _constructors]
    CASES += [(_name, f'nn.{_name}(reduction="{_reduction}")', _input) for _reduction in ('sum', 'none')]
CASES += [
    ('L1Loss', 'nn.L1Loss(size_average=False)', _PAIR),
    ('MSELoss', 'nn.MSELoss(reduce=False)', _PAIR),
    ('CrossEntropyLoss', 'nn.CrossEntropyLoss(None, False, -100, True)', _CLASSES),
]
