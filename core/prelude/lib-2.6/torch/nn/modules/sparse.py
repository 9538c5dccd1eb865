class EmbeddingBag(...):
    def extra_repr(self) -> str:
        optional = {'max_norm': self.max_norm is not None, 'norm_type': self.norm_type != 2,
                    'scale_grad_by_freq': self.scale_grad_by_freq is not False, 'mode': True,
                    'padding_idx': self.padding_idx is not None}
        shown = [f'{name}={getattr(self, name)!r}' for name, is_shown in optional.items() if is_shown]
        return ', '.join([str(self.num_embeddings), str(self.embedding_dim), *shown])
