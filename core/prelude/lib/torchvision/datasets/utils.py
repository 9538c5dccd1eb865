"""Files of data sets: where they are, and a clear error where they are not."""
import gzip
import os
from urllib.error import URLError

import torch


# Without the network a checksum would only tell that a file was replaced: a file that exists counts as whole.
def check_integrity(fpath, md5=None):
    return os.path.isfile(fpath)


def download_url(url, root, filename=None, md5=None, max_redirect_hops=3):
    path = os.path.join(os.path.expanduser(root), filename or os.path.basename(url))
    if not check_integrity(path, md5):
        raise URLError(f'JitScope does not use the network: download {url} and save it as {path}')


def extract_archive(from_path, to_path=None, remove_finished=False):
    if not from_path.endswith('.gz') or from_path.endswith('.tar.gz'):
        raise RuntimeError(f'JitScope does not unpack {from_path}: unpack it into {to_path or os.path.dirname(from_path)}')
    path = os.path.join(to_path or os.path.dirname(from_path), os.path.basename(from_path)[:-3])
    with gzip.open(from_path) as packed, open(path, 'wb') as unpacked:
        unpacked.write(packed.read())
    if remove_finished:
        os.remove(from_path)
    return path


def download_and_extract_archive(url, download_root, extract_root=None, filename=None, md5=None, remove_finished=False):
    filename = filename or os.path.basename(url)
    download_url(url, download_root, filename, md5)
    extract_archive(os.path.join(os.path.expanduser(download_root), filename), extract_root, remove_finished)


def list_dir(root, prefix=False):
    root = os.path.expanduser(root)
    names = [name for name in os.listdir(root) if os.path.isdir(os.path.join(root, name))]
    return [os.path.join(root, name) for name in names] if prefix else names


def list_files(root, suffix, prefix=False):
    root = os.path.expanduser(root)
    names = [name for name in os.listdir(root) if os.path.isfile(os.path.join(root, name)) and name.endswith(suffix)]
    return [os.path.join(root, name) for name in names] if prefix else names


def verify_str_arg(value, arg=None, valid_values=None, custom_msg=None):
    if not isinstance(value, str):
        of = '' if arg is None else f' for argument {arg}'
        raise ValueError(f'Expected type str{of}, but got type {type(value)}.')
    if valid_values is not None and value not in valid_values:
        if custom_msg is not None:
            raise ValueError(custom_msg)
        known = "', '".join(valid_values)
        raise ValueError(f"Unknown value '{value}' for argument {arg}. Valid values are {{'{known}'}}.")
    return value


def _flip_byte_order(t):
    size = t.element_size()
    return t.contiguous().view(torch.uint8).view(*t.shape, size).flip(-1).reshape(*t.shape[:-1], -1).view(t.dtype)
