#!/usr/bin/env python3
"""Writes tests/unit/types/data/relations.tsv: PyTorch's answers for pairs of types.

  type   STR  STR  ANNOTATION
  pair   STR  STR  SUBTYPE  UNIFIED     SUBTYPE: 1 if the first is a subtype of the second, else 0; UNIFIED may be -
  union  UNION     STR STR ...          UNION: the Union of these types
  list   UNIFIED   STR STR ...          UNIFIED: the unified type of a list of these types, or -

Named tuples have their qualified names, which graphs do not print, except in the second STR of a type line.

Usage: record_types.py [FILE]
"""

import itertools
import random
import sys
import typing

import torch
from torch._C import AnyType, BoolType, ComplexType, DeviceObjType, DictType, FloatType, FutureType, IntType
from torch._C import ListType, NoneType, NumberType, OptionalType, RRefType, StreamObjType, StringType, TensorType
from torch._C import TupleType, UnionType, unify_type_list

OUTPUT = sys.argv[1] if len(sys.argv) > 1 else "tests/unit/types/data/relations.tsv"


class Point(typing.NamedTuple):
    x: int
    y: int


class Pair(typing.NamedTuple):
    a: int
    b: int


def named(point: Point, pair: Pair):
    return point


def pool():
    any_, int_, float_, complex_, str_ = AnyType.get(), IntType.get(), FloatType.get(), ComplexType.get(), StringType.get()
    bool_, none, number, tensor = BoolType.get(), NoneType.get(), NumberType.get(), TensorType.get()
    shaped = TensorType.create_from_tensor(torch.zeros(2, 3))
    other = TensorType.create_from_tensor(torch.zeros(2, 4, requires_grad=True))
    long = TensorType.create_from_tensor(torch.zeros(2, 3, dtype=torch.long))
    scalar = TensorType.create_from_tensor(torch.zeros(()))
    point, pair = (argument.type for argument in torch.jit.script(named).schema.arguments)
    return [
        any_, int_, float_, complex_, str_, bool_, none, number, tensor, DeviceObjType.get(), StreamObjType.get(),
        shaped, other, long, scalar, shaped.with_dtype(torch.half), tensor.with_sizes([2, None]), tensor.with_dtype(torch.int),
        ListType(int_), ListType(float_), ListType(tensor), ListType(shaped), ListType(OptionalType(int_)), ListType(any_),
        ListType(ListType(str_)), ListType(UnionType([int_, str_])),
        DictType(str_, int_), DictType(str_, tensor), DictType(int_, ListType(int_)),
        OptionalType(int_), OptionalType(float_), OptionalType(tensor), OptionalType(shaped), OptionalType(any_),
        OptionalType(number), OptionalType(ListType(int_)), OptionalType(UnionType([int_, str_])),
        TupleType([]), TupleType([int_]), TupleType([int_, int_]), TupleType([int_, OptionalType(int_)]),
        TupleType([float_, str_]), TupleType([none, tensor]), TupleType([shaped, other]), TupleType([any_, number]),
        UnionType([int_, str_]), UnionType([str_, none, int_]), UnionType([int_, float_, complex_]),
        UnionType([tensor, ListType(tensor)]), UnionType([int_, float_, complex_, str_]), UnionType([int_, float_]),
        UnionType([none, float_, ListType(int_), DictType(str_, int_)]), UnionType([tensor, int_, float_, complex_]),
        FutureType(int_), FutureType(OptionalType(int_)), RRefType(int_), point, pair, OptionalType(point), ListType(point),
    ]


def spell(t):
    text = t.str()
    return text.replace("NamedTuple(x : int, y : int)", "__torch__.Point").replace("NamedTuple(a : int, b : int)", "__torch__.Pair")


def attempt(make):
    try:
        return spell(make())
    except RuntimeError:
        return "-"


def main():
    types = pool()
    chance = random.Random(7)
    with open(OUTPUT, "w") as out:
        def line(*fields):
            out.write("\t".join(fields) + "\n")

        for t in types:
            line("type", spell(t), t.str(), t.annotation_str)
        for a, b in itertools.product(types, types):
            line("pair", spell(a), spell(b), str(int(a.isSubtypeOf(b))), attempt(lambda: unify_type_list([a, b])))
        for _ in range(300):
            members = chance.sample(types, chance.randint(2, 5))
            made = attempt(lambda: UnionType(members))
            if made != "-":
                line("union", made, *map(spell, members))
            line("list", attempt(lambda: unify_type_list(members)), *map(spell, members))


main()
