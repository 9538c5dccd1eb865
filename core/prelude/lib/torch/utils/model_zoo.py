"""Deprecated names of the loaders in torch.hub."""
from torch.hub import download_url_to_file as _download_url_to_file
from torch.hub import load_state_dict_from_url as load_url

__all__ = ['load_url']
