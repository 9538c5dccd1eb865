# Compatibility names for code that supports several versions of Python.
import math
from collections import abc as container_abcs

inf = math.inf
nan = math.nan
string_classes = (str, bytes)
int_classes = int


def with_metaclass(meta, *bases):
    return meta('temporary_class', bases, {})
