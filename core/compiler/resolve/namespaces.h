// The contents of modules that are known by name only: torch, math, typing, builtins and others.
// The table is data/namespaces.txt, written by tests/oracle/record_namespaces.py.
//
// A line "=module" says that all members of the module are listed. A line "module.member <tab>
// letter [type] [-] <tab> other name" describes a member. A "-" marks a member that `import *`
// leaves out. The letter is a MemberKind. The other name is a preferred name of the same object,
// the dotted name of a module, or the text of a number.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace ts::compiler {

enum class MemberKind : char {
  Module = 'm',
  DynamicModule = 'd',  // has every attribute: torch.ops
  Class = 'c',
  EnumClass = 'E',
  ModuleClass = 'M',  // derived from torch.nn.Module
  ExceptionClass = 'X',
  TupleClass = 't',
  Function = 'f',  // written in Python
  Builtin = 'b',
  Value = 'v',  // None, bool, int, float, str: `type`, with the text in `other` except for strings
  Other = 'o',  // `type` is the name of the Python type
};

struct NamespaceMember {
  MemberKind kind;
  bool starred;            // imported by `from module import *`
  std::string_view type;   // "float" for a Value, "dtype" for an Other
  std::string_view other;  // empty when the name itself is preferred
};

// True for a Python function of PyTorch that torch.jit.script refuses (data/uncompilable.txt,
// written by tests/oracle/record_uncompilable.py).
bool isUncompilable(std::string_view dottedName);
// True when all members of the module are listed, so that other names do not exist.
bool isListedModule(std::string_view module);
// Looks up a member by its full name: "torch.nn.Module".
std::optional<NamespaceMember> namespaceMember(std::string_view dottedName);
// Returns the names directly in a module: "relu" and others of "torch.nn.functional".
std::vector<std::string_view> namespaceNames(std::string_view module);

}  // namespace ts::compiler
