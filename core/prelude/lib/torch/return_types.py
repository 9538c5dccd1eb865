# The results of operators with several named results: tuples with attribute names.
_classes = {}


def _make(name, fields):
    class Results(tuple):
        def __repr__(self):
            lines = [f'{field}={value!r}' for field, value in zip(fields, self)]
            return f'torch.return_types.{name}(\n' + ',\n'.join(lines) + ')'

        def __reduce__(self):
            return (tuple, (tuple(self),))

    Results.__name__ = Results.__qualname__ = name
    Results.__module__ = 'torch.return_types'
    for index, field in enumerate(fields):
        setattr(Results, field, property(lambda self, index=index: self[index]))
    Results.n_fields = Results.n_sequence_fields = len(fields)
    Results.n_unnamed_fields = 0
    return Results


# The result tuple of the operator with that name.
def _results(name, fields, values):
    made = _classes.get(name)
    if made is None:
        made = _classes[name] = _make(name, fields)
    return made(values)
