"""L-BFGS: steps along a direction that recent steps and gradients estimate, with a line search."""
import torch

from .optimizer import Optimizer, _with_hooks, check_options

__all__ = ['LBFGS']


# The minimum of the cubic polynomial through two points with these values and slopes.
def _cubic_minimum(x1, f1, g1, x2, f2, g2, bounds=None):
    if bounds is None:
        bounds = (x1, x2) if x1 <= x2 else (x2, x1)
    low, high = bounds
    d1 = g1 + g2 - 3 * (f1 - f2) / (x1 - x2)
    squared = d1 ** 2 - g1 * g2
    if not squared >= 0:
        return (low + high) / 2.
    d2 = squared.sqrt()
    if x1 <= x2:
        place = x2 - (x2 - x1) * ((g2 + d2 - d1) / (g2 - g1 + 2 * d2))
    else:
        place = x1 - (x1 - x2) * ((g1 + d2 - d1) / (g1 - g2 + 2 * d2))
    return min(max(place, low), high)


# A point of the line search: the step, and the loss, gradient and slope there.
class _Point:
    def __init__(self, t, loss, grad, slope) -> None:
        self.t = t
        self.loss = loss
        self.grad = grad
        self.slope = slope

    def between(self, other, bounds=None):
        return _cubic_minimum(self.t, self.loss, self.slope, other.t, other.loss, other.slope, bounds)


# Searches along `direction` for a step that meets the strong Wolfe conditions. `evaluate` gives the loss and the gradient after a step.
# Returns the point and the count of evaluations.
def _strong_wolfe(evaluate, t, direction, loss, grad, slope, c1=1e-4, c2=0.9, tolerance_change=1e-9, most=25):
    def at(t):
        loss, grad = evaluate(t)
        return _Point(t, loss, grad.clone(), grad.dot(direction))

    start = _Point(0, loss, grad.clone(), slope)
    longest = direction.abs().max()
    last, new = start, at(t)
    evaluations, iterations = 1, 0
    bracket = None
    while iterations < most:
        if new.loss > loss + c1 * new.t * slope or (iterations > 1 and new.loss >= last.loss):
            bracket = [last, new]
            break
        if abs(new.slope) <= -c2 * slope:
            return new, evaluations
        if new.slope >= 0:
            bracket = [last, new]
            break
        t = last.between(new, (new.t + 0.01 * (new.t - last.t), new.t * 10))
        last, new = new, at(t)
        evaluations += 1
        iterations += 1
    if bracket is None:
        bracket = [start, new]
    stalled = False
    low, high = (0, 1) if bracket[0].loss <= bracket[1].loss else (1, 0)
    while iterations < most:
        if abs(bracket[1].t - bracket[0].t) * longest < tolerance_change:
            break
        t = bracket[0].between(bracket[1])
        first, end = min(bracket[0].t, bracket[1].t), max(bracket[0].t, bracket[1].t)
        margin = 0.1 * (end - first)
        # A step near an end twice in a row makes too little progress: it moves inwards.
        near = min(end - t, t - first) < margin
        if near and (stalled or t >= end or t <= first):
            t = end - margin if abs(t - end) < abs(t - first) else first + margin
            near = False
        stalled = near
        new = at(t)
        evaluations += 1
        iterations += 1
        if new.loss > loss + c1 * t * slope or new.loss >= bracket[low].loss:
            bracket[high] = new
            low, high = (0, 1) if bracket[0].loss <= bracket[1].loss else (1, 0)
            continue
        done = abs(new.slope) <= -c2 * slope
        if not done and new.slope * (bracket[high].t - bracket[low].t) >= 0:
            bracket[high] = bracket[low]
        bracket[low] = new
        if done:
            break
    return bracket[low], evaluations


class LBFGS(Optimizer):
    def __init__(self, params, lr=1, max_iter=20, max_eval=None, tolerance_grad=1e-7, tolerance_change=1e-9, history_size=100,
                 line_search_fn=None) -> None:
        check_options(lr=lr)  # @2.6+
        if max_eval is None:
            max_eval = max_iter * 5 // 4
        super().__init__(params, {
            'lr': lr, 'max_iter': max_iter, 'max_eval': max_eval, 'tolerance_grad': tolerance_grad,
            'tolerance_change': tolerance_change, 'history_size': history_size, 'line_search_fn': line_search_fn})
        if len(self.param_groups) != 1:
            raise ValueError("LBFGS doesn't support per-parameter options (parameter groups)")
        self._params = self.param_groups[0]['params']

    def _gather_flat_grad(self):
        parts = []
        for param in self._params:
            grad = torch.zeros_like(param) if param.grad is None else param.grad
            if grad.is_complex():
                grad = torch.view_as_real(grad)
            parts.append(grad.reshape(-1))
        return torch.cat(parts, 0)

    def _add_grad(self, t, direction) -> None:
        begin = 0
        for param in self._params:
            if param.is_complex():
                param = torch.view_as_real(param)
            end = begin + param.numel()
            param.add_(direction[begin:end].view_as(param), alpha=float(t))
            begin = end

    # The loss and the gradient after a step from the present parameters, which stay.
    def _evaluate(self, closure, start, t, direction):
        self._add_grad(t, direction)
        loss = float(closure())
        grad = self._gather_flat_grad()
        for param, value in zip(self._params, start):
            param.copy_(value)
        return loss, grad

    # The direction to go: the gradient times an estimate of the inverse Hessian, by the recursion over two loops.
    def _direction(self, state, grad, history_size):
        if state['n_iter'] == 1:
            state.update(old_dirs=[], old_stps=[], ro=[], H_diag=1)
            return grad.neg()
        change = grad.sub(state['prev_flat_grad'])
        step = state['d'].mul(state['t'])
        product = change.dot(step)
        changes, steps, inverses = state['old_dirs'], state['old_stps'], state['ro']
        if product > 1e-10:
            if len(changes) == history_size:
                for history in (changes, steps, inverses):
                    history.pop(0)
            changes.append(change)
            steps.append(step)
            inverses.append(1. / product)
            state['H_diag'] = product / change.dot(change)
        factors = state.setdefault('al', [None] * history_size)
        rest = grad.neg()
        for i in reversed(range(len(changes))):
            factors[i] = steps[i].dot(rest) * inverses[i]
            rest.add_(changes[i], alpha=-factors[i].item())
        direction = torch.mul(rest, state['H_diag'])
        for i in range(len(changes)):
            back = changes[i].dot(direction) * inverses[i]
            direction.add_(steps[i], alpha=(factors[i] - back).item())
        return direction

    @_with_hooks
    @torch.no_grad()
    def step(self, closure):
        closure = torch.enable_grad()(closure)
        group = self.param_groups[0]
        if group['line_search_fn'] not in (None, 'strong_wolfe'):
            raise RuntimeError("only 'strong_wolfe' is supported")
        least_change = group['tolerance_change']
        state = self.state[self._params[0]]
        state.setdefault('func_evals', 0)
        state.setdefault('n_iter', 0)
        first_loss = closure()
        loss = float(first_loss)
        evaluations = 1
        state['func_evals'] += 1
        grad = self._gather_flat_grad()
        if grad.abs().max() <= group['tolerance_grad']:
            return first_loss
        for iteration in range(1, group['max_iter'] + 1):
            state['n_iter'] += 1
            direction = self._direction(state, grad, group['history_size'])
            last_loss = loss
            t = group['lr']
            if state['n_iter'] == 1:
                t = min(1., 1. / grad.abs().sum()) * t
            state.update(d=direction, t=t, prev_flat_grad=grad.clone(), prev_loss=last_loss)
            slope = grad.dot(direction)
            if slope > -least_change:
                break
            made = 0
            if group['line_search_fn'] is not None:
                start = [param.clone() for param in self._params]
                point, made = _strong_wolfe(lambda t: self._evaluate(closure, start, t, direction), t, direction, loss, grad, slope)
                loss, grad, t = point.loss, point.grad, point.t
                state['t'] = t
                self._add_grad(t, direction)
            else:
                self._add_grad(t, direction)
                # The gradient after the last iteration is not needed.
                if iteration != group['max_iter']:
                    loss = float(closure())
                    grad = self._gather_flat_grad()
                    made = 1
            evaluations += made
            state['func_evals'] += made
            if (iteration == group['max_iter'] or evaluations >= group['max_eval'] or grad.abs().max() <= group['tolerance_grad']
                    or direction.mul(t).abs().max() <= least_change or abs(loss - last_loss) < least_change):
                break
        return first_loss
