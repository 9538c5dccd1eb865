// Parses attribute values of printed graphs.
#pragma once

#include <optional>

#include "core/ir/ir.h"
#include "core/ir/text_cursor.h"
#include "core/ir/type_reader.h"

namespace ts::ir {

class ConstantReader {
 public:
  ConstantReader(TextCursor& cursor, TypeReader& types) : cursor_(cursor), types_(types) {}

  // Reads a constant of this type; with a null type the text determines the type. Returns nothing
  // on failure; the cursor then holds the error.
  std::optional<Constant> constant(TypePtr type);
  // Reads the `value` attribute of a prim::Constant. PyTorch prints some kinds differently there.
  std::optional<Constant> topLevel(TypePtr type);
  // Reads any other attribute.
  std::optional<AttributeValue> attribute();

 private:
  std::optional<Constant> number(TypePtr type);
  std::optional<Constant> sequence(TypePtr type, std::string_view close);
  std::optional<Constant> dict(TypePtr type);
  std::optional<Constant> annotated(TypePtr type);
  std::optional<Constant> word(TypePtr type, bool takesNone);
  std::optional<AttributeValue> listAttribute();
  bool real(double& value, bool& isWhole);
  std::optional<Constant> mismatch(TypePtr type);  // sets an error and returns nothing

  TextCursor& cursor_;
  TypeReader& types_;
  size_t depth_ = 0;
};

}  // namespace ts::ir
