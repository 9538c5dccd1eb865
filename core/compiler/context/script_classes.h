// The types of Python classes: script classes with their methods, enums, named tuples, interfaces.
// Each class is compiled at its first use. Owned by the compile context; not thread-safe.
#pragma once

#include <string>
#include <unordered_map>

#include "core/compiler/resolve/annotations.h"
#include "core/compiler/resolve/python_env.h"

namespace ts::compiler {

class CompileContext;

class ScriptClasses final : public ClassTypes {
 public:
  explicit ScriptClasses(CompileContext& context) : context_(context) {}

  // Compiles a Python class to a script class with its methods; null when the class cannot be a
  // script class.
  const types::ClassType* compile(const PyClass& cls);
  // The type of a class: script class, enum, named tuple or interface.
  types::TypePtr typeOfClass(const PyClass& cls) override;
  types::TypePtr typeOfExternal(const std::string& name) override;
  // The type of an attribute whose value is an instance of the class. A class that can't be
  // compiled gives null and the first reason; no problem is reported, as the attribute may be
  // unused.
  types::TypePtr typeOfHeldClass(const PyClass& cls, std::string& why);
  // The Python class of a script class; null when it has none.
  const PyClass* pythonClass(const types::ClassType* type) const;
  // Forgets classes that could not be compiled: code that uses them compiles them anew, and reports
  // their problems again.
  void forgetFailures();

 private:
  // `make` returns the type and may set an error.
  template <typename Make>
  types::TypePtr remember(const PyClass& cls, Make make);
  const types::ClassType* makeClass(const PyClass& cls);
  // Reports why a class cannot be a script class; false when nothing speaks against it.
  bool isRefused(const PyClass& cls);
  void addMethods(const PyClass& cls, const types::ClassType* type);
  types::TypePtr interfaceType(const PyClass& cls);

  CompileContext& context_;
  std::unordered_map<const PyClass*, types::TypePtr> types_;
  std::unordered_map<const types::ClassType*, const PyClass*> pythonClasses_;
  std::unordered_map<const PyClass*, std::string> unusable_;  // why typeOfHeldClass failed
};

}  // namespace ts::compiler
