"""Combines a module of the prelude with its overlay, which says what a version of PyTorch changes.

An overlay is a Python file. Its statements change those of the version before:
- a definition, an assignment or an import replaces those that bind the same names, in their place; with new names it is added before
  the statement that the overlay replaces next, or at the end;
- `class NAME(...):` changes only the members in its body, by the same rules;
- `del NAME` removes a definition;
- all other statements are added.
"""
import ast


class OverlayError(Exception):
    pass


class _Item:
    """A statement with the comments above it."""

    def __init__(self, node, lines):
        self.node = node
        self.lines = lines
        self.names = _bound(node)


def _bound(node):
    """The names that a statement binds. A declaration of an overload, under a decorator such as @_overload, binds none."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        if any("overload" in ast.unparse(decorator) for decorator in node.decorator_list):
            return set()
        return {node.name}
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return {alias.asname or alias.name.partition(".")[0] for alias in node.names}
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return {target.id for target in targets if isinstance(target, ast.Name)}


def _start(node):
    return min([node.lineno] + [decorator.lineno for decorator in getattr(node, "decorator_list", [])]) - 1


def _items(body, lines, begin):
    """The statements of a body whose first line has the index `begin`."""
    items = []
    for node in body:
        items.append(_Item(node, lines[begin:node.end_lineno]))
        begin = node.end_lineno
    return items


def _is_change(node):
    """Whether a class is written `class NAME(...):`."""
    return isinstance(node, ast.ClassDef) and [ast.unparse(base) for base in node.bases] == ["..."]


def _changed_class(old, new):
    """The lines of a class with the changes of a `class NAME(...):`."""
    if not isinstance(old.node, ast.ClassDef):
        raise OverlayError(f"{old.node.name} is not a class")
    parts = []
    for item in (old, new):
        # The header ends above the first member and its comments.
        offset = item.node.end_lineno - len(item.lines)
        begin = _start(item.node.body[0]) - offset
        while not item.lines[begin - 1].strip() or item.lines[begin - 1].lstrip().startswith("#"):
            begin -= 1
        parts.append((item.lines[:begin], _items(item.node.body, [""] * offset + item.lines, begin + offset)))
    (header, members), (_, changes) = parts
    return header + _merged(members, changes)


def _merged(old, new):
    """The lines of the old items with the changes of the new ones."""
    text = [item.lines for item in old]
    taken = set()
    added = []
    for item in new:
        is_deleted = isinstance(item.node, ast.Delete)
        names = {target.id for target in item.node.targets} if is_deleted else item.names
        hits = [i for i, other in enumerate(old) if i not in taken and other.names and other.names <= names]
        if not hits and (is_deleted or _is_change(item.node)):
            raise OverlayError(f"`{ast.unparse(item.node).splitlines()[0]}` changes nothing")
        if not hits:
            added += item.lines
            continue
        taken.update(hits)
        for i in hits:
            text[i] = []
        if is_deleted:
            continue
        text[hits[0]] = added + (_changed_class(old[hits[0]], item) if _is_change(item.node) else item.lines)
        added = []
    return [line for lines in text for line in lines] + added


def combined(base, overlay):
    """The text of a module with its overlay. Raises OverlayError when the overlay changes something that is not there."""
    texts = [text.splitlines() for text in (base, overlay)]
    old, new = (_items(ast.parse(text).body, lines, 0) for text, lines in zip((base, overlay), texts))
    return "\n".join(_merged(old, new)) + "\n"
