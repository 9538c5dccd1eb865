import _host

if _host.active:
    from ._parameters import broadcast_all, clamp_probs, lazy_property, logits_to_probs, probs_to_logits
