"""Files for TensorBoard."""
from .writer import FileWriter, SummaryWriter
