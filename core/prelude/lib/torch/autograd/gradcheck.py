# Compares gradients with differences.
import warnings

import torch

__all__ = ['gradcheck', 'gradgradcheck', 'GradcheckError']


class GradcheckError(RuntimeError):
    pass


def _tensors(values):
    values = values if isinstance(values, (list, tuple)) else (values,)
    return tuple(value for value in values if isinstance(value, torch.Tensor))


def _is_differentiable(tensor):
    return tensor.requires_grad and (tensor.is_floating_point() or tensor.is_complex())


def _check_inputs(inputs):
    wanted = False
    for i, value in enumerate(inputs):
        if not isinstance(value, torch.Tensor) or not value.requires_grad:
            continue
        wanted = True
        if value.dtype not in (torch.float64, torch.complex128):
            warnings.warn(f'Input #{i} requires gradient and is not a double precision floating point or complex. This '
                          'check will likely fail if all the inputs are not of double precision floating point or complex. ')
        if any(size > 1 and stride == 0 for size, stride in zip(value.shape, value.stride())):
            raise RuntimeError(f'The {i}th input has a dimension with stride 0. gradcheck only supports inputs that are '
                               'non-overlapping to be able to compute the numerical gradients correctly. You should call '
                               '.contiguous on the input before passing it to gradcheck.')
        value.retain_grad()
    if not wanted:
        raise ValueError('gradcheck expects at least one input tensor to require gradient, but none of the them have '
                         'requires_grad=True.')


# The derivative of each output element by each element of one input, from differences: a matrix with a row for
# each input element. The columns of a complex input are conjugate Wirtinger derivatives.
def _numerical(fn, inputs, tensor, outputs, eps):
    rows = [[] for _ in outputs]
    elements = tensor.data.view(-1) if tensor.is_contiguous() else None
    for i in range(tensor.numel()):
        index = (i,) if elements is not None else tuple(_unraveled(i, tensor.shape))
        target = elements if elements is not None else tensor.data
        steps = (eps, eps * 1j) if tensor.is_complex() else (eps,)
        partial = []
        for step in steps:
            before = target[index].item()
            target[index] = before - step
            low = [each.detach().clone() for each in fn(*inputs)]
            target[index] = before + step
            high = [each.detach().clone() for each in fn(*inputs)]
            target[index] = before
            partial.append([(b - a) / (2 * eps) for a, b in zip(low, high)])
        for j, row in enumerate(rows):
            row.append((partial[0][j] + 1j * partial[1][j] if tensor.is_complex() else partial[0][j]).reshape(-1))
    return [torch.stack(row) if row else output.new_zeros(0, output.numel()) for row, output in zip(rows, outputs)]


def _unraveled(i, shape):
    places = []
    for size in reversed(shape):
        places.append(i % size)
        i //= size
    return reversed(places)


# The same from gradients: one run of backward for each output element.
def _analytical(output, tensors):
    columns = [[] for _ in tensors]
    for i in range(output.numel()):
        seed = torch.zeros_like(output, memory_format=torch.contiguous_format)
        seed.view(-1)[i] = 1
        grads = torch.autograd.grad(output, tensors, seed, retain_graph=True, allow_unused=True)
        for column, grad, tensor in zip(columns, grads, tensors):
            column.append((torch.zeros_like(tensor) if grad is None else grad).reshape(-1))
    return [torch.stack(column, 1) if column else tensor.new_zeros(tensor.numel(), 0)
            for column, tensor in zip(columns, tensors)]


def _close(a, b, rtol, atol):
    dtype = torch.promote_types(a.dtype, b.dtype)
    return torch.allclose(a.to(dtype), b.to(dtype), rtol, atol)


# The functions to check: a complex output counts as two real ones.
def _parts(func, outputs):
    def real(*inputs):
        return tuple(torch.real(each) if each.is_complex() else each for each in _outputs(func, inputs))

    def imaginary(*inputs):
        return tuple(torch.imag(each) if each.is_complex() else each.detach() * 0 for each in _outputs(func, inputs))

    if any(output.is_complex() for output in outputs):
        return (('imaginary', imaginary), ('real', real))
    return (('', real),)


def _outputs(func, inputs):
    return tuple(each for each in _tensors(func(*inputs)) if each.is_floating_point() or each.is_complex())


def _check(func, inputs, eps, atol, rtol, nondet_tol):
    _check_inputs(inputs)
    outputs = _outputs(func, inputs)
    tensors = tuple(each for each in inputs if isinstance(each, torch.Tensor) and _is_differentiable(each))
    places = [i for i, each in enumerate(_tensors(inputs)) if _is_differentiable(each)]
    if not any(output.requires_grad for output in outputs):
        for tensor in tensors:
            for jacobian in _numerical(lambda *given: _outputs(func, given), inputs, tensor, outputs, eps):
                if not _close(jacobian, torch.zeros_like(jacobian), rtol, atol):
                    raise GradcheckError('Numerical gradient for function expected to be zero')
        return
    for part, fn in _parts(func, outputs):
        current = fn(*inputs)
        numerical = [_numerical(fn, inputs, tensor, current, eps) for tensor in tensors]
        for j, output in enumerate(current):
            if not output.requires_grad:
                continue
            analytical, again = _analytical(output, tensors), _analytical(output, tensors)
            for i in range(len(tensors)):
                if not _close(analytical[i], numerical[i][j], rtol, atol):
                    prefix = (f'While considering the {part} part of complex outputs only, '
                              if part and outputs[j].is_complex() else '')
                    raise GradcheckError(f'{prefix}Jacobian mismatch for output {j} with respect to input {places[i]},\n'
                                         f'numerical:{numerical[i][j]}\nanalytical:{analytical[i]}\n')
                if not torch.allclose(analytical[i], again[i], 0, nondet_tol):
                    raise GradcheckError('Backward is not reentrant, i.e., running backward with same input and '
                                         'grad_output multiple times gives different values, although analytical gradient '
                                         'matches numerical gradient.'
                                         f'The tolerance for nondeterminism was {nondet_tol}.')


def gradcheck(func, inputs, *, eps=1e-6, atol=1e-5, rtol=1e-3, raise_exception=True, check_sparse_nnz=None,
              nondet_tol=0.0, check_undefined_grad=True, check_grad_dtypes=False, check_batched_grad=False,
              check_batched_forward_grad=False, check_forward_ad=False, check_backward_ad=True, fast_mode=False,
              masked=None):
    if check_forward_ad or check_batched_forward_grad:
        raise NotImplementedError('JitScope has no forward-mode automatic differentiation')
    inputs = tuple(inputs) if isinstance(inputs, (list, tuple)) else (inputs,)
    try:
        _check(func, inputs, eps, atol, rtol, nondet_tol)
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


def gradgradcheck(func, inputs, grad_outputs=None, *, eps=1e-6, atol=1e-5, rtol=1e-3, gen_non_contig_grad_outputs=False,
                  raise_exception=True, nondet_tol=0.0, check_undefined_grad=True, check_grad_dtypes=False,
                  check_batched_grad=False, check_fwd_over_rev=False, check_rev_over_rev=True, fast_mode=False,
                  masked=False):
    inputs = tuple(inputs) if isinstance(inputs, (list, tuple)) else (inputs,)
    if grad_outputs is None:
        outputs = [each for each in _tensors(func(*inputs)) if _is_differentiable(each)]
        grad_outputs = tuple(torch.randn(output.shape, dtype=output.dtype).requires_grad_() for output in outputs)
    else:
        grad_outputs = tuple(grad_outputs) if isinstance(grad_outputs, (list, tuple)) else (grad_outputs,)
    count = len(grad_outputs)

    def gradients(*args):
        given = args[:-count]
        outputs = tuple(each for each in _tensors(func(*given)) if _is_differentiable(each))
        wanted = tuple(each for each in given if isinstance(each, torch.Tensor) and each.requires_grad)
        found = torch.autograd.grad(outputs, wanted, args[-count:], create_graph=True, allow_unused=True)
        return tuple(each for each in found if each is not None)

    return gradcheck(gradients, inputs + grad_outputs, eps=eps, atol=atol, rtol=rtol, raise_exception=raise_exception,
                     nondet_tol=nondet_tol, check_undefined_grad=check_undefined_grad)
