import copy


class Tree:
    def __init__(self, value, *children):
        self.value = value
        self.children = list(children)
        self.parent = None
        for child in children:
            child.parent = self

    def __deepcopy__(self, memo):
        new = Tree(copy.deepcopy(self.value, memo))
        memo[id(self)] = new
        new.children = [copy.deepcopy(child, memo) for child in self.children]
        new.parent = copy.deepcopy(self.parent, memo) if self.parent is not None and id(self.parent) in memo else None
        return new


class ListChild(list):
    def __init__(self, items, name):
        super().__init__(items)
        self.name = name


tree = Tree([1], Tree([2]), Tree([3]))
new = copy.deepcopy(tree)
print([c.value for c in new.children], new.children[0].parent is new, new.value is tree.value)
c = copy.deepcopy(ListChild([[1]], ["n"]))
d = copy.copy(ListChild([[1]], ["n"]))
print(c, c.name, type(c).__name__, d, d.name)
print(copy.deepcopy({"a": (1, [2])}), copy.copy([tree])[0] is tree)
