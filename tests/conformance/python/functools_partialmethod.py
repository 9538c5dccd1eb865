from functools import partialmethod


class Cell:
    def __init__(self):
        self.alive = False

    def set_state(self, state, *, log=None):
        self.alive = state
        return state, log

    set_alive = partialmethod(set_state, True)
    set_dead = partialmethod(set_state, False, log="died")

    @classmethod
    def make(cls, *args):
        return cls.__name__, args

    make_two = partialmethod(make, 1, 2)

    @staticmethod
    def add(a, b):
        return a + b

    add_one = partialmethod(add, 1)


cell = Cell()
print(cell.set_alive(), cell.alive)
print(cell.set_dead(), cell.set_dead(log="gone"), cell.alive)
print(cell.make_two(3), Cell.make_two())
print(cell.add_one(5))
print(Cell.set_alive(cell, log="x"))
