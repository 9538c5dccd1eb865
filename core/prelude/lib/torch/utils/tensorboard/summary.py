"""Summaries: the values of an event, as bytes of the message Summary."""
import torch

from ._protobuf import double, integer, message, packed_doubles, packed_singles, present_double, present_integer, present_single, text


def _tensor_of(value):
    if isinstance(value, torch.Tensor):
        return value.detach().cpu()
    return torch.as_tensor(value)


def _value(tag, *fields):
    return message(1, text(1, tag) + b''.join(fields))


# The metadata that tells which plugin of TensorBoard shows a value.
def _plugin(name, content=b''):
    return message(9, message(1, text(1, name) + (message(2, content) if content else b'')))


_FLOAT, _DOUBLE, _STRING = 1, 2, 7    # DataType


def scalar(name, tensor, collections=None, new_style=False, double_precision=False):
    tensor = _tensor_of(tensor).squeeze()
    assert tensor.dim() == 0, f'Tensor should contain one element (0 dimensions). Was given size: {tensor.numel()} and {tensor.dim()} dimensions.'
    number = float(tensor)
    if not new_style:
        return _value(name, present_single(2, number))
    if double_precision:
        content = integer(1, _DOUBLE) + packed_doubles(6, [number])
    else:
        content = integer(1, _FLOAT) + packed_singles(5, [number])
    return _value(name, message(8, content), _plugin('scalars'))


def _default_edges():
    edges = []
    edge = 1e-12
    while edge < 1e20:
        edges.append(edge)
        edge *= 1.1
    return [-edge for edge in reversed(edges)] + [0.0] + edges


_EDGES = []


def _histogram(values, bins, max_bins):
    if not values.numel():
        raise ValueError('The input has no element.')
    values = values.reshape(-1).double()
    if isinstance(bins, str):
        if bins != 'tensorflow':
            raise NotImplementedError(f"bins='{bins}' is not available in JitScope's add_histogram: pass 'tensorflow', a number or edges")
        if not _EDGES:
            _EDGES.append(torch.tensor(_default_edges(), dtype=torch.float64))
        edges = _EDGES[0]
    elif isinstance(bins, int):
        low, high = values.min().item(), values.max().item()
        low, high = (low, high) if low < high else (low - 0.5, high + 0.5)
        edges = torch.linspace(low, high, bins + 1, dtype=torch.float64)
    else:
        edges = _tensor_of(bins).double()
    ordered = values.sort().values
    # The last bin includes its upper edge.
    below = torch.cat([torch.searchsorted(ordered, edges[:-1]), torch.searchsorted(ordered, edges[-1:], right=True)])
    counts = below.diff()
    if max_bins is not None and len(counts) > max_bins:
        step = len(counts) // max_bins
        rest = -len(counts) % step
        if rest:
            counts = torch.cat([counts, counts.new_zeros(rest)])
        counts = counts.view(-1, step).sum(-1)
        last = edges[-1:]
        edges = edges[:-1][::step]
        edges = torch.cat([edges[:len(counts)], last])
    used = (counts > 0).nonzero().reshape(-1)
    if not len(used):
        raise ValueError('The histogram is empty, please file a bug report.')
    # TensorBoard has upper edges only: an empty bin in front tells the first lower edge.
    start, end = int(used[0]), int(used[-1]) + 1
    counts = counts[start - 1:end] if start > 0 else torch.cat([counts.new_zeros(1), counts[:end]])
    return (values, edges[start:end + 1].tolist(), counts.double().tolist())


def histogram(name, values, bins, max_bins=None):
    values, edges, counts = _histogram(_tensor_of(values), bins, max_bins)
    return histogram_raw(name, values.min().item(), values.max().item(), values.numel(), values.sum().item(),
                         values.dot(values).item(), edges, counts)


def histogram_raw(name, min, max, num, sum, sum_squares, bucket_limits, bucket_counts):
    content = double(1, min) + double(2, max) + double(3, num) + double(4, sum) + double(5, sum_squares)
    return _value(name, message(5, content + packed_doubles(6, bucket_limits) + packed_doubles(7, bucket_counts)))


def text_summary(tag, text_string):
    content = integer(1, _STRING) + message(2, message(2, integer(1, 1))) + message(8, text_string.encode())
    return _value(tag + '/text_summary', _plugin('text'), message(8, content))


# Images side by side, eight in a row.
def _grid(images):
    if images.shape[1] == 1:
        images = images.expand(-1, 3, -1, -1)
    count, _, height, width = images.shape
    columns = min(count, 8)
    canvas = images.new_zeros(3, height * -(-count // columns), width * columns)
    for i in range(count):
        y, x = i // columns * height, i % columns * width
        canvas[:, y:y + height, x:x + width] = images[i]
    return canvas


def image(tag, tensor, rescale=1, dataformats='NCHW'):
    tensor = _tensor_of(tensor)
    formats = dataformats.upper()
    assert len(set(formats)) == len(formats), f'You can not use the same dimension shordhand twice. input_format: {dataformats}'
    assert tensor.dim() == len(formats), f'size of input tensor and input format are different. tensor shape: {tuple(tensor.shape)}, input_format: {dataformats}'
    scale = 1 if tensor.dtype is torch.uint8 else 255
    if len(formats) == 4:
        pixels = _grid(tensor.permute([formats.find(c) for c in 'NCHW'])).permute(1, 2, 0)
    elif len(formats) == 3:
        pixels = tensor.permute([formats.find(c) for c in 'HWC'])
    else:
        pixels = tensor.permute([formats.find(c) for c in 'HW']).unsqueeze(2)
    if pixels.shape[2] == 1:
        pixels = pixels.expand(-1, -1, 3)
    pixels = (pixels.float() * scale).clamp(0, 255).to(torch.uint8)
    if rescale != 1:
        from PIL import Image
        size = int(pixels.shape[1] * rescale), int(pixels.shape[0] * rescale)
        pixels = torch.as_tensor(Image.fromarray(pixels).resize(size, Image.LANCZOS).__array__())
    height, width, channels = pixels.shape
    content = integer(1, height) + integer(2, width) + integer(3, channels)
    return _value(tag, message(4, content + message(4, torch._C._encode_png(pixels, 6))))


# The numbers of DataType in the plugin's messages.
_HPARAM_TYPES = {'string': 1, 'bool': 2, 'float': 3}


# Returns the type and the message Value of a hyperparameter.
def _hparam(value):
    if isinstance(value, (int, float)):
        return 'float', present_double(2, value)
    if isinstance(value, str):
        return 'string', message(3, value.encode())
    if isinstance(value, torch.Tensor):
        return 'float', present_double(2, value.reshape(-1)[0].item())
    raise ValueError('value should be one of int, float, str, bool, or torch.Tensor')


def hparams(hparam_dict, metric_dict, hparam_domain_discrete=None):
    domains = hparam_domain_discrete or {}
    for name, values in domains.items():
        if name not in hparam_dict or not isinstance(values, list) or not all(isinstance(v, type(hparam_dict[name])) for v in values):
            raise TypeError(f'parameter: hparam_domain_discrete[{name}] should be a list of same type as hparam_dict[{name}].')
    infos, started = b'', b''
    for name, value in hparam_dict.items():
        if value is None:
            continue
        kind, content = _hparam(value)
        started += message(1, text(1, name) + message(2, content))
        domain = b''.join(message(1, _hparam(each)[1]) for each in domains.get(name, []))
        infos += message(4, text(1, name) + integer(4, _HPARAM_TYPES[kind]) + (message(5, domain) if name in domains else b''))
    metrics = b''.join(message(5, message(1, text(2, name))) for name in metric_dict)
    return (_value('_hparams_/experiment', _plugin('hparams', message(2, infos + metrics))),
            _value('_hparams_/session_start_info', _plugin('hparams', message(3, started))),
            _value('_hparams_/session_end_info', _plugin('hparams', message(4, present_integer(1, 1)))))
