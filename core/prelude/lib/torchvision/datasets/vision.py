import os
from typing import Any, Callable, List, Optional, Tuple

import torch.utils.data as data


class VisionDataset(data.Dataset):
    """Images and their targets, with transforms for both."""

    _repr_indent = 4

    def __init__(
        self,
        root: str = None,
        transforms: Optional[Callable] = None,
        transform: Optional[Callable] = None,
        target_transform: Optional[Callable] = None,
    ) -> None:
        self.root = os.path.expanduser(root) if isinstance(root, str) else root
        isSplit = transform is not None or target_transform is not None
        if isSplit and transforms is not None:
            raise ValueError('Only transforms or transform/target_transform can be passed as argument')
        self.transform = transform
        self.target_transform = target_transform
        self.transforms = StandardTransform(transform, target_transform) if isSplit else transforms

    def __getitem__(self, index: int) -> Any:
        raise NotImplementedError

    def __len__(self) -> int:
        raise NotImplementedError

    def __repr__(self) -> str:
        lines = [f'Number of datapoints: {len(self)}']
        if self.root is not None:
            lines.append(f'Root location: {self.root}')
        lines += self.extra_repr().splitlines()
        if getattr(self, 'transforms', None) is not None:
            lines.append(repr(self.transforms))
        return '\n'.join([f'Dataset {self.__class__.__name__}', *(' ' * self._repr_indent + line for line in lines)])

    # Each item is passed to the transforms, the image alone to `transform`.
    def _transformed(self, image, target):
        if self.transform is not None:
            image = self.transform(image)
        if self.target_transform is not None:
            target = self.target_transform(target)
        return image, target

    def _format_transform_repr(self, transform: Callable, head: str) -> List[str]:
        return _indented(transform, head)

    def extra_repr(self) -> str:
        return ''


class StandardTransform:
    def __init__(self, transform: Optional[Callable] = None, target_transform: Optional[Callable] = None) -> None:
        self.transform = transform
        self.target_transform = target_transform

    def __call__(self, input: Any, target: Any) -> Tuple[Any, Any]:
        if self.transform is not None:
            input = self.transform(input)
        if self.target_transform is not None:
            target = self.target_transform(target)
        return input, target

    def __repr__(self) -> str:
        lines = [self.__class__.__name__]
        for transform, head in ((self.transform, 'Transform: '), (self.target_transform, 'Target transform: ')):
            if transform is not None:
                lines += _indented(transform, head)
        return '\n'.join(lines)


# The lines of a transform's text below each other, the first one after `head`.
def _indented(transform, head):
    first, *rest = repr(transform).splitlines()
    return [head + first, *(' ' * len(head) + line for line in rest)]
