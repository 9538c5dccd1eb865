// Types as graphs print them, read back.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/ir/ir.h"
#include "core/ir/text_cursor.h"

namespace ts::ir {

// What a text names but doesn't define is made up, once a name: classes without attributes, enums
// without members, functions without a graph.
class TypeReader {
 public:
  TypeReader(TextCursor& cursor, std::shared_ptr<types::TypeTable> table) : cursor_(cursor) {
    made_->table = std::move(table);
  }

  // Null on failure; the cursor has the error.
  TypePtr type();
  const types::FunctionType* function(const std::string& name);
  // The table and the made-up functions that its types refer to.
  std::shared_ptr<const void> owner() const { return made_; }

 private:
  struct Made {
    std::shared_ptr<types::TypeTable> table;
    std::vector<std::unique_ptr<Function>> functions;
  };

  TypePtr primary();
  TypePtr tuple();
  TypePtr named(std::string name);
  TypePtr tensor(std::string dtype);
  TypePtr namedTuple();
  TypePtr unionType();
  TypePtr bracketed(TypePtr (*make)(TypePtr));
  bool typeList(std::string_view close, std::vector<TypePtr>& all);
  bool defaultText(TypePtr type, std::vector<Constant>& defaults);

  TextCursor& cursor_;
  size_t depth_ = 0;
  std::unordered_map<std::string, TypePtr> named_;
  std::unordered_map<std::string, const types::FunctionType*> functionTypes_;
  std::shared_ptr<Made> made_ = std::make_shared<Made>();
};

}  // namespace ts::ir
