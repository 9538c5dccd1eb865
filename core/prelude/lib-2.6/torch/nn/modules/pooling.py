class AdaptiveMaxPool1d(...):
    # Without a type: the flag decides whether there are indices, too.
    def forward(self, input: Tensor):
        return F.adaptive_max_pool1d(input, self.output_size, self.return_indices)


class LPPool3d(_LPPoolNd):
    kernel_size: _size_3_t
    stride: _size_3_t

    def forward(self, input: Tensor) -> Tensor:
        return F.lp_pool3d(input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode)


__all__ += ['LPPool3d']
