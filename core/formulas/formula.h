// Formulas of pointwise.def and scalar_functions.def as trees.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ts::formulas {

struct Expression {
  enum class Kind : uint8_t {
    Name,    // x
    Number,  // 0.5
    Unary,   // -a, !a: one part
    Binary,  // a + b
    Choice,  // a ? b : c
    Call,    // f(a, b); T(a) converts; infinity<T>() has no parts
  };
  Kind kind;
  std::string text;  // the name, number or operator
  std::vector<Expression> parts;
};

// Parses C++ of the form that the tables allow. Returns nullopt for other text.
std::optional<Expression> parseFormula(std::string_view text);

}  // namespace ts::formulas
