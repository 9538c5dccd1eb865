// Compiles the code of archives, which is written in TorchScript's own dialect: typed, fully
// qualified, one class or function at a time. Each class or function is compiled when its name is
// first used.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/compiler/resolve/archive_names.h"
#include "core/ir/ir.h"
#include "core/source/source_file.h"
#include "core/syntax/ast.h"
#include "core/types/type.h"

namespace ts::compiler {

class CompileContext;

// The text and the constants of an archive's code.
struct ImportedCode {
  // Returns the source of "__torch__.torch.nn.modules.linear"; null when there is none.
  std::function<SourceFilePtr(std::string_view module)> file;
  // Returns CONSTANTS.cN; throws std::out_of_range when the table has no such entry.
  std::function<types::Constant(size_t index)> constant;
};

class CodeImporter final : public ArchiveNames {
 public:
  // The context and the data behind `code` must outlive the importer.
  CodeImporter(CompileContext& context, ImportedCode code);
  ~CodeImporter() override;

  types::TypePtr typeNamed(std::string_view qualifiedName) override;
  // Returns the type that an annotation such as "List[__torch__.A]" names; null when it is not a
  // type.
  types::TypePtr typeOfText(const std::string& annotation);
  ir::Function* functionNamed(std::string_view qualifiedName) override;
  std::optional<types::Constant> constantNamed(std::string_view name) const override;
  // Compiles all methods of all classes used so far, and of the classes that those methods use.
  void compileMethods();
  // All functions and methods compiled so far.
  const std::vector<ir::Function*>& compiled() const { return compiled_; }

 private:
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

  CompileContext& context_;
  ImportedCode code_;
  std::vector<syntax::ModulePtr> texts_;  // trees of typeOfText()
  std::unordered_map<std::string, std::unique_ptr<Source>>
      sources_;  // null when the file does not exist
  std::unordered_map<std::string, types::TypePtr> types_;
  std::unordered_map<std::string, ir::Function*> functions_;
  std::vector<ir::Function*> pending_;  // methods that are not compiled yet
  std::vector<ir::Function*> compiled_;
};

}  // namespace ts::compiler
