# Names that code written for several versions of Python imports from here.
import math
from collections import abc as container_abcs

inf = math.inf
nan = math.nan
string_classes = (str, bytes)
int_classes = int


def with_metaclass(meta, *bases):
    return meta('temporary_class', bases, {})
