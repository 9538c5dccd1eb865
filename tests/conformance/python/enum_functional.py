from enum import Enum, Flag, IntEnum, auto

Animal = Enum("Animal", "ANT BEE CAT")
print(Animal, list(Animal), Animal.BEE.value, Animal.__module__, Animal.__qualname__)
print([m.value for m in Enum("Start", ["A", "B"], start=5)], [m.value for m in Enum("Pairs", [("A", 3), ("B", "x")])])
print([m for m in IntEnum("Table", {"ONE": 1, "TWO": 2})], Enum("Typed", "A, B", type=int).A + 1)
print(list(Flag("Bits", "R W X")), Enum("Mod", "A", module="elsewhere", qualname="Outer.Mod").__module__)
print(Enum("Autos", {"A": auto(), "B": auto()}).B.value, len(Enum("Nothing", [])))
