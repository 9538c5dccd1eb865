// Completions that come from no file: keywords, annotation types, modules, snippets.
#pragma once

#include <string_view>

namespace ts::ide {

// Python's keywords that TorchScript compiles.
inline constexpr std::string_view kKeywords[] = {
    "and",  "as",    "assert", "break", "class", "continue", "def",  "del",   "elif",
    "else", "False", "for",    "from",  "if",    "import",   "in",   "is",    "lambda",
    "None", "not",   "or",     "pass",  "raise", "return",   "True", "while", "with",
};

inline constexpr std::string_view kAnnotationTypes[] = {
    "Tensor", "int",   "float",    "bool",  "str", "complex",    "List",
    "Dict",   "Tuple", "Optional", "Union", "Any", "NamedTuple", "Final",
};

// Modules that models typically import.
inline constexpr std::string_view kKnownModules[] = {
    "torch",
    "torch.nn",
    "torch.nn.functional",
    "torch.nn.init",
    "torch.jit",
    "torch.linalg",
    "torch.fft",
    "torch.special",
    "torch.optim",
    "torch.utils.data",
    "torch.autograd",
    "torchvision",
    "torchvision.models",
    "torchvision.ops",
    "math",
    "typing",
    "collections",
    "dataclasses",
    "enum",
    "functools",
    "itertools",
    "copy",
    "warnings",
    "abc",
    "os",
    "sys",
    "re",
    "logging",
    "numbers",
    "operator",
};

// Text with LSP's placeholders: ${1:name}.
struct SnippetText {
  std::string_view label, detail, text;
};
inline constexpr SnippetText kSnippets[] = {
    {"module", "a class of modules that can be scripted",
     "class ${1:Net}(nn.Module):\n    def __init__(self) -> None:\n        super().__init__()\n    "
     "    $0\n\n    def forward(self, x: "
     "Tensor) -> Tensor:\n        return x\n"},
    {"script function", "a function compiled by torch.jit.script",
     "@torch.jit.script\ndef ${1:name}(${2:x}: ${3:Tensor}) -> ${4:Tensor}:\n    ${0:return x}\n"},
    {"script class", "a class that TorchScript code can use",
     "@torch.jit.script\nclass ${1:Name}:\n    def __init__(self, ${2:value}: ${3:int}) -> None:\n "
     "       self.${2:value} = ${2:value}\n"},
    {"annotated empty list", "an empty list with an annotated type",
     "${1:items}: List[${2:Tensor}] = []"},
    {"annotated empty dict", "an empty dict with an annotated type",
     "${1:table}: Dict[${2:str}, ${3:Tensor}] = {}"},
    {"refine optional", "after this the value is not None",
     "if ${1:value} is None:\n    ${2:raise RuntimeError(\"${1:value} is missing\")}\n"},
    {"export", "a method that is compiled although forward does not call it",
     "@torch.jit.export\ndef ${1:name}(self, ${2:x}: ${3:Tensor}) -> ${4:Tensor}:\n    ${0:return "
     "x}\n"},
    {"unless scripting", "runs only in Python, not in TorchScript",
     "if not torch.jit.is_scripting():\n    $0"},
};

}  // namespace ts::ide
