# A notebook shows the text of its cells: bars are drawn as in a terminal.
from .std import tqdm, trange

tqdm_notebook, tnrange = tqdm, trange
