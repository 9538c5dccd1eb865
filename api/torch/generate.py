#!/usr/bin/python3
"""Writes PyTorch's operators as C++ functions and methods, and headers with PyTorch's names: generate.py SCHEMAS HEADERS FOLDER

SCHEMAS is core/ops/data/schemas.txt. FOLDER/jitscope/torch gets tensor_methods.h (declarations in the class), functions.h and namespaces.h. An operator
with an argument or result that has no type here is left out: its use is a compile error that names it. HEADERS is headers.txt.
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
    "Device": "Device", "Device?": "c10::optional<Device>", "Layout?": "c10::optional<Layout>", "Scalar[]": "ArrayRef<Scalar>",
    "float[]": "ArrayRef<double>", "float[]?": "c10::optional<ArrayRef<double>>", "bool[]": "ArrayRef<bool>",
    "Generator?": "const c10::optional<Generator>&",
}
RESULTS = {"Tensor": "Tensor", "Tensor[]": "std::vector<Tensor>", "bool": "bool", "int": "int64_t", "float": "double", "Scalar": "Scalar"}
OPTIONS = ["ScalarType? dtype", "Layout? layout", "Device? device", "bool? pin_memory"]
# Members that are written by hand (tensor.h).
BY_HAND = {"size", "stride", "dim", "numel", "item", "is_contiguous", "device", "data", "requires_grad_", "backward", "retain_grad", "sizes", "is_floating_point",
           "is_complex", "storage_offset", "element_size", "index", "index_put_", "is_leaf", "cpu", "get_device"}
# Operators that C++ has in namespaces of torch: fft_ifft is torch::fft::ifft.
NAMESPACES = ("fft", "linalg", "special")
KEYWORDS = {"and", "or", "xor", "not", "default", "template", "union", "register", "signed", "unsigned", "auto"}

# The operators of C++, and the functions that they call.
SYMBOLS = {"+": "add", "-": "sub", "*": "mul", "/": "div", "%": "remainder", "&": "bitwise_and", "|": "bitwise_or", "^": "bitwise_xor",
           "==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
# With a number before the tensor.
REVERSED = {"+": "add(b, a)", "*": "mul(b, a)", "-": "rsub(b, a)", "/": "mul(reciprocal(b), a)", "%": "remainder(a, b)",
            "&": "bitwise_and(b, a)", "|": "bitwise_or(b, a)", "^": "bitwise_xor(b, a)", "==": "eq(b, a)", "!=": "ne(b, a)", "<": "gt(b, a)",
            "<=": "ge(b, a)", ">": "lt(b, a)", ">=": "le(b, a)"}
OPERATORS = "".join(f"""
inline Tensor operator{symbol}(const Tensor& a, const Tensor& b) {{ return {name}(a, b); }}
inline Tensor operator{symbol}(const Tensor& a, const Scalar& b) {{ return {name}(a, b); }}
inline Tensor operator{symbol}(const Scalar& a, const Tensor& b) {{ return {REVERSED[symbol]}; }}
""" for symbol, name in SYMBOLS.items())


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
        # Names of dimensions, and forms that only scripts have.
        self.isGood = self.isGood and not re.search(r"names|Dimname|prim_|_dimname", self.overload or "") and "str dim" not in arguments
        written = ["!" in each for each in split(arguments) if each != "*"]
        # Results that the caller passes come first in C++.
        self.outs = [name for (_, name, _), isWritten in zip(self.parameters[1:], written[1:]) if isWritten] if self.isGood else []
        if self.outs:
            self.isGood = (self.isGood and "options" not in kinds and not any(written[:-len(self.outs)]) and
                           all(kind == "Tensor" for kind in kinds[-len(self.outs):]))
            count = len(self.parameters) - len(self.outs)
            self.parameters = [("Tensor&", name, "") for name in self.outs] + self.parameters[:count]
            self.name += "_out"
        if self.isGood:
            self.end_defaults()
            types = ["Tensor&" for _ in self.outs] or [RESULTS[each] for each in results]
            self.result = "void" if not types else types[0] if len(types) == 1 else f"std::tuple<{', '.join(types)}>"
        self.isMethod = (self.isGood and kinds[0] == "Tensor" and not self.outs and self.parameters[0][1] == "self" and
                         self.name not in BY_HAND)
        # Its method returns the tensor itself.
        self.isInPlace = self.isMethod and self.name.endswith("_") and written[0]

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
            self.values.append("detail::formatOf(options, memory_format)" if name == "memory_format" and "options" in kinds else name)
            kinds.append(kind)
            i += 1
        return kinds

    def end_defaults(self):
        """An argument without a default ends those before it: C++ has no keywords."""
        for at in range(len(self.parameters) - 1, -1, -1):
            if not self.parameters[at][2]:
                self.parameters[:at] = [(kind, name, "") for kind, name, _ in self.parameters[:at]]
                break

    def signature(self):
        return self.name, tuple(kind for kind, _, _ in self.parameters)

    def shadows(self, other):
        """True if a call of the other function is always a call of this one as well: the compiler could not choose."""
        rest = self.parameters[len(other.parameters):]
        mine, theirs = self.signature()[1], other.signature()[1]
        return bool(rest) and mine[:len(theirs)] == theirs and all(value for _, _, value in rest)

    def list(self, parameters, withDefaults):
        return ", ".join(f"{kind} {name}{value if withDefaults else ''}" for kind, name, value in parameters)

    def call(self, result, values):
        call = f"detail::call<{result}>({', '.join([f'{chr(34)}{self.full}{chr(34)}', *values])})"
        return f"detail::withOptions({call}, options)" if "options" in values and result == "Tensor" else call

    def function(self, name=None):
        head = f"inline {self.result} {name or self.name}({self.list(self.parameters, True)}) {{\n"
        if not self.outs:
            return f"{head}  return {self.call(self.result, self.values)};\n}}\n"
        result = self.outs[0] if len(self.outs) == 1 else "{" + ", ".join(self.outs) + "}"
        return f"{head}  {self.call('void', self.values)};\n  return {result};\n}}\n"

    def declaration(self):
        return f"{'Tensor&' if self.isInPlace else self.result} {self.name}({self.list(self.parameters[1:], True)}) const;\n"

    def method(self):
        head = f"{self.name}({self.list(self.parameters[1:], False)}) const {{\n"
        values = ["*this", *self.values[1:]]
        if self.isInPlace:
            return f"inline Tensor& Tensor::{head}  {self.call('void', values)};\n  return const_cast<Tensor&>(*this);\n}}\n"
        return f"inline {self.result} Tensor::{head}  return {self.call(self.result, values)};\n}}\n"


def write_headers(table, folder):
    with open(table, encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("#"):
                continue
            name, _, contents = line.strip().partition(": ")
            reason = contents.removeprefix("error: ")
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write("#pragma once\n" + (f"#include <{contents}>\n" if reason == contents else f"#error \"{name}: {reason}\"\n"))


def main():
    schemas, headers, top = sys.argv[1:4]
    write_headers(headers, top)
    folder = os.path.join(top, "jitscope/torch")
    operators, seen = [], set()
    with open(schemas, encoding="utf-8") as lines:
        for line in lines:
            mark, _, schema = line.strip().partition(" ") if line.startswith("@") else ("", "", line.strip())
            operator = Operator(schema)
            if operator.isGood and mark in ("", "@2.6+") and operator.signature() not in seen:
                seen.add(operator.signature())
                operators.append(operator)
    named = {}
    for each in operators:
        named.setdefault(each.name, []).append(each)
    operators = [each for each in operators if not any(other.shadows(each) for other in named[each.name])]
    head = "// Made by api/torch/generate.py from the table of operators.\n"
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "tensor_methods.h"), "w", encoding="utf-8") as file:
        file.write(head + "".join(each.declaration() for each in operators if each.isMethod))
    with open(os.path.join(folder, "functions.h"), "w", encoding="utf-8") as file:
        file.write(head + "#pragma once\n\n#include <jitscope/torch/boxing.h>\n\nnamespace at {\ninline namespace jitscope_v0 {\n\n")
        file.write("".join(each.function() for each in operators) + "\n" + "".join(each.method() for each in operators if each.isMethod))
        file.write(OPERATORS + "\n}  // namespace jitscope_v0\n}  // namespace at\n")
    with open(os.path.join(folder, "namespaces.h"), "w", encoding="utf-8") as file:
        file.write(head + "#pragma once\n\n#include <jitscope/torch/functions.h>\n\nnamespace torch {\nusing namespace at;\n\n")
        for space in NAMESPACES:
            file.write(f"namespace {space} {{\ninline namespace jitscope_v0 {{\nnamespace detail = at::detail;\n\n")
            inner = [each for each in operators if each.name.startswith(space + "_") and not each.isInPlace]
            file.write("".join(each.function(each.name.removeprefix(space + "_")) for each in inner))
            file.write(f"\n}}  // namespace jitscope_v0\n}}  // namespace {space}\n")
        file.write("}  // namespace torch\n")


if __name__ == "__main__":
    main()
