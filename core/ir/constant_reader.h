// Attribute values of printed graphs, read back.
#pragma once

#include <optional>

#include "core/ir/ir.h"
#include "core/ir/text_cursor.h"
#include "core/ir/type_reader.h"

namespace ts::ir {

class ConstantReader {
 public:
  ConstantReader(TextCursor& cursor, TypeReader& types) : cursor_(cursor), types_(types) {}

  // The value of a constant of this type; with a null type what the text looks like. Nothing on
  // failure; the cursor has the error.
  std::optional<Constant> constant(TypePtr type);
  // The `value` of a prim::Constant, where PyTorch writes some kinds differently than elsewhere.
  std::optional<Constant> topLevel(TypePtr type);
  // Any other attribute.
  std::optional<AttributeValue> attribute();

 private:
  std::optional<Constant> number(TypePtr type);
  std::optional<Constant> sequence(TypePtr type, std::string_view close);
  std::optional<Constant> dict(TypePtr type);
  std::optional<Constant> annotated(TypePtr type);
  std::optional<Constant> word(TypePtr type);
  std::optional<AttributeValue> listAttribute();
  bool real(double& value, bool& isWhole);
  std::optional<Constant> mismatch(TypePtr type);  // nothing, with an error

  TextCursor& cursor_;
  TypeReader& types_;
  size_t depth_ = 0;
};

}  // namespace ts::ir
