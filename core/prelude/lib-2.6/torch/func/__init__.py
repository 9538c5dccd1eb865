# Transforms of functions, all by reverse mode.
import torch

__all__ = ['grad', 'grad_and_value', 'vjp', 'jacrev', 'functional_call', 'stack_module_state', 'hessian', 'jvp', 'jacfwd',
           'vmap', 'linearize', 'functionalize', 'replace_all_batch_norm_modules_']


def _map(function, tree):
    if isinstance(tree, torch.Tensor):
        return function(tree)
    if isinstance(tree, dict):
        return type(tree)((key, _map(function, value)) for key, value in tree.items())
    if isinstance(tree, (list, tuple)):
        items = [_map(function, item) for item in tree]
        return type(tree)(*items) if hasattr(tree, '_fields') else type(tree)(items)
    return tree


def _leaves(tree):
    found = []
    _map(lambda tensor: found.append(tensor) or tensor, tree)
    return found


# The tensors of a tree, replaced one after another.
def _filled(tree, values):
    values = iter(values)
    return _map(lambda _: next(values), tree)


# A view that requires a gradient: gradients of gradients flow through it.
def _traced(tensor):
    return tensor.view_as(tensor) if tensor.requires_grad else tensor.detach().requires_grad_()


def _selected(args, argnums):
    places = (argnums,) if isinstance(argnums, int) else argnums
    args = list(args)
    for place in places:
        if not -len(args) <= place < len(args):
            raise RuntimeError(f'Got argnum={place}, but only {len(args)} positional inputs')
        args[place] = _map(_traced, args[place])
    wanted = tuple(args[place] for place in places)
    return tuple(args), wanted[0] if isinstance(argnums, int) else wanted




_level = 0


# Inside of a transform gradients have gradients, for the transforms around it.
class _Transform:
    def __enter__(self):
        global _level
        self.outer = _level > 0
        _level += 1
        self.mode = torch.enable_grad()
        self.mode.__enter__()
        return self

    def __exit__(self, *error):
        global _level
        _level -= 1
        self.mode.__exit__(*error)

    def finished(self, tree):
        return tree if self.outer else _map(lambda tensor: tensor.detach(), tree)


def _gradients(outputs, inputs, seeds, create_graph):
    pairs = [(output, seed) for output, seed in zip(outputs, seeds) if output.requires_grad]
    if not pairs:
        return [torch.zeros_like(each) for each in inputs]
    found = torch.autograd.grad([output for output, _ in pairs], inputs, [seed for _, seed in pairs], allow_unused=True,
                                create_graph=create_graph, retain_graph=True)
    return [torch.zeros_like(each) if grad is None else grad for grad, each in zip(found, inputs)]


def grad_and_value(func, argnums=0, has_aux=False):
    def wrapper(*args, **kwargs):
        with _Transform() as transform:
            args, wanted = _selected(args, argnums)
            output = func(*args, **kwargs)
            aux = None
            if has_aux:
                if not isinstance(output, tuple) or len(output) != 2:
                    raise RuntimeError('grad_and_value(f)(*args): output of function f should be a tuple: (output, aux) '
                                       'if has_aux is True')
                output, aux = output
            if not isinstance(output, torch.Tensor):
                raise RuntimeError(f'grad_and_value(f)(*args): Expected f(*args) to return a Tensor, got {type(output)}')
            if output.dim() != 0:
                raise RuntimeError('grad_and_value(f)(*args): Expected f(*args) to return a scalar Tensor, got tensor '
                                   f'with {output.dim()} dims. Maybe you wanted to use the vjp or jacrev APIs instead?')
            found = _filled(wanted, _gradients([output], _leaves(wanted), [torch.ones_like(output)], transform.outer))
            found, output = transform.finished(found), transform.finished(output)
            return (found, (output, transform.finished(aux))) if has_aux else (found, output)
    return wrapper


def grad(func, argnums=0, has_aux=False):
    def wrapper(*args, **kwargs):
        found, value = grad_and_value(func, argnums, has_aux)(*args, **kwargs)
        return (found, value[1]) if has_aux else found
    return wrapper


def vjp(func, *primals, has_aux=False):
    with torch.enable_grad():
        inputs = _map(_traced, primals)
        output = func(*inputs)
        aux = None
        if has_aux:
            output, aux = output
    inner = _level > 0

    def vjp_fn(cotangents, retain_graph=True, create_graph=None):
        seeds = _leaves(cotangents)
        create = torch.is_grad_enabled() if create_graph is None else create_graph
        found = _filled(inputs, _gradients(_leaves(output), _leaves(inputs), seeds, create))
        if not any(seed.requires_grad for seed in seeds) and not inner:
            found = _map(lambda tensor: tensor.detach(), found)
        return found

    value = output if inner else _map(lambda tensor: tensor.detach(), output)
    return (value, vjp_fn, aux) if has_aux else (value, vjp_fn)


def jacrev(func, argnums=0, *, has_aux=False, chunk_size=None, _preallocate_and_copy=False):
    def wrapper(*args):
        with _Transform() as transform:
            args, wanted = _selected(args, argnums)
            output = func(*args)
            aux = None
            if has_aux:
                output, aux = output
            inputs = _leaves(wanted)

            def rows(tensor):
                columns = [[] for _ in inputs]
                for element in tensor.reshape(-1).unbind(0):
                    for column, grad in zip(columns, _gradients([element], inputs, [torch.ones_like(element)],
                                                                transform.outer)):
                        column.append(grad)
                return _filled(wanted, [torch.stack(column).reshape(tensor.shape + each.shape)
                                        for column, each in zip(columns, inputs)])

            found = transform.finished(_map(rows, output))
            return (found, transform.finished(aux)) if has_aux else found
    return wrapper


# The derivative along tangents is linear in them: it is the gradient of the product with a cotangent, by the cotangent.
def _along(outputs, inputs, tangents, create_graph):
    seeds = [torch.zeros_like(output).requires_grad_() for output in outputs]
    return _gradients(_gradients(outputs, inputs, seeds, True), seeds, tangents, create_graph)


_JVP = 'jvp(f, primals, tangents)'


def _check_leaves(leaves, what):
    if not leaves:
        raise RuntimeError(f'{_JVP}: Expected {what} to be a non-empty list of tensors.')


def jvp(func, primals, tangents, *, strict=False, has_aux=False):
    if not isinstance(primals, tuple):
        raise RuntimeError(f'{_JVP}: Expected primals to be a tuple. E.g. it should be valid to call f(*primals).')
    vectors = _leaves(tangents)
    _check_leaves(_leaves(primals), 'primals')
    _check_leaves(vectors, 'tangents')
    if not isinstance(tangents, tuple) or len(vectors) != len(_leaves(primals)):
        raise RuntimeError(f'{_JVP}: Expected primals and tangents to have the same python structure. For example, if primals '
                           'is a tuple of 3 tensors, tangents also must be.')
    with _Transform() as transform:
        inputs = _map(_traced, primals)
        output = func(*inputs)
        aux = None
        if has_aux:
            if not isinstance(output, tuple) or len(output) != 2:
                raise RuntimeError(f'{_JVP}: output of function f should be a tuple: (output, aux) if has_aux is True')
            output, aux = output
        outputs = _leaves(output)
        if not outputs:
            raise RuntimeError(f'{_JVP}: expected f(*primals) to return only tensors, got unsupported type {type(output)}')
        if strict and not all(each.requires_grad for each in outputs):
            raise RuntimeError('jvp(f, primals, tangents, strict=True): The output of f is independent of the inputs. This is '
                               'not allowed with strict=True.')
        found = _filled(output, _along(outputs, _leaves(inputs), vectors, transform.outer))
        found, output = transform.finished(found), transform.finished(output)
        return (output, found, transform.finished(aux)) if has_aux else (output, found)


# The function runs twice, as in PyTorch: what it prints and the random numbers that it draws show it.
def linearize(func, *primals):
    result = func(*primals)
    with _Transform() as transform:
        inputs = _map(_traced, primals)
        output = func(*inputs)
    leaves = _leaves(inputs)

    def jvp_fn(*tangents):
        vectors = _leaves(tangents)
        if len(tangents) != len(primals) or len(vectors) != len(leaves):
            raise RuntimeError('Expected the tangents to have the same argspec as the primals')
        for i, (vector, leaf) in enumerate(zip(vectors, leaves)):
            for what in ('shape', 'device', 'dtype'):
                mine, wanted = getattr(vector, what), getattr(leaf, what)
                if mine != wanted:
                    raise RuntimeError(f"tangent:{i} with {what} {mine} in flattened pytree doesn't match the {what} {wanted} "
                                       'of the corresponding primal.')
        with _Transform():
            found = _along(_leaves(output), leaves, vectors, transform.outer)
        return _filled(output, transform.finished(found))

    return result, jvp_fn


# Row by row: reverse mode has the columns at once.
def jacfwd(func, argnums=0, has_aux=False, *, randomness='error'):
    return jacrev(func, argnums, has_aux=has_aux)


def hessian(func, argnums=0):
    return jacfwd(jacrev(func, argnums), argnums)


def functional_call(module, parameter_and_buffer_dicts, args=None, kwargs=None, *, tie_weights=True, strict=False):
    values = {}
    dicts = parameter_and_buffer_dicts
    for each in dicts if isinstance(dicts, (list, tuple)) else (dicts,):
        repeated = [name for name in each if name in values]
        if repeated:
            raise ValueError(f'{repeated} appeared in multiple dictionaries; behavior of functional call is ambiguous')
        values.update(each)
    return torch.nn.utils.stateless._call_with(module, values, args, kwargs, tie_weights, strict)


def stack_module_state(models):
    if len(models) == 0:
        raise RuntimeError('stack_module_state: Expected at least one model, got 0.')
    if not (all(model.training for model in models) or not any(model.training for model in models)):
        raise RuntimeError('stack_module_state: Expected all models to have the same training/eval mode.')
    if not all(type(model) is type(models[0]) for model in models):
        raise RuntimeError('stack_module_state: Expected all models to be of the same class.')
    params, buffers = {}, {}
    for name, first in models[0].named_parameters():
        every = [dict(model.named_parameters())[name] for model in models]
        if not all(each.requires_grad == first.requires_grad for each in every):
            raise RuntimeError(f'Expected {name} parameter to have the same requires_grad in all models')
        params[name] = torch.stack([each.detach() for each in every]).requires_grad_(first.requires_grad)
    for name, _ in models[0].named_buffers():
        buffers[name] = torch.stack([dict(model.named_buffers())[name].detach() for model in models])
    return params, buffers


def replace_all_batch_norm_modules_(root):
    for module in root.modules():
        if isinstance(module, torch.nn.modules.batchnorm._BatchNorm):
            module.track_running_stats = False
            module.running_mean = module.running_var = module.num_batches_tracked = None
    return root


def _refuse(need):
    def refused(*args, **kwargs):
        raise NotImplementedError(f'JitScope has no {need}')
    return refused


vmap = _refuse('torch.func.vmap')
functionalize = _refuse('torch.func.functionalize')
