// Divisions, shifts and powers, and calls of functions that have no instructions.
#include <algorithm>
#include <charconv>
#include <map>

#include "core/formulas/formula.h"
#include "core/jit/host_functions.h"
#include "core/jit/vector_functions.h"
#include "core/jit/vector_writer.h"
#include "core/kernels/formula_trees.h"
#include "core/tensor/error.h"

namespace ts::jit {

using tensor::DType;

namespace {

bool isReal(DType dtype) { return tensor::isFloating(dtype); }

const Expression& parsed(const char* text) {
  // A cache of each thread, so that a look-up needs no lock.
  static thread_local std::map<std::string, Expression> formulas;
  const auto known = formulas.find(text);
  if (known != formulas.end()) return known->second;
  return formulas.emplace(text, *formulas::parseFormula(text)).first->second;
}

// The integer that all lanes of a value are; nullopt: they may differ.
std::optional<int64_t> sameInteger(const VectorValue& value) {
  if (value.text == "zeroinitializer") return 0;
  const size_t begin = value.text.rfind(' ');
  if (!value.text.starts_with("splat (i") || begin == value.text.npos) return std::nullopt;
  int64_t number = 0;
  const char* end = value.text.data() + value.text.size() - 1;
  const auto read = std::from_chars(value.text.data() + begin + 1, end, number);
  return read.ec == std::errc() && read.ptr == end ? std::optional(number) : std::nullopt;
}

}  // namespace

VectorValue VectorWriter::apply(const char* formula, DType type, std::string_view names,
                                const std::vector<VectorValue>& arguments) {
  return evaluate(parsed(formula), type, names, arguments);
}

std::string VectorWriter::reducedMask(const char* operation, const std::string& mask) {
  const std::string function = fmt::format("@llvm.vector.reduce.{}.v{}i1", operation, lanes_);
  const std::string type = typeOf(DType::Bool);
  declare(fmt::format("declare i1 {}({})", function, type));
  return ir_.value("call i1 {}({} {})", function, type, mask);
}
std::string VectorWriter::allLanes(const std::string& mask) { return reducedMask("and", mask); }
std::string VectorWriter::anyLane(const std::string& mask) { return reducedMask("or", mask); }

// The value of `fast` if a mask is true for all lanes, else that of `slow`, in blocks of their own.
template <typename Fast, typename Slow>
VectorValue VectorWriter::either(const std::string& mask, Fast fast, Slow slow) {
  const std::string first = ir_.block(), second = ir_.block(), done = ir_.block();
  // The values come from the last blocks, which may not be the first ones.
  const std::string firstEnd = ir_.block(), secondEnd = ir_.block();
  ir_.branch(allLanes(mask), first, second);
  ir_.begin(first);
  const VectorValue a = fast();
  ir_.jump(firstEnd);
  ir_.begin(firstEnd);
  ir_.jump(done);
  ir_.begin(second);
  const VectorValue b = slow();
  ir_.jump(secondEnd);
  ir_.begin(secondEnd);
  ir_.jump(done);
  ir_.begin(done);
  return {ir_.value("phi {} [ {}, %{} ], [ {}, %{} ]", typeOf(a.dtype), a.text, firstEnd, b.text,
                    secondEnd),
          a.dtype};
}

// ---- division

std::optional<VectorValue> VectorWriter::division(std::string_view name, const VectorValue& x,
                                                  const VectorValue& y) {
  const DType dtype = x.dtype;
  if (isReal(dtype)) {
    if (name != "fmod") return std::nullopt;  // the others are formulas
    return floatRest(x, y);
  }
  if (dtype == DType::Bool) return std::nullopt;
  const bool hasFloor = name == "remainder" || name == "divFloor",
             isRest = name == "remainder" || name == "fmod";
  if (!hasFloor && name != "divTrunc" && name != "fmod") return std::nullopt;
  const DType wide = dtype == DType::Int64 ? dtype : DType::Int32;
  const VectorValue a = convert(x, wide), b = convert(y, wide);
  const VectorValue quotient = wholeQuotient(a, b, dtype);
  const std::string type = typeOf(wide);
  const std::string product = ir_.value("mul {} {}, {}", type, quotient.text, b.text);
  const VectorValue rest{ir_.value("sub {} {}, {}", type, a.text, product), wide};
  if (!hasFloor) return convert(isRest ? rest : quotient, dtype);
  const VectorValue result =
      isRest ? evaluate(*kernels::functionFormula("withSignOf", wide), wide, "xyzw", {rest, b})
             : apply("z != T(0) && (x < T(0)) != (y < T(0)) ? w - T(1) : w", wide, "xyzw",
                     {a, b, rest, quotient});
  return convert(result, dtype);
}

// The quotient of i32 or i64, rounded to zero. A division by zero is a failure of the loop.
VectorValue VectorWriter::wholeQuotient(const VectorValue& x, const VectorValue& y, DType stored) {
  const std::string type = typeOf(x.dtype), mask = typeOf(DType::Bool);
  const char* element = x.dtype == DType::Int64 ? "i64" : "i32";
  const auto divisor = sameInteger(y);
  if (divisor && *divisor != 0 && *divisor != -1)
    return {ir_.value("sdiv {} {}, {}", type, x.text, y.text), x.dtype};
  const std::string isZero = ir_.value("icmp eq {} {}, zeroinitializer", type, y.text);
  failures_.push_back(isZero);
  const std::string isNegation = ir_.value("icmp eq {} {}, splat ({} -1)", type, y.text, element);
  const std::string isSpecial = ir_.value("or {} {}, {}", mask, isZero, isNegation);
  const VectorValue safe{ir_.value("select {} {}, {} splat ({} 1), {} {}", mask, isSpecial, type,
                                   element, type, y.text),
                         x.dtype};
  // Quotients of doubles are exact for integers of 32 bits, those of floats for 16 bits, and they
  // take less time than scalar divisions of integers.
  std::string quotient;
  if (x.dtype == DType::Int64) {
    quotient = ir_.value("sdiv {} {}, {}", type, x.text, safe.text);
  } else {
    const DType real = stored == DType::Int32 ? DType::Float64 : DType::Float32;
    const std::string from = typeOf(real);
    const VectorValue a = convert(x, real), b = convert(safe, real);
    const std::string ratio = ir_.value("fdiv {} {}, {}", from, a.text, b.text);
    quotient = ir_.value("fptosi {} {} to {}", from, ratio, type);
  }
  const std::string negated = ir_.value("sub {} zeroinitializer, {}", type, x.text);
  return {ir_.value("select {} {}, {} {}, {} {}", mask, isNegation, type, negated, type, quotient),
          x.dtype};
}

// fmod: the quotient's whole part times y is subtracted without an error, unless the quotient has
// more digits than its type.
VectorValue VectorWriter::floatRest(const VectorValue& x, const VectorValue& y) {
  constexpr int kBytesWithFma = 32;
  if (bytes_ < kBytesWithFma) return *host("fmod", {x, y});
  const DType dtype = x.dtype;
  const std::string type = typeOf(dtype);
  const char* suffix = dtype == DType::Float32 ? "f32" : "f64";
  const VectorValue quotient{ir_.value("fdiv {} {}, {}", type, x.text, y.text), dtype};
  const VectorValue fits =
      apply(dtype == DType::Float32 ? "abs(x) < T(4194304) && abs(y) < infinity<T>()"
                                    : "abs(x) < T(1125899906842624) && abs(y) < infinity<T>()",
            dtype, "xy", {quotient, y});
  return either(
      fits.text,
      [&] {
        const VectorValue whole = apply("-trunc(x)", dtype, "x", {quotient});
        declare(fmt::format("declare {0} @llvm.fma.v{1}{2}({0}, {0}, {0})", type, lanes_, suffix));
        const VectorValue rest{ir_.value("call {0} @llvm.fma.v{1}{2}({0} {3}, {0} {4}, {0} {5})",
                                         type, lanes_, suffix, whole.text, y.text, x.text),
                               dtype};
        return apply(
            "copysign(x != T(0) && signbit(x) != signbit(y) ? x + copysign(abs(z), y) : x, y)",
            dtype, "xyz", {rest, x, y});
      },
      [&] {
        return *host("fmod", {x, y});
      });
}

// ---- shifts and powers

std::optional<VectorValue> VectorWriter::shift(std::string_view name, const VectorValue& x,
                                               const VectorValue& y) {
  const DType dtype = x.dtype, wide = dtype == DType::Int64 ? dtype : DType::Int32;
  const bool isLeft = name == "shiftLeft";
  if (!isLeft && name != "shiftRight") return std::nullopt;
  const int bits = static_cast<int>(tensor::sizeOf(dtype)) * 8;
  const int most = isLeft || dtype == DType::UInt8 ? bits : bits - 1;
  const std::string type = typeOf(wide), mask = typeOf(DType::Bool);
  const VectorValue a = convert(x, wide), b = convert(y, wide);
  const std::string limit = constant(wide, int64_t{isLeft ? most - 1 : most}).text;
  const std::string fits = ir_.value("icmp ule {} {}, {}", type, b.text, limit);
  const std::string distance =
      ir_.value("select {} {}, {} {}, {} {}", mask, fits, type, b.text, type, limit);
  std::string shifted = ir_.value("{} {} {}, {}", isLeft ? "shl" : "ashr", type, a.text, distance);
  if (isLeft)
    shifted = ir_.value("select {} {}, {} {}, {} zeroinitializer", mask, fits, type, shifted, type);
  return convert({shifted, wide}, dtype);
}

std::optional<VectorValue> VectorWriter::wholePower(const VectorValue& x, const VectorValue& y) {
  constexpr int64_t kMost = 16;
  auto exponent = sameInteger(y);
  if (!exponent || *exponent < 0 || *exponent > kMost) return std::nullopt;
  const DType wide = x.dtype == DType::Int64 ? x.dtype : DType::Int32;
  const std::string type = typeOf(wide);
  VectorValue power = convert(x, wide), result = constant(wide, int64_t{1});
  for (; *exponent != 0; *exponent /= 2) {
    if (*exponent % 2 != 0) result.text = ir_.value("mul {} {}, {}", type, result.text, power.text);
    power.text = ir_.value("mul {} {}, {}", type, power.text, power.text);
  }
  return convert(result, x.dtype);
}

// The powers that PyTorch computes as products.
std::optional<VectorValue> VectorWriter::floatPower(const VectorValue& x, const VectorValue& y) {
  for (const auto& [exponent, formula] :
       {std::pair{2, "x * x"}, {3, "x * x * x"}, {-2, "T(1) / (x * x)"}})
    if (y.text == constant(y.dtype, int64_t{exponent}).text)
      return apply(formula, x.dtype, "x", {x});
  return std::nullopt;
}

// ---- functions of the host

std::optional<VectorValue> VectorWriter::host(std::string_view name,
                                              const std::vector<VectorValue>& arguments) {
  const DType dtype = arguments[0].dtype;
  std::string function(name);
  size_t arity = arguments.size();
  if (name.starts_with("bessel")) {
    if (arguments[1].text.find("0x3F") != std::string::npos) function += "Scaled";
    arity = 1;
  }
  const auto symbol = hostFunction(function, arity, dtype);
  if (!symbol) return std::nullopt;
  declare(fmt::format("declare void @{}(ptr, ptr, ptr, i64) nounwind", *symbol));
  const auto memory = [&] {
    std::string slot = "%m" + ir_.block();
    slots_ += fmt::format("  {} = alloca [{} x i8], align 64\n", slot, lanes_ * 8);
    return slot;
  };
  const std::string result = memory(), x = memory(), y = arity == 2 ? memory() : x;
  store(arguments[0], x);
  if (arity == 2) store(arguments[1], y);
  ir_.line("call void @{}(ptr {}, ptr {}, ptr {}, i64 {})", *symbol, result, x, y, lanes_);
  return load(dtype, result);
}

}  // namespace ts::jit
