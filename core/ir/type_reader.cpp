#include "core/ir/type_reader.h"

#include "core/types/parse_type.h"

namespace ts::ir {

using types::TypeKind;

namespace {

constexpr int kMaxTypeDepth = 100;

}  // namespace

TypePtr TypeReader::type() {
  types::ParseTypeOptions options;
  options.resolve = [this](TypeKind kind, std::string_view name) { return named(kind, name); };
  options.table = owned_->table.get();
  options.schemaNames = false;
  options.maxDepth = kMaxTypeDepth;
  cursor_.skipSpace();
  std::string_view rest = cursor_.rest();
  size_t end = cursor_.offset() + rest.size();
  std::string error;
  TypePtr type = types::parseTypePrefix(rest, options, &error);
  cursor_.seek(end - rest.size());
  if (type == nullptr) cursor_.fail(std::move(error));
  return type;
}

TypePtr TypeReader::named(TypeKind kind, std::string_view name) {
  // The text of a function type does not identify the function.
  if (kind == TypeKind::Function) return function("");
  // A class name contains its module; any other word is a typing error.
  if (kind == TypeKind::Class && name.find('.') == name.npos) return nullptr;
  std::string key(name);
  TypePtr& type = named_[{kind, key}];
  if (type != nullptr) return type;
  if (kind == TypeKind::Class) {
    type = owned_->table->makeClass(std::move(key));
  } else if (kind == TypeKind::Enum) {
    type = owned_->table->makeEnum(std::move(key), types::intType(), {});
  } else {
    type = owned_->table->makeInterface(std::move(key), false, {});
  }
  return type;
}

const types::FunctionType* TypeReader::function(const std::string& name) {
  const types::FunctionType*& type = functionTypes_[name];
  if (type == nullptr) {
    owned_->functions.push_back(std::make_unique<Function>());
    owned_->functions.back()->qualifiedName = name;
    type = owned_->table->makeFunction(owned_->functions.back().get());
  }
  return type;
}

}  // namespace ts::ir
