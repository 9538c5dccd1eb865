"""Models and weights from the network. JitScope never uses it: loading functions raise an error."""

__all__ = ['download_url_to_file', 'get_dir', 'help', 'list', 'load', 'load_state_dict_from_url', 'set_dir']

_directory = '~/.cache/torch/hub'


def _refuse(what: str):
    raise RuntimeError(f'{what} is not loaded: the network is not used. Build the model without its weights.')


def get_dir() -> str:
    return _directory


def set_dir(d: str) -> None:
    global _directory
    _directory = d


def list(github, force_reload=False, skip_validation=False, trust_repo=None):
    _refuse(f'the repository {github}')


def help(github, model, force_reload=False, skip_validation=False, trust_repo=None):
    _refuse(f'the repository {github}')


def load(repo_or_dir, model, *args, source='github', trust_repo=None, force_reload=False, verbose=True,
         skip_validation=False, **kwargs):
    _refuse(f'the model {model} of {repo_or_dir}')


def download_url_to_file(url, dst, hash_prefix=None, progress=True):
    _refuse(url)


def load_state_dict_from_url(url, model_dir=None, map_location=None, progress=True, check_hash=False,
                             file_name=None):
    _refuse(url)


def _get_torch_home():
    return '~/.cache/torch'
