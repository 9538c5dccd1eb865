// Parses types in printed graphs.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/ir/ir.h"
#include "core/ir/text_cursor.h"

namespace ts::ir {

// Creates the types that a text mentions without defining them, one per name: classes without
// attributes, enums without members, functions without a graph.
class TypeReader {
 public:
  TypeReader(TextCursor& cursor, std::shared_ptr<types::TypeTable> table) : cursor_(cursor) {
    owned_->table = std::move(table);
  }

  // Returns null on failure; the cursor then holds the error.
  TypePtr type();
  const types::FunctionType* function(const std::string& name);
  // Owns the table and the created functions that the types refer to.
  std::shared_ptr<const void> owner() const { return owned_; }

 private:
  struct OwnedTypes {
    std::shared_ptr<types::TypeTable> table;
    std::vector<std::unique_ptr<Function>> functions;
  };

  TypePtr named(types::TypeKind kind, std::string_view name);

  TextCursor& cursor_;
  std::map<std::pair<types::TypeKind, std::string>, TypePtr> named_;
  std::unordered_map<std::string, const types::FunctionType*> functionTypes_;
  std::shared_ptr<OwnedTypes> owned_ = std::make_shared<OwnedTypes>();
};

}  // namespace ts::ir
