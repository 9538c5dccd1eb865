import _host

if _host.active:
    from ._constraints import (
        Constraint, boolean, dependent, dependent_property, greater_than, greater_than_eq, half_open_interval, independent, integer_interval,
        interval, is_dependent, less_than, nonnegative, nonnegative_integer, positive, positive_integer, real, real_vector, simplex,
        unit_interval
    )
