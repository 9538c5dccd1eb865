# Jacobians, Hessians, and their products with vectors, all by reverse mode.
import torch

__all__ = ['vjp', 'jvp', 'jacobian', 'hessian', 'hvp', 'vhp']


def _as_tuple(values, name, function):
    if isinstance(values, tuple):
        is_tuple, values = True, values
    else:
        is_tuple, values = False, (values,)
    for i, value in enumerate(values):
        if not isinstance(value, torch.Tensor):
            where = f'the value at index {i} has' if is_tuple else f'the given {name} has'
            raise TypeError(f'The {name} given to {function} must be either a Tensor or a tuple of Tensors but {where} '
                            f'type {type(value)}.')
    return is_tuple, values


def _outputs_of(func, inputs, function):
    return _as_tuple(func(*inputs), 'outputs of the user-provided function', function)


def _as_before(is_tuple, values):
    return tuple(values) if is_tuple else values[0]


# Inputs that require gradients. With create_graph they stay connected to the ones that were given.
def _prepared(values, create_graph):
    if create_graph:
        return tuple(value.view_as(value) if value.requires_grad else value.detach().requires_grad_() for value in values)
    return tuple(value.detach().requires_grad_() for value in values)


# The results without their graph, unless it was asked for.
def _finished(values, create_graph):
    if create_graph:
        return values
    if isinstance(values, tuple):
        return tuple(_finished(value, create_graph) for value in values)
    return values.detach()


def _check_vectors(v, like):
    if len(v) != len(like):
        raise RuntimeError(f'v is a tuple of invalid length: should be {len(like)} but got {len(v)}.')
    for i, (vector, tensor) in enumerate(zip(v, like)):
        if vector.size() != tensor.size():
            prefix = f'Entry {i} in ' if len(v) > 1 else ''
            raise RuntimeError(f'{prefix}v has invalid size: should be {tensor.size()} but got {vector.size()}.')


_INDEPENDENT = {
    'hessian': 'The hessian of the user-provided function with respect to input {} is independent of the input. This is '
               'not allowed in strict mode. You should ensure that your function is thrice differentiable and that the '
               'hessian depends on the inputs.',
    'jacobian': 'While computing the hessian, found that the jacobian of the user-provided function with respect to input '
                '{} is independent of the input. This is not allowed in strict mode. You should ensure that your function '
                'is twice differentiable and that the jacobian depends on the inputs (this would be violated by a linear '
                'function for example).',
    'grad_inputs': 'The gradient with respect to input {} is independent of the inputs of the user-provided function. '
                   'This is not allowed in strict mode.',
    'outputs': 'Output {} of the user-provided function does not require gradients. The outputs must be computed in a '
               'differentiable manner from the input when running in strict mode.',
}


def _check_dependence(values, kind, strict):
    for i, value in enumerate(values if strict else ()):
        if value is None:
            raise RuntimeError(f'The output of the user-provided function is independent of input {i}. This is not allowed '
                               'in strict mode.')
        if not value.requires_grad:
            raise RuntimeError(_INDEPENDENT[kind].format(i))


# Gradients, None for those that do not depend on the inputs.
def _grads(outputs, inputs, seeds=None, create_graph=False):
    if seeds is None:
        seeds = (None,) * len(outputs)
    pairs = [(output, seed) for output, seed in zip(outputs, seeds) if output is not None and output.requires_grad]
    if not pairs:
        return (None,) * len(inputs)
    return torch.autograd.grad([output for output, _ in pairs], inputs, [seed for _, seed in pairs],
                               allow_unused=True, create_graph=create_graph, retain_graph=True)


# Zeros instead of missing gradients; errors in strict mode.
def _filled(grads, inputs, strict, create_graph, stage):
    filled = []
    for i, (grad, tensor) in enumerate(zip(grads, inputs)):
        if grad is None:
            if strict:
                raise RuntimeError({
                    'back': f'The output of the user-provided function is independent of input {i}. This is not allowed in '
                            'strict mode.',
                    'back_trick': f'The gradient with respect to the input is independent of entry {i} in the grad_outputs '
                                  'when using the double backward trick to compute forward mode gradients. This is not '
                                  'allowed in strict mode.',
                    'double_back': f'The jacobian of the user-provided function is independent of input {i}. This is not '
                                   'allowed in strict mode.',
                }[stage])
            grad = torch.zeros_like(tensor)
        elif strict and create_graph and not grad.requires_grad:
            raise RuntimeError({
                'back': f'The jacobian of the user-provided function is independent of input {i}. This is not allowed in '
                        'strict mode when create_graph=True.',
                'back_trick': f'The hessian of the user-provided function is independent of entry {i} in the grad_outputs. '
                              'This is not allowed in strict mode when create_graph=True.',
                'double_back': f'The hessian of the user-provided function is independent of input {i}. This is not '
                               'allowed in strict mode when create_graph=True.',
            }[stage])
        filled.append(grad)
    return tuple(filled)


def _vectors(v, like, function, missing):
    if v is None:
        if len(like) != 1 or like[0].nelement() != 1:
            raise RuntimeError(missing)
        return (torch.ones_like(like[0]),)
    _, v = _as_tuple(v, 'v', function)
    return v


_NO_OUTPUT_VECTOR = ('The vector v can only be None if the user-provided function returns a single Tensor with a single '
                     'element.')
_NO_INPUT_VECTOR = ('The vector v can only be None if the input to the user-provided function is a single Tensor with a '
                    'single element.')


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    with torch.enable_grad():
        is_tuple, inputs = _as_tuple(inputs, 'inputs', 'vjp')
        inputs = _prepared(inputs, create_graph)
        outputs_are_tuple, outputs = _outputs_of(func, inputs, 'vjp')
        _check_dependence(outputs, 'outputs', strict)
        v = _vectors(v, outputs, 'vjp', _NO_OUTPUT_VECTOR)
        if v[0] is not None:
            v = v if create_graph else tuple(each.detach() for each in v)
            _check_vectors(v, outputs)
    with torch.set_grad_enabled(True if create_graph else torch.is_grad_enabled()):
        found = _filled(_grads(outputs, inputs, v, create_graph), inputs, strict, create_graph, 'back')
    return (_as_before(outputs_are_tuple, _finished(outputs, create_graph)),
            _as_before(is_tuple, _finished(found, create_graph)))


# Twice backward: the gradient of a vector-Jacobian product with respect to the vector.
def jvp(func, inputs, v=None, create_graph=False, strict=False):
    with torch.enable_grad():
        is_tuple, inputs = _as_tuple(inputs, 'inputs', 'jvp')
        inputs = _prepared(inputs, create_graph)
        v = _vectors(v, inputs, 'jvp', _NO_INPUT_VECTOR)
        _check_vectors(v, inputs)
        outputs_are_tuple, outputs = _outputs_of(func, inputs, 'jvp')
        _check_dependence(outputs, 'outputs', strict)
        seeds = tuple(torch.zeros_like(output, requires_grad=True) for output in outputs)
        products = _grads(outputs, inputs, seeds, create_graph=True)
        _check_dependence(products, 'grad_inputs', strict)
        found = _filled(_grads(products, seeds, v, create_graph), outputs, strict, create_graph, 'back_trick')
    return (_as_before(outputs_are_tuple, _finished(outputs, create_graph)),
            _as_before(outputs_are_tuple, _finished(found, create_graph)))


def _check_strategy(strategy, vectorize):
    if strategy not in ('reverse-mode', 'forward-mode'):
        raise ValueError("strategy must be either 'reverse-mode' or 'forward-mode'.")
    if strategy == 'forward-mode':
        if not vectorize:
            raise NotImplementedError('torch.autograd.functional.jacobian with `strategy="forward-mode"` requires '
                                      '`vectorize=True`. Use `vectorize=True` or `strategy="reverse-mode"`.')
        raise NotImplementedError('JitScope has no forward-mode automatic differentiation')


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy='reverse-mode'):
    _check_strategy(strategy, vectorize)
    with torch.enable_grad():
        is_tuple, inputs = _as_tuple(inputs, 'inputs', 'jacobian')
        inputs = _prepared(inputs, create_graph)
        outputs_are_tuple, outputs = _outputs_of(func, inputs, 'jacobian')
        _check_dependence(outputs, 'outputs', strict)
        jacobians = tuple(_rows(i, output, inputs, create_graph, strict) for i, output in enumerate(outputs))
    jacobians = _finished(jacobians, create_graph)
    if not is_tuple:
        jacobians = tuple(row[0] for row in jacobians)
    return jacobians if outputs_are_tuple else jacobians[0]


# The derivatives of one output with respect to each input, as tensors of the shape of both.
def _rows(place, output, inputs, create_graph, strict):
    columns = tuple([] for _ in inputs)
    for element in output.reshape(-1).unbind(0):
        grads = _grads((element,), inputs, create_graph=create_graph)
        for i, (column, grad, tensor) in enumerate(zip(columns, grads, inputs)):
            if grad is None:
                if strict:
                    raise RuntimeError(f'Output {place} of the user-provided function is independent of input {i}. This is '
                                       'not allowed in strict mode.')
                grad = torch.zeros_like(tensor)
            elif strict and create_graph and not grad.requires_grad:
                raise RuntimeError(f'The jacobian of the user-provided function is independent of input {i}. This is not '
                                   'allowed in strict mode when create_graph=True.')
            column.append(grad)
    return tuple(torch.stack(column).view(output.size() + tensor.size()) if column
                 else output.new_zeros(output.size() + tensor.size()) for column, tensor in zip(columns, inputs))


def _scalar_of(func, inputs, function):
    outputs_are_tuple, outputs = _outputs_of(func, inputs, function)
    if outputs_are_tuple:
        raise RuntimeError(f'The function given to {function} should return a single Tensor')
    if outputs[0].nelement() != 1:
        raise RuntimeError(f'The Tensor returned by the function given to {function} should contain a single element')
    return outputs[0]


def hessian(func, inputs, create_graph=False, strict=False, vectorize=False, outer_jacobian_strategy='reverse-mode'):
    is_tuple, inputs = _as_tuple(inputs, 'inputs', 'hessian')
    _check_strategy(outer_jacobian_strategy, vectorize)

    def single(*inputs):
        output = _scalar_of(func, inputs, 'hessian')
        _check_dependence((output,), 'outputs', strict)
        return output.squeeze()

    def gradient(*inputs):
        found = jacobian(single, inputs, create_graph=True)
        _check_dependence(found, 'jacobian', strict)
        return found

    found = jacobian(gradient, inputs, create_graph=create_graph, strict=strict)
    return found if is_tuple else found[0][0]


def _second_order(func, inputs, v, create_graph, strict, function):
    with torch.enable_grad():
        is_tuple, inputs = _as_tuple(inputs, 'inputs', function)
        inputs = _prepared(inputs, create_graph)
        v = _vectors(v, inputs, function, _NO_INPUT_VECTOR)
        _check_vectors(v, inputs)
        output = _scalar_of(func, inputs, function)
        _check_dependence((output,), 'outputs', strict)
        gradient = _grads((output,), inputs, create_graph=True)
        _check_dependence(gradient, 'jacobian', strict)
    return is_tuple, inputs, v, output, gradient


def vhp(func, inputs, v=None, create_graph=False, strict=False):
    is_tuple, inputs, v, output, gradient = _second_order(func, inputs, v, create_graph, strict, 'vhp')
    with torch.set_grad_enabled(True if create_graph else torch.is_grad_enabled()):
        found = _filled(_grads(gradient, inputs, v, create_graph), inputs, strict, create_graph, 'double_back')
    return _finished(output, create_graph), _as_before(is_tuple, _finished(found, create_graph))


def hvp(func, inputs, v=None, create_graph=False, strict=False):
    is_tuple, inputs, v, output, gradient = _second_order(func, inputs, v, create_graph, strict, 'hvp')
    with torch.enable_grad():
        seeds = tuple(torch.zeros_like(each, requires_grad=True) for each in inputs)
        products = _grads(gradient, inputs, seeds, create_graph=True)
        _check_dependence(products, 'hessian', strict)
        found = _filled(_grads(products, seeds, v, create_graph), inputs, strict, create_graph, 'double_back')
    return _finished(output, create_graph), _as_before(is_tuple, _finished(found, create_graph))
