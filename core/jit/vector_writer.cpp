#include "core/jit/vector_writer.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/jit/vector_functions.h"
#include "core/kernels/convert.h"
#include "core/kernels/formula_trees.h"

namespace ts::jit {

using tensor::DType;

namespace {

// How elements are stored and computed. Bools are computed as i1.
struct ElementInfo {
  DType dtype;
  const char* stored;
  const char* computed;
  const char* suffix;  // of intrinsics
  int bytes;
};
constexpr ElementInfo kElements[] = {
    {DType::Float32, "float", "float", "f32", 4}, {DType::Float64, "double", "double", "f64", 8},
    {DType::Int64, "i64", "i64", "i64", 8},       {DType::Int32, "i32", "i32", "i32", 4},
    {DType::Int16, "i16", "i32", "i32", 2},       {DType::Int8, "i8", "i32", "i32", 1},
    {DType::UInt8, "i8", "i32", "i32", 1},        {DType::Bool, "i8", "i1", "i1", 1},
    {DType::Float16, "half", "float", "f32", 2},  {DType::BFloat16, "i16", "float", "f32", 2},
};
const ElementInfo& infoOf(DType dtype) {
  const auto* row = std::ranges::find(kElements, dtype, &ElementInfo::dtype);
  if (row == std::end(kElements))
    throw NoCode{fmt::format("there are no vectors of {}", tensor::nameOf(dtype))};
  return *row;
}
bool isFloat(DType dtype) { return tensor::isFloating(dtype); }
bool isShort(DType dtype) { return !isFloat(dtype) && infoOf(dtype).bytes < 4; }
// The type of arithmetic in C++.
DType promoted(DType dtype) { return isShort(dtype) ? DType::Int32 : dtype; }
std::string vectorOf(int lanes, std::string_view element) {
  return fmt::format("<{} x {}>", lanes, element);
}

struct OperatorRow {
  std::string_view text;
  const char* onFloats;
  const char* onInts;
  bool isTest = false;
};
constexpr OperatorRow kOperations[] = {
    {"+", "fadd", "add"},
    {"-", "fsub", "sub"},
    {"*", "fmul", "mul"},
    {"/", "fdiv", nullptr},
    {"|", nullptr, "or"},
    {"&", nullptr, "and"},
    {"^", nullptr, "xor"},
    {"==", "fcmp oeq", "icmp eq", true},
    {"!=", "fcmp une", "icmp ne", true},
    {"<", "fcmp olt", "icmp slt", true},
    {"<=", "fcmp ole", "icmp sle", true},
    {">", "fcmp ogt", "icmp sgt", true},
    {">=", "fcmp oge", "icmp sge", true},
};

// Functions of floats that are instructions.
struct IntrinsicRow {
  std::string_view name;
  const char* intrinsic;
};
constexpr IntrinsicRow kIntrinsics[] = {
    {"abs", "llvm.fabs"},          {"floor", "llvm.floor"}, {"ceil", "llvm.ceil"},
    {"trunc", "llvm.trunc"},       {"round", "llvm.rint"},  {"sqrt", "llvm.sqrt"},
    {"copysign", "llvm.copysign"}, {"fma", "llvm.fmuladd"},
};
// The facts that hold for the result of arithmetic when they hold for all operands: a NaN is one of
// theirs, or the processor's, which bfloat16 has.
constexpr uint8_t kKnownOfResults = VectorValue::kNanIsBFloat16;
uint8_t knownOfNumber(const tensor::Scalar& number) {
  const auto value = kernels::numberTo<double>(number);
  if (value == 0)
    return VectorValue::kIsBFloat16 | VectorValue::kIsFloat16 | VectorValue::kNanIsBFloat16;
  return std::isnan(value) ? 0 : VectorValue::kNanIsBFloat16;
}
uint8_t knownOf(DType half) {
  return half == DType::BFloat16 ? VectorValue::kIsBFloat16 | VectorValue::kNanIsBFloat16
                                 : VectorValue::kIsFloat16;
}
// Functions that return an integer unchanged.
constexpr std::string_view kIntIdentities[] = {"floor", "ceil", "trunc", "round"};

}  // namespace

// The arguments of the formula that is evaluated.
struct VectorWriter::Scope {
  DType type;
  std::string_view names;
  const std::vector<VectorValue>& arguments;
};

// ---- values

std::string VectorWriter::typeOf(DType dtype) const {
  return vectorOf(lanes_, infoOf(dtype).computed);
}

VectorValue VectorWriter::constant(DType dtype, const tensor::Scalar& number) {
  const ElementInfo& info = infoOf(dtype);
  std::string text;
  if (isFloat(dtype))
    text = tensor::visit(dtype, [&]<typename T>() -> std::string {
      if constexpr (kernels::isComplexType<T>)
        throw NoCode{"there are no vectors of complex numbers"};
      else
        return doubleText(kernels::convert<double>(kernels::numberTo<T>(number)));
    });
  else
    text = tensor::visit(dtype, [&]<typename T>() -> std::string {
      if constexpr (std::is_integral_v<T>) return fmt::format("{}", +kernels::numberTo<T>(number));
      throw NoCode{"a constant has another type"};
    });
  VectorValue splat{fmt::format("splat ({} {})", info.computed, text), dtype};
  if (dtype == DType::Float32) splat.known = knownOfNumber(number);
  return splat;
}

VectorValue VectorWriter::literal(const VectorValue& number, DType dtype) {
  if (!number.isNumber) return number;
  // C++ would compute in double.
  const double value = std::strtod(number.text.c_str(), nullptr);
  if (isFloat(dtype) ? static_cast<double>(static_cast<float>(value)) != value
                     : value != std::floor(value))
    throw NoCode{"a number of the formula does not fit the type"};
  return constant(dtype, value);
}

VectorValue VectorWriter::loaded(DType dtype, std::string stored) {
  const std::string from = vectorOf(lanes_, infoOf(dtype).stored), to = typeOf(dtype);
  if (dtype == DType::Bool)
    stored = ir_.value("icmp ne {} {}, zeroinitializer", from, stored);
  else if (isShort(dtype))
    stored = ir_.value("{} {} {} to {}", dtype == DType::UInt8 ? "zext" : "sext", from, stored, to);
  else if (dtype == DType::Float16)
    stored = ir_.value("fpext {} {} to {}", from, stored, to);
  else if (dtype == DType::BFloat16) {
    const std::string bits = vectorOf(lanes_, "i32");
    stored = ir_.value("zext {} {} to {}", from, stored, bits);
    stored = ir_.value("shl {} {}, splat (i32 16)", bits, stored);
    stored = ir_.value("bitcast {} {} to {}", bits, stored, to);
  }
  return {std::move(stored), dtype};
}

VectorValue VectorWriter::load(DType dtype, const std::string& address) {
  const ElementInfo& info = infoOf(dtype);
  return loaded(dtype, ir_.value("load {}, ptr {}, align {}", vectorOf(lanes_, info.stored),
                                 address, info.bytes));
}

VectorValue VectorWriter::loadBackwards(DType dtype, const std::string& address) {
  const ElementInfo& info = infoOf(dtype);
  const std::string type = vectorOf(lanes_, info.stored);
  const std::string forwards = ir_.value("load {}, ptr {}, align {}", type, address, info.bytes);
  std::string places;
  for (int lane = lanes_; lane-- > 0;) places += fmt::format("i32 {}{}", lane, lane ? ", " : "");
  return loaded(dtype, ir_.value("shufflevector {} {}, {} poison, <{} x i32> <{}>", type, forwards,
                                 type, lanes_, places));
}

VectorValue VectorWriter::loadSame(DType dtype, const std::string& address) {
  const ElementInfo& info = infoOf(dtype);
  return loaded(
      dtype,
      splat(ir_.value("load {}, ptr {}, align {}", info.stored, address, info.bytes), info.stored));
}

VectorValue VectorWriter::loadApart(DType dtype, const std::string& address,
                                    const std::string& step) {
  const ElementInfo& info = infoOf(dtype);
  const std::string vector = vectorOf(lanes_, info.stored);
  std::string all = "poison", at = address;
  for (int lane = 0; lane < lanes_; ++lane) {
    if (lane > 0) at = ir_.value("getelementptr i8, ptr {}, i64 {}", at, step);
    const std::string element = ir_.value("load {}, ptr {}, align {}", info.stored, at, info.bytes);
    all = ir_.value("insertelement {} {}, {} {}, i64 {}", vector, all, info.stored, element, lane);
  }
  return loaded(dtype, all);
}

std::string VectorWriter::toStore(const VectorValue& value) {
  const std::string from = typeOf(value.dtype), to = vectorOf(lanes_, infoOf(value.dtype).stored);
  if (value.dtype == DType::Float16) return ir_.value("fptrunc {} {} to {}", from, value.text, to);
  if (value.dtype == DType::BFloat16) {
    const std::string bits = vectorOf(lanes_, "i32");
    const std::string words = ir_.value("bitcast {} {} to {}", from, value.text, bits);
    const std::string high = ir_.value("lshr {} {}, splat (i32 16)", bits, words);
    return ir_.value("trunc {} {} to {}", bits, high, to);
  }
  if (!isShort(value.dtype)) return value.text;
  return ir_.value("{} {} {} to {}", value.dtype == DType::Bool ? "zext" : "trunc", from,
                   value.text, to);
}

void VectorWriter::store(const VectorValue& value, const std::string& address, bool isStreamed) {
  const ElementInfo& info = infoOf(value.dtype);
  const std::string text = toStore(value);
  const int alignment = isStreamed ? std::min(kStreamAlignment, lanes_ * info.bytes) : info.bytes;
  ir_.line("store {} {}, ptr {}, align {}{}", vectorOf(lanes_, info.stored), text, address,
           alignment, isStreamed ? ", !nontemporal !0" : "");
}

void VectorWriter::storeFirst(const VectorValue& value, const std::string& address) {
  const ElementInfo& info = infoOf(value.dtype);
  const std::string all = toStore(value);
  const std::string element =
      ir_.value("extractelement {} {}, i64 0", vectorOf(lanes_, info.stored), all);
  ir_.line("store {} {}, ptr {}, align {}", info.stored, element, address, info.bytes);
}

size_t VectorWriter::computedSize(DType dtype) {
  if (dtype == DType::Bool) throw NoCode{"bools are not kept between the stages of a row"};
  return isHalf(dtype) || isShort(dtype) ? 4 : tensor::sizeOf(dtype);
}
VectorValue VectorWriter::loadComputed(DType dtype, const std::string& address) {
  return {ir_.value("load {}, ptr {}, align {}", typeOf(dtype), address, computedSize(dtype)),
          dtype};
}
void VectorWriter::storeComputed(const VectorValue& value, const std::string& address) {
  ir_.line("store {} {}, ptr {}, align {}", typeOf(value.dtype), value.text, address,
           computedSize(value.dtype));
}

// Rounds to half precision.
VectorValue VectorWriter::rounded(const VectorValue& value, DType to) {
  const std::string type = typeOf(to);
  if ((value.known & knownOf(to)) == knownOf(to)) return {value.text, to};
  if (to == DType::Float16) {
    const std::string half = vectorOf(lanes_, "half");
    const std::string narrow = ir_.value("fptrunc {} {} to {}", type, value.text, half);
    return {ir_.value("fpext {} {} to {}", half, narrow, type), to};
  }
  // Adds half a unit of the last place, less one where the place is even; other NaNs become one.
  const std::string bits = vectorOf(lanes_, "i32");
  const std::string words = ir_.value("bitcast {} {} to {}", type, value.text, bits);
  const std::string place = ir_.value("lshr {} {}, splat (i32 16)", bits, words);
  const std::string odd = ir_.value("and {} {}, splat (i32 1)", bits, place);
  const std::string added = ir_.value("add {} {}, splat (i32 32767)", bits, words);
  const std::string sum = ir_.value("add {} {}, {}", bits, added, odd);
  const std::string cut = ir_.value("and {} {}, splat (i32 -65536)", bits, sum);
  // The sum of another NaN can be a number.
  if (value.known & VectorValue::kNanIsBFloat16)
    return {ir_.value("bitcast {} {} to {}", bits, cut, type), to};
  const std::string isNan = ir_.value("fcmp uno {} {}, {}", type, value.text, value.text);
  const std::string kept = ir_.value("select {} {}, {} splat (i32 2143289344), {} {}",
                                     typeOf(DType::Bool), isNan, bits, bits, cut);
  return {ir_.value("bitcast {} {} to {}", bits, kept, type), to};
}

// Truncates floats as kernels::convert() does: values out of range become the least integer, whose
// low bits are taken.
VectorValue VectorWriter::truncated(const VectorValue& value, DType to) {
  // The low byte of a float of 2^31 or more is 0, as that of the least integer of 32 bits.
  const bool isWide = to == DType::Int64 || (to == DType::UInt8 && value.dtype == DType::Float64);
  const DType integers = isWide ? DType::Int64 : DType::Int32;
  const double most = isWide ? 0x1p63 : 0x1p31;
  // Floats just below the least integer are truncated to it, where they exist.
  const bool isBelow = !isWide && value.dtype == DType::Float64;
  const VectorValue low = constant(value.dtype, isBelow ? -most - 1 : -most),
                    high = constant(value.dtype, most);
  const VectorValue above = test(isBelow ? "fcmp ogt" : "fcmp oge", value, low),
                    below = test("fcmp olt", value, high);
  const std::string mask = typeOf(DType::Bool), from = typeOf(value.dtype), type = typeOf(integers);
  const std::string fits = ir_.value("and {} {}, {}", mask, above.text, below.text);
  const std::string safe =
      ir_.value("select {} {}, {} {}, {} zeroinitializer", mask, fits, from, value.text, from);
  const std::string converted = ir_.value("fptosi {} {} to {}", from, safe, type);
  const std::string least = isWide ? "splat (i64 -9223372036854775808)" : "splat (i32 -2147483648)";
  const VectorValue clamped{
      ir_.value("select {} {}, {} {}, {} {}", mask, fits, type, converted, type, least), integers};
  return convert(clamped, to);
}

VectorValue VectorWriter::convert(const VectorValue& value, DType to) {
  if (value.isNumber) return constant(to, std::strtod(value.text.c_str(), nullptr));
  const DType from = value.dtype;
  if (from == to) return value;
  if (isHalf(from)) return convert({value.text, DType::Float32, false, knownOf(from)}, to);
  if (isHalf(to)) return rounded(convert(value, DType::Float32), to);
  const auto cast = [&](const char* operation, const std::string& text) {
    return VectorValue{ir_.value("{} {} {} to {}", operation, typeOf(from), text, typeOf(to)), to};
  };
  if (to == DType::Bool)
    return test(isFloat(from) ? "fcmp une" : "icmp ne", value, {"zeroinitializer", from});
  if (from == DType::Bool) return cast(isFloat(to) ? "uitofp" : "zext", value.text);
  if (isFloat(to)) {
    if (!isFloat(from)) return cast("sitofp", value.text);
    return cast(to == DType::Float64 ? "fpext" : "fptrunc", value.text);
  }
  if (isFloat(from)) return truncated(value, to);
  VectorValue number = value;
  if (typeOf(from) != typeOf(to)) number = cast(to == DType::Int64 ? "sext" : "trunc", value.text);
  if (isShort(to)) {
    const std::string stored = vectorOf(lanes_, infoOf(to).stored);
    const std::string low = ir_.value("trunc {} {} to {}", typeOf(to), number.text, stored);
    number.text =
        ir_.value("{} {} {} to {}", to == DType::UInt8 ? "zext" : "sext", stored, low, typeOf(to));
  }
  number.dtype = to;
  return number;
}

std::string VectorWriter::splat(const std::string& value, const char* type) {
  const std::string vector = vectorOf(lanes_, type);
  const std::string first = ir_.value("insertelement {} poison, {} {}, i64 0", vector, type, value);
  return ir_.value("shufflevector {} {}, {} poison, <{} x i32> zeroinitializer", vector, first,
                   vector, lanes_);
}

namespace {

// "i32 0, i32 1, ...": `count` numbers from `first` on.
std::string numbersFrom(int first, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += fmt::format("{}i32 {}", i ? ", " : "", first + i);
  return text;
}

}  // namespace

std::string VectorWriter::lanesBetween(const std::string& first, const std::string& count) {
  const std::string type = vectorOf(lanes_, "i32");
  const auto narrow = [&](const std::string& number) {
    return splat(ir_.value("trunc i64 {} to i32", number), "i32");
  };
  const std::string from = narrow(first), most = narrow(count);
  const std::string place = ir_.value("sub {} <{}>, {}", type, numbersFrom(0, lanes_), from);
  return ir_.value("icmp ult {} {}, {}", type, place, most);
}

VectorValue VectorWriter::positions(const std::string& first) {
  const std::string narrow = splat(ir_.value("trunc i64 {} to i32", first), "i32");
  return {ir_.value("add {} {}, <{}>", vectorOf(lanes_, "i32"), narrow, numbersFrom(0, lanes_)),
          DType::Int32};
}

VectorValue VectorWriter::samePosition(const std::string& number) {
  return {splat(ir_.value("trunc i64 {} to i32", number), "i32"), DType::Int32};
}

// ---- reductions

VectorValue VectorWriter::identity(Reduction reduction, DType dtype) {
  if (reduction == Reduction::Sum) return constant(dtype, int64_t{0});
  if (reduction == Reduction::Product) return constant(dtype, int64_t{1});
  if (dtype == DType::Bool) return constant(dtype, reduction == Reduction::Least);
  const bool isGreatest = reduction == Reduction::Greatest;
  if (isFloat(dtype)) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    return constant(dtype, isGreatest ? -kInfinity : kInfinity);
  }
  return tensor::visit(dtype, [&]<typename T>() -> VectorValue {
    if constexpr (std::is_integral_v<T>) {
      using Limits = std::numeric_limits<T>;
      return constant(dtype, static_cast<int64_t>(isGreatest ? Limits::lowest() : Limits::max()));
    }
    throw NoCode();
  });
}

VectorValue VectorWriter::combine(Reduction reduction, const VectorValue& a, const VectorValue& b) {
  if (reduction == Reduction::Sum)
    return {ir_.value("{} {} {}, {}", isFloat(a.dtype) ? "fadd" : "add", typeOf(a.dtype), a.text,
                      b.text),
            a.dtype};
  if (reduction == Reduction::Product)
    return {ir_.value("{} {} {}, {}", isFloat(a.dtype) ? "fmul" : "mul", typeOf(a.dtype), a.text,
                      b.text),
            a.dtype};
  if (a.dtype == DType::Bool)
    return {ir_.value("{} {} {}, {}", reduction == Reduction::Greatest ? "or" : "and",
                      typeOf(a.dtype), a.text, b.text),
            a.dtype};
  const DType computed = isHalf(a.dtype) ? DType::Float32 : a.dtype;
  const char* function = reduction == Reduction::Greatest ? "max" : "min";
  const VectorValue computedResult =
      evaluate(*kernels::functionFormula(function, computed), computed, "xy",
               {{a.text, computed}, {b.text, computed}});
  return {convert(computedResult, computed).text, a.dtype};
}

VectorValue VectorWriter::masked(Reduction reduction, const VectorValue& value,
                                 const std::string& mask) {
  const std::string type = typeOf(value.dtype);
  return {ir_.value("select {} {}, {} {}, {} {}", typeOf(DType::Bool), mask, type, value.text, type,
                    identity(reduction, value.dtype).text),
          value.dtype};
}

VectorValue VectorWriter::shuffled(const VectorValue& value, int lanes, const std::string& indices,
                                   int count) {
  const std::string type = vectorOf(lanes, infoOf(value.dtype).computed);
  return {ir_.value("shufflevector {} {}, {} poison, <{} x i32> <{}>", type, value.text, type,
                    count, indices),
          value.dtype};
}

VectorValue VectorWriter::halved(Reduction reduction, const VectorValue& value) {
  const int count = lanes_ / 2;
  VectorWriter half(ir_, count, bytes_);
  const VectorValue combined =
      half.combine(reduction, shuffled(value, lanes_, numbersFrom(0, count), count),
                   shuffled(value, lanes_, numbersFrom(count, count), count));
  addDeclarations(half);
  return combined;
}

VectorValue VectorWriter::joined(Reduction reduction, VectorValue value, int lanes) {
  if (lanes_ > lanes) {
    VectorWriter half(ir_, lanes_ / 2, bytes_);
    value = half.joined(reduction, halved(reduction, value), lanes);
    addDeclarations(half);
    return value;
  }
  for (int distance = lanes_ / 2; distance > 0; distance /= 2) {
    std::string indices;
    for (int i = 0; i < lanes_; ++i)
      indices += fmt::format("{}i32 {}", i ? ", " : "", i ^ distance);
    value = combine(reduction, value, shuffled(value, lanes_, indices, lanes_));
  }
  return value;
}

VectorValue VectorWriter::spread(const VectorValue& value, int lanes) {
  std::string indices;
  for (int i = 0; i < lanes_; ++i) indices += i ? ", i32 0" : "i32 0";
  return shuffled(value, lanes, indices, lanes_);
}

// ---- expressions

VectorValue VectorWriter::evaluate(const Expression& formula, DType type, std::string_view names,
                                   const std::vector<VectorValue>& arguments) {
  return expression(formula, {type, names, arguments});
}

VectorValue VectorWriter::expression(const Expression& at, const Scope& scope) {
  switch (at.kind) {
    case Expression::Kind::Name: {
      if (at.text == "true" || at.text == "false")
        return {at.text == "true" ? "1" : "0", scope.type, true};
      const size_t index = at.text.size() == 1 ? scope.names.find(at.text) : std::string_view::npos;
      if (index >= scope.arguments.size())
        throw NoCode{fmt::format("{} has no machine code", at.text)};
      return scope.arguments[index];
    }
    case Expression::Kind::Number: return {at.text, scope.type, true};
    case Expression::Kind::Unary: return unary(at, scope);
    case Expression::Kind::Binary: return binary(at, scope);
    case Expression::Kind::Choice: return choice(at, scope);
    default: return call(at, scope);
  }
}

VectorValue VectorWriter::unary(const Expression& at, const Scope& scope) {
  VectorValue value = expression(at.parts[0], scope);
  if (value.isNumber) throw NoCode{"a formula is a number"};
  if (at.text == "!") {
    value = convert(value, DType::Bool);
    return {ir_.value("xor {} {}, splat (i1 true)", typeOf(DType::Bool), value.text), DType::Bool};
  }
  value = convert(value, promoted(value.dtype));
  const std::string type = typeOf(value.dtype);
  return {isFloat(value.dtype) ? ir_.value("fneg {} {}", type, value.text)
                               : ir_.value("sub {} zeroinitializer, {}", type, value.text),
          value.dtype, false, value.known};
}

VectorValue VectorWriter::test(const char* comparison, const VectorValue& a, const VectorValue& b) {
  return {ir_.value("{} {} {}, {}", comparison, typeOf(a.dtype), a.text, b.text), DType::Bool};
}

void VectorWriter::unify(VectorValue& a, VectorValue& b) {
  if (a.isNumber && b.isNumber) throw NoCode{"a formula is a number"};
  a = literal(a, b.dtype);
  b = literal(b, a.dtype);
  a = convert(a, promoted(a.dtype));
  b = convert(b, promoted(b.dtype));
  if (a.dtype != b.dtype)
    throw NoCode{
        fmt::format("a formula mixes {} and {}", tensor::nameOf(a.dtype), tensor::nameOf(b.dtype))};
}

VectorValue VectorWriter::binary(const Expression& at, const Scope& scope) {
  VectorValue a = expression(at.parts[0], scope), b = expression(at.parts[1], scope);
  if (at.text == "&&" || at.text == "||") {
    a = convert(a, DType::Bool);
    b = convert(b, DType::Bool);
    return {ir_.value("{} {} {}, {}", at.text == "&&" ? "and" : "or", typeOf(DType::Bool), a.text,
                      b.text),
            DType::Bool};
  }
  const auto* row = std::ranges::find(kOperations, at.text, &OperatorRow::text);
  if (row == std::end(kOperations)) throw NoCode{fmt::format("{} has no machine code", at.text)};
  unify(a, b);
  const char* operation = isFloat(a.dtype) ? row->onFloats : row->onInts;
  if (operation == nullptr)
    throw NoCode{fmt::format("{} of {} has no machine code", at.text, tensor::nameOf(a.dtype))};
  if (row->isTest) return test(operation, a, b);
  return {ir_.value("{} {} {}, {}", operation, typeOf(a.dtype), a.text, b.text), a.dtype, false,
          static_cast<uint8_t>(a.known & b.known & kKnownOfResults)};
}

VectorValue VectorWriter::choice(const Expression& at, const Scope& scope) {
  const VectorValue condition = convert(expression(at.parts[0], scope), DType::Bool);
  VectorValue yes = expression(at.parts[1], scope), no = expression(at.parts[2], scope);
  if (yes.dtype != no.dtype || yes.isNumber || no.isNumber) unify(yes, no);
  const std::string type = typeOf(yes.dtype);
  return {ir_.value("select {} {}, {} {}, {} {}", typeOf(DType::Bool), condition.text, type,
                    yes.text, type, no.text),
          yes.dtype, false, static_cast<uint8_t>(yes.known & no.known)};
}

// ---- functions

VectorValue VectorWriter::call(const Expression& at, const Scope& scope) {
  std::vector<VectorValue> arguments;
  for (const Expression& part : at.parts) arguments.push_back(expression(part, scope));
  if (at.text == "T" && arguments.size() == 1) return convert(arguments[0], scope.type);
  if (at.text == "require" && arguments.size() == 2) {
    const VectorValue condition = convert(arguments[0], DType::Bool);
    failures_.push_back(
        ir_.value("xor {} {}, splat (i1 true)", typeOf(DType::Bool), condition.text));
    return arguments[1];
  }
  if (at.text == "infinity") return constant(scope.type, std::numeric_limits<double>::infinity());
  if (arguments.empty()) throw NoCode{fmt::format("{} has no machine code", at.text)};
  for (VectorValue& argument : arguments) argument = literal(argument, scope.type);
  if (std::ranges::any_of(arguments, [&](const VectorValue& argument) {
        return argument.dtype != arguments[0].dtype;
      }))
    throw NoCode{fmt::format("{} mixes types", at.text)};
  const DType dtype = arguments[0].dtype;
  if (arguments.size() == 2) {
    if (auto result = division(at.text, arguments[0], arguments[1])) return *result;
    if (at.text == "pow" && isFloat(dtype))
      if (auto result = floatPower(arguments[0], arguments[1])) return *result;
    if (!isFloat(dtype)) {
      if (auto result = shift(at.text, arguments[0], arguments[1])) return *result;
      if (at.text == "pow")
        if (auto result = wholePower(arguments[0], arguments[1])) return *result;
    }
  }
  if (const Expression* function = kernels::functionFormula(at.text, dtype))
    return evaluate(*function, dtype, "xyzw", arguments);
  if (isFloat(dtype))
    if (const auto function = vectorFunction(at.text, dtype, libraryLanes(dtype)))
      return library(*function, arguments);
  if (dtype != DType::Bool)
    if (auto result = host(at.text, arguments)) return *result;
  return intrinsic(at.text, arguments);
}

VectorValue VectorWriter::intrinsic(std::string_view name,
                                    const std::vector<VectorValue>& arguments) {
  const VectorValue& x = arguments[0];
  if (name == "conjugate") return x;
  const std::string type = typeOf(x.dtype);
  const auto call = [&](const std::string& function, const char* more) {
    const std::string overload = fmt::format("{}.v{}{}", function, lanes_, infoOf(x.dtype).suffix);
    std::string types = type, operands = fmt::format("{} {}", type, x.text);
    uint8_t facts = function == "llvm.fabs" ? x.known : x.known & kKnownOfResults;
    for (size_t i = 1; i < arguments.size(); ++i) {
      facts &= arguments[i].known;
      types += ", " + type;
      operands += fmt::format(", {} {}", type, arguments[i].text);
    }
    declare(fmt::format("declare {} @{}({}{})", type, overload, types, *more ? ", i1" : ""));
    return VectorValue{ir_.value("call {} @{}({}{})", type, overload, operands, more), x.dtype,
                       false, facts};
  };
  if (isFloat(x.dtype)) {
    if (const auto* row = std::ranges::find(kIntrinsics, name, &IntrinsicRow::name);
        row != std::end(kIntrinsics))
      return call(row->intrinsic, "");
    if (name == "signbit") {
      const char* bits = x.dtype == DType::Float32 ? "i32" : "i64";
      const std::string asInt =
          ir_.value("bitcast {} {} to {}", type, x.text, vectorOf(lanes_, bits));
      return {ir_.value("icmp slt {} {}, zeroinitializer", vectorOf(lanes_, bits), asInt),
              DType::Bool};
    }
    if (name == "power2") {
      // The sum has the exponent's bits in its last place.
      const bool isDouble = x.dtype == DType::Float64;
      const double magic = isDouble ? 0x1.8p52 + 1023 : 0x1.8p23 + 127;
      const std::string bits = vectorOf(lanes_, isDouble ? "i64" : "i32");
      const std::string sum =
          ir_.value("fadd {} {}, {}", type, x.text, constant(x.dtype, magic).text);
      const std::string exponent = ir_.value("bitcast {} {} to {}", type, sum, bits);
      const std::string power =
          ir_.value("shl {} {}, splat ({})", bits, exponent, isDouble ? "i64 52" : "i32 23");
      return {ir_.value("bitcast {} {} to {}", bits, power, type), x.dtype, false,
              VectorValue::kNanIsBFloat16};
    }
    if ((name == "logExponent" || name == "logFraction") && x.dtype == DType::Float32) {
      // The bits from those of 2^-0.5 on.
      const std::string bits = vectorOf(lanes_, "i32");
      const std::string all = ir_.value("bitcast {} {} to {}", type, x.text, bits);
      const std::string from = ir_.value("sub {} {}, splat (i32 1060439283)", bits, all);
      if (name == "logExponent") {
        const std::string exponent = ir_.value("ashr {} {}, splat (i32 23)", bits, from);
        return {ir_.value("sitofp {} {} to {}", bits, exponent, type), x.dtype};
      }
      const std::string power = ir_.value("and {} {}, splat (i32 -8388608)", bits, from);
      const std::string fraction = ir_.value("sub {} {}, {}", bits, all, power);
      return {ir_.value("bitcast {} {} to {}", bits, fraction, type), x.dtype};
    }
    const bool isInf = name == "isinf";
    if (!isInf && name != "isfinite")
      throw NoCode{fmt::format("{} of {} has no machine code", name, tensor::nameOf(x.dtype))};
    const VectorValue magnitude = call("llvm.fabs", "");
    return test(isInf ? "fcmp oeq" : "fcmp olt", magnitude,
                constant(x.dtype, std::numeric_limits<double>::infinity()));
  }
  if (std::ranges::find(kIntIdentities, name) != std::end(kIntIdentities)) return x;
  if (name == "signbit")
    return test("icmp slt", convert(x, promoted(x.dtype)), {"zeroinitializer", promoted(x.dtype)});
  if (name == "isinf") return constant(DType::Bool, false);
  if (name == "isfinite") return constant(DType::Bool, true);
  if (name == "invert") {
    if (x.dtype == DType::Bool)
      return {ir_.value("xor {} {}, splat (i1 true)", type, x.text), x.dtype};
    const VectorValue flipped{
        ir_.value("xor {} {}, splat ({} -1)", type, x.text, infoOf(x.dtype).computed),
        promoted(x.dtype)};
    return convert(flipped, x.dtype);
  }
  if (name == "abs" && x.dtype != DType::Bool) {
    VectorValue magnitude = call("llvm.abs", ", i1 false");
    magnitude.dtype = promoted(x.dtype);
    return convert(magnitude, x.dtype);
  }
  throw NoCode{fmt::format("{} of {} has no machine code", name, tensor::nameOf(x.dtype))};
}

int VectorWriter::libraryLanes(DType dtype) const {
  return std::min(lanes_, bytes_ / infoOf(dtype).bytes);
}

// Calls a function for as many elements at a time as the processor's vectors have.
VectorValue VectorWriter::library(const std::string& function,
                                  const std::vector<VectorValue>& arguments) {
  const ElementInfo& info = infoOf(arguments[0].dtype);
  const int most = libraryLanes(info.dtype);
  const std::string type = typeOf(arguments[0].dtype), part = vectorOf(most, info.computed);
  std::string types = part;
  for (size_t i = 1; i < arguments.size(); ++i) types += ", " + part;
  declare(
      fmt::format("declare {} @{}({}) nounwind willreturn memory(none)", part, function, types));
  std::string joined;
  for (int first = 0; first < lanes_; first += most) {
    std::string operands;
    for (const VectorValue& argument : arguments) {
      const std::string piece =
          lanes_ == most ? argument.text
                         : ir_.value("shufflevector {} {}, {} poison, <{} x i32> <{}>", type,
                                     argument.text, type, most, numbersFrom(first, most));
      operands += fmt::format("{}{} {}", operands.empty() ? "" : ", ", part, piece);
    }
    const std::string result = ir_.value("call {} @{}({})", part, function, operands);
    if (joined.empty()) {
      joined = result;
      continue;
    }
    // Appends the part: both sides of a shuffle must have the same length.
    const std::string longer = vectorOf(first, info.computed);
    std::string wide = result;
    if (first != most) {
      std::string places = numbersFrom(0, most);
      for (int i = most; i < first; ++i) places += ", i32 poison";
      wide = ir_.value("shufflevector {} {}, {} poison, <{} x i32> <{}>", part, result, part, first,
                       places);
    }
    joined = ir_.value("shufflevector {} {}, {} {}, <{} x i32> <{}>", longer, joined, longer, wide,
                       first + most, numbersFrom(0, first + most));
  }
  return {joined, arguments[0].dtype};
}

std::string VectorWriter::declarations() const {
  std::string text;
  for (const std::string& declaration : declarations_) text += declaration + "\n";
  return text;
}

}  // namespace ts::jit
