# GradScaler: scales a loss, so that gradients in half precision do not vanish, and leaves out steps whose gradients are not finite.
import warnings

import torch

__all__ = ['OptState', 'GradScaler']


class OptState:
    READY = 0
    UNSCALED = 1
    STEPPED = 2


class GradScaler:
    def __init__(self, device='cuda', init_scale=2.0 ** 16, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, enabled=True):
        self._device = device
        self._enabled = enabled
        if enabled and device == 'cuda':
            warnings.warn('torch.cuda.amp.GradScaler is enabled, but CUDA is not available.  Disabling.')
            self._enabled = False
        if not self._enabled:
            return
        assert growth_factor > 1.0, 'The growth factor must be > 1.0.'
        assert backoff_factor < 1.0, 'The backoff factor must be < 1.0.'
        self._init_scale = init_scale
        self._scale = None  # a tensor from the first call of scale() on
        self._growth_factor = growth_factor
        self._backoff_factor = backoff_factor
        self._growth_interval = growth_interval
        self._init_growth_tracker = 0
        self._growth_tracker = None
        self._per_optimizer_states = {}

    def _state_of(self, optimizer):
        return self._per_optimizer_states.setdefault(id(optimizer), {'stage': OptState.READY, 'found_inf_per_device': {}})

    def _check_scale_growth_tracker(self, funcname):
        fix = 'This may indicate your script did not use scaler.scale(loss or outputs) earlier in the iteration.'
        assert self._scale is not None, f'Attempted {funcname} but _scale is None.  {fix}'
        return self._scale, self._growth_tracker

    def scale(self, outputs):
        if not self._enabled:
            return outputs
        if isinstance(outputs, torch.Tensor):
            if self._scale is None:
                shape = (1,)  # @1.13
                shape = ()  # @2.6+
                self._scale = torch.full(shape, self._init_scale, dtype=torch.float32)
                self._growth_tracker = torch.full(shape, self._init_growth_tracker, dtype=torch.int32)
            return outputs * self._scale
        try:
            scaled = map(self.scale, outputs)
        except TypeError:
            raise ValueError('outputs must be a Tensor or an iterable of Tensors') from None
        return type(outputs)(scaled) if isinstance(outputs, (list, tuple)) else scaled

    # Multiplies all gradients of an optimizer. Returns 1.0 if one is not finite, else 0.0, as a tensor.
    def _unscale_grads_(self, optimizer, inv_scale):
        found_inf = torch.full((1,), 0.0)
        with torch.no_grad():
            for group in optimizer.param_groups:
                for param in group['params']:
                    if param.grad is None:
                        continue
                    if param.grad.dtype == torch.float16:
                        raise ValueError('Attempting to unscale FP16 gradients.')
                    if not param.grad.isfinite().all():
                        found_inf.fill_(1.0)
                    param.grad.mul_(inv_scale)
        return found_inf

    def unscale_(self, optimizer):
        if not self._enabled:
            return
        self._check_scale_growth_tracker('unscale_')
        state = self._state_of(optimizer)
        if state['stage'] == OptState.UNSCALED:
            raise RuntimeError('unscale_() has already been called on this optimizer since the last update().')
        if state['stage'] == OptState.STEPPED:
            raise RuntimeError('unscale_() is being called after step().')
        inverse = self._scale.double().reciprocal().float()
        state['found_inf_per_device'] = {self._scale.device: self._unscale_grads_(optimizer, inverse)}
        state['stage'] = OptState.UNSCALED

    def step(self, optimizer, *args, **kwargs):
        if not self._enabled:
            return optimizer.step(*args, **kwargs)
        if 'closure' in kwargs:
            raise RuntimeError('Closure use is not currently supported if GradScaler is enabled.')
        self._check_scale_growth_tracker('step')
        state = self._state_of(optimizer)
        if state['stage'] == OptState.STEPPED:
            raise RuntimeError('step() has already been called since the last update().')
        if state['stage'] == OptState.READY:
            self.unscale_(optimizer)
        result = None
        if not sum(found.item() for found in state['found_inf_per_device'].values()):
            result = optimizer.step(*args, **kwargs)
        state['stage'] = OptState.STEPPED
        return result

    def update(self, new_scale=None):
        if not self._enabled:
            return
        scale, tracker = self._check_scale_growth_tracker('update')
        if new_scale is not None:
            if isinstance(new_scale, float):
                scale.fill_(new_scale)
            else:
                scale.copy_(new_scale)
        else:
            found = [value for state in self._per_optimizer_states.values() for value in state['found_inf_per_device'].values()]
            assert len(found) > 0, 'No inf checks were recorded prior to update.'
            if sum(value.item() for value in found):
                scale.mul_(self._backoff_factor)
                tracker.zero_()
            elif tracker.item() + 1 == self._growth_interval:
                grown = scale * self._growth_factor
                if grown.isfinite():
                    scale.copy_(grown)
                tracker.zero_()
            else:
                tracker.add_(1)
        self._per_optimizer_states = {}

    def get_scale(self):
        if not self._enabled:
            return 1.0
        return self._init_scale if self._scale is None else self._scale.item()

    def get_growth_factor(self):
        return self._growth_factor

    def set_growth_factor(self, new_factor):
        self._growth_factor = new_factor

    def get_backoff_factor(self):
        return self._backoff_factor

    def set_backoff_factor(self, new_factor):
        self._backoff_factor = new_factor

    def get_growth_interval(self):
        return self._growth_interval

    def set_growth_interval(self, new_interval):
        self._growth_interval = new_interval

    def _get_growth_tracker(self):
        if not self._enabled:
            return 0
        return self._init_growth_tracker if self._growth_tracker is None else self._growth_tracker.item()

    def is_enabled(self):
        return self._enabled

    def state_dict(self):
        if not self._enabled:
            return {}
        return {'scale': self.get_scale(), 'growth_factor': self._growth_factor, 'backoff_factor': self._backoff_factor,
                'growth_interval': self._growth_interval, '_growth_tracker': self._get_growth_tracker()}

    def load_state_dict(self, state_dict):
        if not self._enabled:
            return
        if not state_dict:
            raise RuntimeError('The source state dict is empty, possibly because it was saved from a disabled instance of GradScaler.')
        self._init_scale = state_dict['scale']
        self._growth_factor = state_dict['growth_factor']
        self._backoff_factor = state_dict['backoff_factor']
        self._growth_interval = state_dict['growth_interval']
        self._init_growth_tracker = state_dict['_growth_tracker']
        if self._scale is not None:
            self._scale.fill_(self._init_scale)
            self._growth_tracker.fill_(self._init_growth_tracker)
