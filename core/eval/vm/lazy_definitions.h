// Lazy definitions: a function or class of the library (core/prelude) is created when its name is
// first used. A program uses a few of the several hundred definitions of torch.nn and the standard
// library, and creating all of them would take a quarter of the time of scripting a model.
//
// A program cannot observe when such a definition runs:
// - The library's modules belong to this project. Their function and class definitions, decorators
//   and defaults included, only create objects. They print nothing and change no other object.
// - A definition is not lazy when another statement of the module binds its name too: code in
//   between reads the other value, and overloads are recorded in their order.
// - Every read of a module's name, of its __dict__ and of globals() creates the definition first
//   (Vm::settled, settleNames).
// tests/conformance/lazy_definitions.py compares all of torchvision's models with and without lazy
// definitions. User modules run as in Python.
#pragma once

#include <string_view>
#include <unordered_map>

#include "core/eval/values/objects.h"
#include "core/syntax/ast.h"

namespace ts::eval {

class Vm;

// Selects the statements of one module's body that may be lazy.
class LazyDefinitions {
 public:
  LazyDefinitions(Vm& vm, const Module& module);
  // The name that the statement defines lazily; null when the statement must run at once.
  Str* nameOf(const syntax::Stmt& stmt) const;

 private:
  Vm& vm_;
  // How many statements of the body bind each name; empty when no definition is lazy.
  std::unordered_map<std::string_view, int> bindings_;
};
// Creates the lazy definitions of the module, before a program gets its names or annotations as a
// dict.
void settleNames(Vm& vm, Module& module);
// Binds the names of a module's star imports in its globals, before a program gets them as a dict.
void bindStarNames(Vm& vm, Module& importer);
// For comparing the two: turns lazy definitions off in this process, before the first Vm.
void disableLazyDefinitions();

}  // namespace ts::eval
