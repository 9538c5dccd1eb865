class RNNBase(...):
    # PyTorch collects the weights before each call. In scripted code the method is empty.
    def _update_flat_weights(self):
        if not torch.jit.is_scripting():
            self._collect_flat_weights()
