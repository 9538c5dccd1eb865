"""The optimizers that scripts with model code construct."""
from . import lr_scheduler
from .adam import Adam
from .adamw import AdamW
from .optimizer import Optimizer
from .rmsprop import RMSprop
from .sgd import SGD

__all__ = ['Adam', 'AdamW', 'Optimizer', 'RMSprop', 'SGD', 'lr_scheduler']
