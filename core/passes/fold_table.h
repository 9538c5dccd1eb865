// The table of operators that can be evaluated at compile time, by name.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/symbol.h"
#include "core/types/constant.h"

namespace ts::passes {

using Arguments = std::span<const types::Constant>;
using Results = std::vector<types::Constant>;

// Appends the results. Returns false when the operator can't be evaluated on these arguments, or
// raises. A function serves all overloads: the constants' types determine the overload.
using FoldFunction = bool (*)(Arguments arguments, Results& results);

struct FoldRow {
  const char* name;
  FoldFunction function;
};

std::span<const FoldRow> numberFolds();
std::span<const FoldRow> mathFolds();
std::span<const FoldRow> stringFolds();
std::span<const FoldRow> valueFolds();

// ---- helpers for the functions of the table

inline bool addResult(Results& results, types::Constant value) {
  results.push_back(std::move(value));
  return true;
}
inline bool isNumber(const types::Constant& value) { return value.isInt() || value.isReal(); }
inline double asReal(const types::Constant& value) {
  return value.isInt() ? static_cast<double>(value.toInt()) : value.toReal();
}

}  // namespace ts::passes
