class PReLU(...):
    def __init__(self, num_parameters: int = 1, init: float = 0.25, device=None, dtype=None) -> None:
        # Set before the base's __init__, so that it comes first in __dict__, as in PyTorch.
        self.num_parameters = num_parameters
        super().__init__()
        self.init = init
        self.weight = Parameter(torch.empty(num_parameters, device=device, dtype=dtype))
        self.reset_parameters()

    def reset_parameters(self):
        constant_(self.weight, self.init)


class Softmax2d(...):
    def forward(self, input: Tensor) -> Tensor:
        if input.dim() not in (3, 4):
            raise ValueError(f"Softmax2d: expected input to be 3D or 4D, got {input.dim()}D instead")
        return F.softmax(input, -3, _stacklevel=5)


def _check_arg_device(x: Optional[torch.Tensor]) -> bool:
    if x is not None:
        return x.device.type in ["cpu", "cuda", torch.utils.backend_registration._privateuse1_backend_name]
    return True


def _arg_requires_grad(x: Optional[torch.Tensor]) -> bool:
    if x is not None:
        return x.requires_grad
    return False


def _is_make_fx_tracing():
    return False


class MultiheadAttention(...):

    # Compiled, so names, order and texts are PyTorch's. A string holds the reason for not using the fused operator; it
    # is only reported for a nested tensor.
    def forward(self, query: Tensor, key: Tensor, value: Tensor, key_padding_mask: Optional[Tensor] = None,
                need_weights: bool = True, attn_mask: Optional[Tensor] = None,
                average_attn_weights: bool = True,
                is_causal: bool = False) -> Tuple[Tensor, Optional[Tensor]]:
        why_not_fast_path = ""
        if (attn_mask is not None and torch.is_floating_point(attn_mask)) or (
                key_padding_mask is not None and torch.is_floating_point(key_padding_mask)):
            why_not_fast_path = "floating-point masks are not supported for fast path."

        is_batched = query.dim() == 3
        key_padding_mask = F._canonical_mask(
            mask=key_padding_mask, mask_name="key_padding_mask", other_type=F._none_or_dtype(attn_mask),
            other_name="attn_mask", target_type=query.dtype)
        attn_mask = F._canonical_mask(
            mask=attn_mask, mask_name="attn_mask", other_type=None, other_name="", target_type=query.dtype,
            check_other=False)

        is_fastpath_enabled = torch.backends.mha.get_fastpath_enabled()
        if not is_fastpath_enabled:
            why_not_fast_path = "torch.backends.mha.get_fastpath_enabled() was not True"
        elif not is_batched:
            why_not_fast_path = f'input not batched; expected query.dim() of 3 but got {query.dim()}'
        elif query is not key or key is not value:
            why_not_fast_path = 'non-self attention was used (query, key, and value are not the same Tensor)'
        elif self.in_proj_bias is not None and query.dtype != self.in_proj_bias.dtype:
            why_not_fast_path = (f"dtypes of query ({query.dtype}) and "
                                 f"self.in_proj_bias ({self.in_proj_bias.dtype}) don't match")
        elif self.in_proj_weight is None:
            why_not_fast_path = "in_proj_weight was None"
        elif query.dtype != self.in_proj_weight.dtype:
            why_not_fast_path = (f"dtypes of query ({query.dtype}) and "
                                 f"self.in_proj_weight ({self.in_proj_weight.dtype}) don't match")
        elif self.training:
            why_not_fast_path = 'training is enabled'
        elif (self.num_heads % 2) != 0:
            why_not_fast_path = "self.num_heads is not even"
        elif not self.batch_first:
            why_not_fast_path = 'batch_first was not True'
        elif self.bias_k is not None:
            why_not_fast_path = 'self.bias_k was not None'
        elif self.bias_v is not None:
            why_not_fast_path = 'self.bias_v was not None'
        elif self.add_zero_attn:
            why_not_fast_path = 'add_zero_attn was enabled'
        elif not self._qkv_same_embed_dim:
            why_not_fast_path = '_qkv_same_embed_dim was not True'
        elif query.is_nested and (key_padding_mask is not None or attn_mask is not None):
            why_not_fast_path = ("supplying both src_key_padding_mask and src_mask at the same time"
                                 "                              is not supported with NestedTensor input")
        elif torch.is_autocast_enabled():
            why_not_fast_path = 'autocast is enabled'

        if not why_not_fast_path:
            tensor_args = (query, key, value, self.in_proj_weight, self.in_proj_bias,
                           self.out_proj.weight, self.out_proj.bias)
            if _is_make_fx_tracing():
                why_not_fast_path = "we are running make_fx tracing"
            elif not all(_check_arg_device(x) for x in tensor_args):
                why_not_fast_path = (
                    "some Tensor argument's device is neither one of "
                    f"cpu, cuda or {torch.utils.backend_registration._privateuse1_backend_name}")
            elif torch.is_grad_enabled() and any(_arg_requires_grad(x) for x in tensor_args):
                why_not_fast_path = ('grad is enabled and at least one of query or the '
                                     'input/output projection weights or biases requires_grad')
            if not why_not_fast_path:
                merged_mask, mask_type = self.merge_masks(attn_mask, key_padding_mask, query)
                if self.in_proj_bias is not None and self.in_proj_weight is not None:
                    return torch._native_multi_head_attention(
                        query, key, value, self.embed_dim, self.num_heads, self.in_proj_weight,
                        self.in_proj_bias, self.out_proj.weight, self.out_proj.bias, merged_mask,
                        need_weights, average_attn_weights, mask_type)

        any_nested = query.is_nested or key.is_nested or value.is_nested
        assert not any_nested, (
            'MultiheadAttention does not support NestedTensor outside of its fast path. ' +
            f'The fast path was not hit because {why_not_fast_path}')

        if self.batch_first and is_batched:
            # Transposes a tensor that is passed several times only once, so that `is` still holds.
            if key is value:
                if query is key:
                    query = key = value = query.transpose(1, 0)
                else:
                    query, key = (x.transpose(1, 0) for x in (query, key))
                    value = key
            else:
                query, key, value = (x.transpose(1, 0) for x in (query, key, value))

        if not self._qkv_same_embed_dim:
            attn_output, attn_output_weights = F.multi_head_attention_forward(
                query, key, value, self.embed_dim, self.num_heads, self.in_proj_weight, self.in_proj_bias,
                self.bias_k, self.bias_v, self.add_zero_attn, self.dropout,
                self.out_proj.weight, self.out_proj.bias, training=self.training,
                key_padding_mask=key_padding_mask, need_weights=need_weights,
                attn_mask=attn_mask, use_separate_proj_weight=True, q_proj_weight=self.q_proj_weight,
                k_proj_weight=self.k_proj_weight, v_proj_weight=self.v_proj_weight,
                average_attn_weights=average_attn_weights, is_causal=is_causal)
        else:
            attn_output, attn_output_weights = F.multi_head_attention_forward(
                query, key, value, self.embed_dim, self.num_heads, self.in_proj_weight, self.in_proj_bias,
                self.bias_k, self.bias_v, self.add_zero_attn, self.dropout,
                self.out_proj.weight, self.out_proj.bias, training=self.training,
                key_padding_mask=key_padding_mask, need_weights=need_weights,
                attn_mask=attn_mask, average_attn_weights=average_attn_weights, is_causal=is_causal)
        if self.batch_first and is_batched:
            return attn_output.transpose(1, 0), attn_output_weights
        else:
            return attn_output, attn_output_weights

    def merge_masks(self, attn_mask: Optional[Tensor], key_padding_mask: Optional[Tensor],
                    query: Tensor) -> Tuple[Optional[Tensor], Optional[int]]:
        # The types of the fused operator: 0 a mask of (L, L), 1 of (N, L), 2 of (N, heads, L, L).
        mask_type: Optional[int] = None
        merged_mask: Optional[Tensor] = None
        if key_padding_mask is not None:
            mask_type = 1
            merged_mask = key_padding_mask
        if attn_mask is not None:
            batch_size, seq_len, _ = query.shape
            mask_type = 2
            if attn_mask.dim() == 3:
                attn_mask_expanded = attn_mask.view(batch_size, -1, seq_len, seq_len)
            else:
                attn_mask_expanded = attn_mask.view(1, 1, seq_len, seq_len).expand(batch_size, self.num_heads, -1, -1)
            merged_mask = attn_mask_expanded
            if key_padding_mask is not None:
                key_padding_mask_expanded = key_padding_mask.view(batch_size, 1, 1, seq_len).expand(
                    -1, self.num_heads, -1, -1)
                merged_mask = attn_mask_expanded + key_padding_mask_expanded
        return merged_mask, mask_type


class Softplus(...):
    beta: float
    threshold: float

    def __init__(self, beta: float = 1.0, threshold: float = 20.0) -> None:
        super().__init__()
        self.beta = beta
        self.threshold = threshold
