#!/usr/bin/python3
"""Writes PyTorch's operators as C++ functions and methods: generate.py SCHEMAS FOLDER

SCHEMAS is core/ops/data/schemas.txt. FOLDER gets tensor_methods.h (declarations in the class) and functions.h. An operator with an
argument or result that has no type here is left out: its use is a compile error that names it.
"""
import os
import re
import sys

# The C++ types of arguments, and of results.
ARGUMENTS = {
    "Tensor": "const Tensor&", "Tensor?": "const c10::optional<Tensor>&", "Tensor[]": "TensorList", "Scalar": "const Scalar&",
    "Scalar?": "const c10::optional<Scalar>&", "int": "int64_t", "int?": "c10::optional<int64_t>", "int[]": "IntArrayRef",
    "int[]?": "OptionalIntArrayRef", "float": "double", "float?": "c10::optional<double>", "bool": "bool",
    "bool?": "c10::optional<bool>", "str": "c10::string_view", "str?": "c10::optional<c10::string_view>", "ScalarType": "ScalarType",
    "ScalarType?": "c10::optional<ScalarType>", "MemoryFormat": "MemoryFormat", "MemoryFormat?": "c10::optional<MemoryFormat>",
    "Device": "Device", "Device?": "c10::optional<Device>", "Layout?": "c10::optional<Layout>",
}
RESULTS = {"Tensor": "Tensor", "Tensor[]": "std::vector<Tensor>", "bool": "bool", "int": "int64_t", "float": "double", "Scalar": "Scalar"}
OPTIONS = ["ScalarType? dtype", "Layout? layout", "Device? device", "bool? pin_memory"]
# Members that are written by hand (tensor.h).
BY_HAND = {"size", "stride", "dim", "numel", "item", "is_contiguous", "device", "data", "requires_grad_", "backward", "sizes", "is_floating_point",
           "is_complex", "storage_offset", "element_size", "index", "index_put_", "is_leaf"}
KEYWORDS = {"and", "or", "xor", "not", "default", "template", "union", "register", "signed", "unsigned", "auto"}

# The operators of C++ with two operands, and the functions that they call.
SYMBOLS = {"+": "add", "-": "sub", "*": "mul", "/": "div", "==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
OPERATORS = "".join(f"""
inline Tensor operator{symbol}(const Tensor& a, const Tensor& b) {{ return {name}(a, b); }}
inline Tensor operator{symbol}(const Tensor& a, const Scalar& b) {{ return {name}(a, b); }}
""" for symbol, name in SYMBOLS.items()) + "".join(f"""
inline Tensor operator{symbol}(const Scalar& a, const Tensor& b) {{ return {code}; }}
""" for symbol, code in {"+": "add(b, a)", "*": "mul(b, a)", "-": "add(neg(b), a)", "/": "mul(reciprocal(b), a)"}.items())


def split(text):
    """The parts between commas outside of brackets."""
    parts, depth, part = [], 0, ""
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += letter
    return [each for each in parts + [part.strip()] if each]


def plain(kind):
    """A type without aliases and fixed lengths: "int[2]" is "int[]", "SymInt" is "int"."""
    kind = re.sub(r"\([a-z!|> *-]*\)", "", kind).replace("SymInt", "int")
    return re.sub(r"\[\d+\]", "[]", kind)


def default(kind, text):
    """A default as C++; None for one that has no form here."""
    if text is None:
        return ""
    if text == "None":
        return " = c10::nullopt"
    if text.startswith("["):
        return " = {" + text[1:-1] + "}"
    if text in ("True", "False"):
        return " = " + text.lower()
    if re.fullmatch(r"-?[\d.e+-]+", text):
        if kind in ("ScalarType", "MemoryFormat", "Device"):
            return f" = static_cast<{kind}>({text})"
        return f" = {text}"
    if re.fullmatch(r'"[^"\\]*"|\'[^\'\\]*\'', text):
        return ' = "' + text[1:-1] + '"'
    return None


class Operator:
    def __init__(self, line):
        match = re.fullmatch(r"aten::(\w+)(?:\.(\w+))?\((.*)\) -> (.*)", line)
        self.name, self.overload, arguments, results = match.groups() if match else ("", "", "", "")
        self.full = "aten::" + self.name + ("." + self.overload if self.overload else "")
        self.isGood = bool(match) and not self.name.startswith("_") and self.name not in KEYWORDS
        self.parameters, self.values = [], []  # type, name, default; the expressions of the call
        kinds = self.read_arguments([each for each in split(arguments) if each != "*"])
        results = split(results[1:-1] if results.startswith("(") else results)
        results = [plain(each.split(" ")[0]) for each in results]
        self.isGood = self.isGood and all(each in RESULTS for each in results)
        # Operators of numbers and lists have no functions in C++.
        self.isGood = self.isGood and ("options" in kinds or any(kind.startswith("Tensor") for kind in kinds))
        # Results that the caller passes, names of dimensions, and forms that only scripts have.
        self.isGood = self.isGood and not re.search(r"out|names|Dimname|prim_|_dimname", self.overload or "")
        self.isGood = self.isGood and not any("!" in each for each in split(arguments)[1:]) and "str dim" not in arguments
        if self.isGood:
            types = [RESULTS[each] for each in results]
            self.result = "void" if not types else types[0] if len(types) == 1 else f"std::tuple<{', '.join(types)}>"
        self.isMethod = self.isGood and kinds[0] == "Tensor" and self.parameters[0][1] == "self" and self.name not in BY_HAND

    def read_arguments(self, arguments):
        kinds, i = [], 0
        while i < len(arguments):
            if [each.split("=")[0] for each in arguments[i:i + 4]] == OPTIONS:
                isOptional = "=" in arguments[i]
                self.parameters.append(("const TensorOptions&", "options", " = {}" if isOptional else ""))
                self.values.append("options")
                kinds.append("options")
                i += 4
                continue
            declared, _, text = arguments[i].partition("=")
            kind, _, name = declared.rpartition(" ")
            kind = plain(kind)
            value = default(kind, text or None)
            if kind not in ARGUMENTS or value is None:
                self.isGood = False
                return kinds
            name = name + "_" if name in KEYWORDS else name
            self.parameters.append((ARGUMENTS[kind], name, value))
            self.values.append(name)
            kinds.append(kind)
            i += 1
        # An argument without a default ends those before it: C++ has no keywords.
        for at in range(len(self.parameters) - 1, -1, -1):
            if not self.parameters[at][2]:
                self.parameters[:at] = [(kind, name, "") for kind, name, _ in self.parameters[:at]]
                break
        return kinds

    def signature(self):
        return self.name, tuple(kind for kind, _, _ in self.parameters)

    def list(self, parameters, withDefaults):
        return ", ".join(f"{kind} {name}{value if withDefaults else ''}" for kind, name, value in parameters)

    def function(self):
        values = "".join(", " + value for value in self.values)
        return (f"inline {self.result} {self.name}({self.list(self.parameters, True)}) {{\n"
                f"  return detail::call<{self.result}>(\"{self.full}\"{values});\n}}\n")

    def declaration(self):
        return f"{self.result} {self.name}({self.list(self.parameters[1:], True)}) const;\n"

    def method(self):
        values = "".join(", " + value for value in self.values[1:])
        return (f"inline {self.result} Tensor::{self.name}({self.list(self.parameters[1:], False)}) const {{\n"
                f"  return detail::call<{self.result}>(\"{self.full}\", *this{values});\n}}\n")


def main():
    schemas, folder = sys.argv[1:3]
    operators, seen = [], set()
    with open(schemas, encoding="utf-8") as lines:
        for line in lines:
            mark, _, schema = line.strip().partition(" ") if line.startswith("@") else ("", "", line.strip())
            operator = Operator(schema)
            if operator.isGood and mark in ("", "@2.6+") and operator.signature() not in seen:
                seen.add(operator.signature())
                operators.append(operator)
    head = "// Made by api/torch/generate.py from the table of operators.\n"
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "tensor_methods.h"), "w", encoding="utf-8") as file:
        file.write(head + "".join(each.declaration() for each in operators if each.isMethod))
    with open(os.path.join(folder, "functions.h"), "w", encoding="utf-8") as file:
        file.write(head + "#pragma once\n\n#include <jitscope/torch/tensor.h>\n\nnamespace at {\ninline namespace jitscope_v0 {\n\n")
        file.write("".join(each.function() for each in operators) + "\n" + "".join(each.method() for each in operators if each.isMethod))
        file.write(OPERATORS + "\n}  // namespace jitscope_v0\n}  // namespace at\n")


if __name__ == "__main__":
    main()
