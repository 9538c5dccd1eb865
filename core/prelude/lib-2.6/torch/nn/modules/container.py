from .module import _addindent


class ModuleList(...):
    # Equal neighbours show once, with their number.
    def __repr__(self):
        texts = [repr(module) for module in self]
        if not texts:
            return self._get_name() + '()'
        runs = []
        for i, text in enumerate(texts):
            if runs and runs[-1][2] == text:
                runs[-1][1] = i
            else:
                runs.append([i, i, text])
        lines = [f'({first}): {text}' if first == last else f'({first}-{last}): {last - first + 1} x {text}'
                 for first, last, text in runs]
        return f'{self._get_name()}(\n  ' + '\n  '.join(_addindent(line, 2) for line in lines) + '\n)'
