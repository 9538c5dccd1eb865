"""The version of a package that is not installed."""
import importlib.metadata

try:
    importlib.metadata.version("no-such-package")
except ModuleNotFoundError as error:
    print(type(error).__name__, error, error.name)
