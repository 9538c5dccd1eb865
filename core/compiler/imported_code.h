// TorchScript's own dialect, in which archives hold code: typed, fully qualified, one class or
// function at a time. Classes and functions are compiled when their names are first met.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/compiler/emit/sugared_value.h"
#include "core/types/type.h"

namespace ts::compiler {

class CompilationUnit;

// Where the text and the constants come from.
struct ImportedCode {
  // The source of "__torch__.torch.nn.modules.linear"; null: there is none.
  std::function<SourceFilePtr(std::string_view module)> file;
  // CONSTANTS.cN; throws std::out_of_range where there are fewer.
  std::function<types::Constant(size_t index)> constant;
};

class CodeImporter {
 public:
  // Both outlive it.
  CodeImporter(CompilationUnit& unit, ImportedCode code);
  ~CodeImporter();

  // The class, enum, named tuple or interface of a qualified name, with declared methods; null: not
  // in the code. What is wrong in the code is reported to the unit's sink.
  types::TypePtr typeNamed(std::string_view qualifiedName);
  // A type as annotations write it: "List[__torch__.A]"; null: it is none.
  types::TypePtr typeOfText(const std::string& annotation);
  // A function, compiled; null: not in the code.
  ir::Function* functionNamed(std::string_view qualifiedName);
  // Compiles all methods of all classes that were named so far, and of those that they name.
  void compileMethods();
  // All functions and methods that were compiled so far.
  const std::vector<ir::Function*>& compiled() const { return compiled_; }
  // What a name of the code means beside variables and builtin functions: torch, ops, CONSTANTS,
  // __torch__, ... Null: nothing.
  SugaredPtr global(Emitter& emitter, SourceRange at, std::string_view name);
  // Of a class: the names of its hooks' methods, as `__forward_pre_hooks__` and `__forward_hooks__`
  // list them.
  struct Hooks {
    std::vector<std::string> before, after;
  };
  const Hooks* hooksOf(const types::ClassType* type) const;

 private:
  friend struct ImportedNamespace;
  struct Source;
  Source* sourceOf(std::string_view module);
  types::TypePtr importClass(const syntax::ClassDef& def, Source& source,
                             const std::string& qualifiedName);
  types::TypePtr importEnum(const syntax::ClassDef& def, Source& source,
                            const std::string& qualifiedName);
  types::TypePtr importNamedTuple(const syntax::ClassDef& def, Source& source,
                                  const std::string& qualifiedName);
  types::TypePtr importInterface(const syntax::ClassDef& def, Source& source,
                                 const std::string& qualifiedName, bool isModule);
  void importAttributes(const syntax::ClassDef& def, Source& source, const types::ClassType* type);
  types::TypePtr resolve(const syntax::Expr& annotation, Source& source);

  CompilationUnit& unit_;
  ImportedCode code_;
  std::vector<syntax::ModulePtr> texts_;                              // of typeOfText()
  std::unordered_map<std::string, std::unique_ptr<Source>> sources_;  // null: there is no such file
  std::unordered_map<std::string, types::TypePtr> types_;
  std::unordered_map<std::string, ir::Function*> functions_;
  std::vector<ir::Function*> pending_;  // methods that aren't compiled yet
  std::vector<ir::Function*> compiled_;
  std::unordered_map<const types::ClassType*, Hooks> hooks_;
};

}  // namespace ts::compiler
