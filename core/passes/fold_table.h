// The table of operators that can be evaluated at compile time, by name.
#pragma once

#include <complex>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
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
inline bool addResult(Results& results, bool value) {
  return addResult(results, types::Constant::boolean(value));
}
inline bool addResult(Results& results, int64_t value) {
  return addResult(results, types::Constant::integer(value));
}
inline bool addResult(Results& results, double value) {
  return addResult(results, types::Constant::real(value));
}
inline bool addResult(Results& results, std::complex<double> value) {
  return addResult(results, types::Constant::complex(value));
}
inline bool addResult(Results& results, std::string value) {
  return addResult(results, types::Constant::string(std::move(value)));
}
inline bool isNumber(const types::Constant& value) { return value.isInt() || value.isReal(); }
inline double asReal(const types::Constant& value) {
  return value.isInt() ? static_cast<double>(value.toInt()) : value.toReal();
}

}  // namespace ts::passes
