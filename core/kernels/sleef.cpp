#include "core/kernels/sleef.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/kernels/box_muller.h"

namespace ts::kernels {
namespace {

// Functions with the greatest error in tenths of an ulp, as PyTorch calls them. SLEEF's log1p is
// infinite above 1e38 and 1e307.
struct Row {
  std::string_view name;
  const char* accuracy;
  std::string_view function = name;
  int arity = 1;
  const char* ofFloats = accuracy;
};
constexpr Row kRows[] = {
    {"exp", "_u10"},
    {"exp2", "_u10"},
    {"expm1", "_u10"},
    {"log", "_u10"},
    {"log2", "_u10"},
    {"log10", "_u10"},
    {"log1pBelow", "_u10", "log1p"},
    {"sin", "_u10", "sin", 1, "_u35"},
    {"cos", "_u10", "cos", 1, "_u35"},
    {"tan", "_u10"},
    {"asin", "_u10"},
    {"acos", "_u10"},
    {"atan", "_u10"},
    {"sinh", "_u10"},
    {"cosh", "_u10"},
    {"tanh", "_u10"},
    {"atanh", "_u10"},
    {"erf", "_u10"},
    {"erfc", "_u15"},
    {"pow", "_u10", "pow", 2},
    {"atan2", "_u10", "atan2", 2},
    {"hypot", "_u05", "hypot", 2},
    {"lgamma", "_u10"},
};

void* library() {
  static void* const opened = dlopen("libsleef.so.3", RTLD_NOW | RTLD_GLOBAL);
  return opened;
}

}  // namespace

SleefFunction sleefFunction(std::string_view name, tensor::DType dtype, int lanes) {
  const auto* row = std::ranges::find(kRows, name, &Row::name);
  if (row == std::end(kRows) || library() == nullptr) return {};
  const bool isFloat = dtype == tensor::DType::Float32;
  std::string symbol = fmt::format("Sleef_{}{}{}{}", row->function, isFloat ? "f" : "d", lanes,
                                   isFloat ? row->ofFloats : row->accuracy);
  // The code for an instruction set; other symbols choose one at each call.
  const int bytes = lanes * (isFloat ? 4 : 8);
  const char* const set = !fusesMultiplyAdd() ? ""
                          : bytes == 32       ? "avx2"
                          : bytes == 64       ? "avx512f"
                                              : "";
  if (dlsym(library(), (symbol + set).c_str()) != nullptr) symbol += set;
  void* code = dlsym(library(), symbol.c_str());
  return {std::move(symbol), row->arity, code};
}

}  // namespace ts::kernels
