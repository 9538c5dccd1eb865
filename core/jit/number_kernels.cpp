#include "core/jit/number_kernels.h"

#include <map>
#include <utility>

namespace ts::jit {
namespace {

using interp::Content;

constexpr NumberKernel kNumberKernels[] = {
#define FLOATS(name, result, code)                                       \
  {"aten::" name ".int_float", Content::Float, Content::result, code}, { \
    "aten::" name ".float_int", Content::Float, Content::result, code    \
  }
    FLOATS("add", Float, "fadd double"),
    FLOATS("sub", Float, "fsub double"),
    FLOATS("mul", Float, "fmul double"),
    FLOATS("lt", Bool, "fcmp olt double"),
    FLOATS("le", Bool, "fcmp ole double"),
    FLOATS("gt", Bool, "fcmp ogt double"),
    FLOATS("ge", Bool, "fcmp oge double"),
    FLOATS("eq", Bool, "fcmp oeq double"),
    FLOATS("ne", Bool, "fcmp une double"),
#undef FLOATS
    {"aten::eq.float", Content::Float, Content::Bool, "fcmp oeq double"},
    {"aten::ne.float", Content::Float, Content::Bool, "fcmp une double"},
    {"aten::div.int", Content::Float, Content::Float, "fdiv double"},
    {"aten::neg.float", Content::Float, Content::Float, "fneg double"},
    {"aten::Float.Scalar", Content::Float, Content::Float, nullptr},
    {"aten::Float.int", Content::Float, Content::Float, nullptr},
    {"aten::__and__.int", Content::Int, Content::Int, "and i64"},
    {"aten::__or__.int", Content::Int, Content::Int, "or i64"},
    {"aten::__xor__.int", Content::Int, Content::Int, "xor i64"},
    {"aten::__and__.bool", Content::Bool, Content::Bool, "and i1"},
    {"aten::__or__.bool", Content::Bool, Content::Bool, "or i1"},
    {"aten::__xor__.bool", Content::Bool, Content::Bool, "xor i1"},
};

}  // namespace

const NumberKernel* findNumberKernel(kernels::KernelFunction function, Content result) {
  // A function may compute both ints and bools.
  static const auto table = [] {
    std::map<std::pair<kernels::KernelFunction, Content>, const NumberKernel*> made;
    for (const NumberKernel& kernel : kNumberKernels)
      if (const auto found = interp::findOperator(kernel.name))
        made.emplace(std::pair(found, kernel.result), &kernel);
    return made;
  }();
  const auto found = table.find({function, result});
  return found == table.end() ? nullptr : found->second;
}

}  // namespace ts::jit
