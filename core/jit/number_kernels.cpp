#include "core/jit/number_kernels.h"

#include <map>
#include <utility>

namespace ts::jit {
namespace {

using interp::Content;

using Operands = std::span<const std::string>;

constexpr NumberKernel kNumberKernels[] = {
#define KERNEL(name, operands, result, ...)                                           \
  {                                                                                   \
    name, Content::operands, Content::result,                                         \
        [](IrText& ir, [[maybe_unused]] Operands x) { return ir.value(__VA_ARGS__); } \
  }
#define FLOATS(name, result, code)                                               \
  KERNEL("aten::" name ".int_float", Float, result, code " {}, {}", x[0], x[1]), \
      KERNEL("aten::" name ".float_int", Float, result, code " {}, {}", x[0], x[1])
#define FUNCTION(name, function)                                                            \
  KERNEL("aten::" name ".int", Float, Float, "call double @" function "(double {})", x[0]), \
      KERNEL("aten::" name ".float", Float, Float, "call double @" function "(double {})", x[0])
#define EXTREME(name, compare, function)                                                          \
  KERNEL("prim::" name ".int", Int, Int, "call i64 @llvm." function ".i64(i64 {}, i64 {})", x[0], \
         x[1]),                                                                                   \
      KERNEL("prim::" name ".float", Float, Float, "select i1 {}, double {}, double {}",          \
             ir.value("fcmp " compare " double {}, {}", x[0], x[1]), x[0], x[1])
#define SHIFT(name, code) \
  KERNEL("aten::" name ".int", Int, Int, code " i64 {}, {}", x[0], ir.value("and i64 {}, 63", x[1]))
    FLOATS("add", Float, "fadd double"),
    FLOATS("sub", Float, "fsub double"),
    FLOATS("mul", Float, "fmul double"),
    FLOATS("lt", Bool, "fcmp olt double"),
    FLOATS("le", Bool, "fcmp ole double"),
    FLOATS("gt", Bool, "fcmp ogt double"),
    FLOATS("ge", Bool, "fcmp oge double"),
    FLOATS("eq", Bool, "fcmp oeq double"),
    FLOATS("ne", Bool, "fcmp une double"),
    KERNEL("aten::eq.float", Float, Bool, "fcmp oeq double {}, {}", x[0], x[1]),
    KERNEL("aten::ne.float", Float, Bool, "fcmp une double {}, {}", x[0], x[1]),
    KERNEL("aten::div", Float, Float, "fdiv double {}, {}", x[0], x[1]),
    KERNEL("aten::div.int", Float, Float, "fdiv double {}, {}", x[0], x[1]),
    KERNEL("aten::div.float", Float, Float, "fdiv double {}, {}", x[0], x[1]),
    KERNEL("aten::neg.float", Float, Float, "fneg double {}", x[0]),
    {"aten::Float.Scalar", Content::Float, Content::Float,
     [](IrText&, Operands x) { return x[0]; }},
    {"aten::Float.int", Content::Float, Content::Float, [](IrText&, Operands x) { return x[0]; }},
    KERNEL("aten::__and__.int", Int, Int, "and i64 {}, {}", x[0], x[1]),
    KERNEL("aten::__or__.int", Int, Int, "or i64 {}, {}", x[0], x[1]),
    KERNEL("aten::__xor__.int", Int, Int, "xor i64 {}, {}", x[0], x[1]),
    KERNEL("aten::__and__.bool", Bool, Bool, "and i1 {}, {}", x[0], x[1]),
    KERNEL("aten::__or__.bool", Bool, Bool, "or i1 {}, {}", x[0], x[1]),
    KERNEL("aten::__xor__.bool", Bool, Bool, "xor i1 {}, {}", x[0], x[1]),
    SHIFT("__lshift__", "shl"),
    SHIFT("__rshift__", "ashr"),
    EXTREME("max", "ogt", "smax"),
    EXTREME("min", "olt", "smin"),
    KERNEL("prim::abs.int", Int, Int, "call i64 @llvm.abs.i64(i64 {}, i1 false)", x[0]),
    KERNEL("prim::abs.float", Float, Float, "call double @llvm.fabs.f64(double {})", x[0]),
    FUNCTION("sqrt", "llvm.sqrt.f64"),
    FUNCTION("exp", "exp"),
    FUNCTION("sin", "sin"),
    FUNCTION("cos", "cos"),
    FUNCTION("tanh", "tanh"),
#undef KERNEL
#undef FLOATS
#undef FUNCTION
#undef EXTREME
#undef SHIFT
};

}  // namespace

const std::string_view kNumberDeclarations = R"(
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.abs.i64(i64, i1)
declare double @llvm.fabs.f64(double)
declare double @llvm.sqrt.f64(double)
declare double @exp(double)
declare double @sin(double)
declare double @cos(double)
declare double @tanh(double)
)";

const NumberKernel* findNumberKernel(kernels::KernelFunction function, Content result) {
  // A function may compute both ints and bools.
  using Table = std::map<std::pair<kernels::KernelFunction, Content>, const NumberKernel*>;
  static auto* tables = new PerProfile<Table>;
  const Table& table = tables->get([] {
    Table kernels;
    for (const NumberKernel& kernel : kNumberKernels)
      if (const auto operation = interp::findOperator(kernel.name))
        kernels.emplace(std::pair(operation, kernel.result), &kernel);
    return kernels;
  });
  const auto entry = table.find({function, result});
  return entry == table.end() ? nullptr : entry->second;
}

}  // namespace ts::jit
