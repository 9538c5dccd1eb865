// What is in modules that are known by name alone: torch, math, typing, builtins and others, as
// data/namespaces.txt lists them (written by tests/oracle/record_namespaces.py).
//
// A line of that file is "=module", which says that all of the module is listed, or
// "module.member <tab> letter [type] [-] <tab> other name". A "-" marks what `import *` leaves out.
// The letter says what it is; the other name is a better one for the same object, the dotted name
// of a module, or the text of a number.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace ts::compiler {

enum class MemberKind : char {
  Module = 'm',
  DynamicModule = 'd',  // has whatever is asked of it: torch.ops
  Class = 'c',
  EnumClass = 'E',
  ModuleClass = 'M',  // of torch.nn.Module
  ExceptionClass = 'X',
  TupleClass = 't',
  Function = 'f',  // written in Python
  Builtin = 'b',
  Value = 'v',  // None, bool, int, float, str; `type` and the text in `other`, but for strings
  Other = 'o',  // `type` is the name of its Python type
};

struct NamespaceMember {
  MemberKind kind;
  bool starred;            // comes with `from module import *`
  std::string_view type;   // "float" of a Value, "dtype" of an Other
  std::string_view other;  // empty: the name itself is the best
};

// A function of PyTorch's, written in Python, that torch.jit.script refuses (data/uncompilable.txt,
// written by tests/oracle/record_uncompilable.py).
bool isUncompilable(std::string_view dottedName);
// Whether everything in the module is listed, so that what isn't there doesn't exist.
bool isListedModule(std::string_view module);
// By its full name: "torch.nn.Module".
std::optional<NamespaceMember> namespaceMember(std::string_view dottedName);
// The names directly in a module: "relu" and others of "torch.nn.functional".
std::vector<std::string_view> namespaceNames(std::string_view module);

}  // namespace ts::compiler
