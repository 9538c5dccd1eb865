from .std import tqdm, trange
