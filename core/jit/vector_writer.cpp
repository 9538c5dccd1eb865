#include "core/jit/vector_writer.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/jit/vector_functions.h"
#include "core/kernels/convert.h"

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
};
const ElementInfo& infoOf(DType dtype) {
  const auto* found = std::ranges::find(kElements, dtype, &ElementInfo::dtype);
  if (found == std::end(kElements)) throw NoCode();
  return *found;
}
bool isFloat(DType dtype) { return tensor::isFloating(dtype); }
bool isShort(DType dtype) { return infoOf(dtype).bytes < 4; }
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
    {"copysign", "llvm.copysign"},
};
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
    text = doubleText(dtype == DType::Float32 ? kernels::numberTo<float>(number)
                                              : kernels::numberTo<double>(number));
  else
    text = tensor::visit(dtype, [&]<typename T>() -> std::string {
      if constexpr (std::is_integral_v<T>) return fmt::format("{}", +kernels::numberTo<T>(number));
      throw NoCode();
    });
  return {fmt::format("splat ({} {})", info.computed, text), dtype};
}

VectorValue VectorWriter::literal(const VectorValue& number, DType dtype) {
  if (!number.isNumber) return number;
  // C++ would compute in double.
  const double value = std::strtod(number.text.c_str(), nullptr);
  if (isFloat(dtype) ? static_cast<double>(static_cast<float>(value)) != value
                     : value != std::floor(value))
    throw NoCode();
  return constant(dtype, value);
}

VectorValue VectorWriter::load(DType dtype, const std::string& address) {
  const ElementInfo& info = infoOf(dtype);
  const std::string stored = vectorOf(lanes_, info.stored);
  std::string value = ir_.value("load {}, ptr {}, align {}", stored, address, info.bytes);
  if (dtype == DType::Bool)
    value = ir_.value("icmp ne {} {}, zeroinitializer", stored, value);
  else if (isShort(dtype))
    value = ir_.value("{} {} {} to {}", dtype == DType::UInt8 ? "zext" : "sext", stored, value,
                      typeOf(dtype));
  return {std::move(value), dtype};
}

VectorValue VectorWriter::loadSame(DType dtype, const std::string& address) {
  const ElementInfo& info = infoOf(dtype);
  std::string value = ir_.value("load {}, ptr {}, align {}", info.stored, address, info.bytes);
  if (dtype == DType::Bool)
    value = ir_.value("icmp ne i8 {}, 0", value);
  else if (isShort(dtype))
    value =
        ir_.value("{} {} {} to i32", dtype == DType::UInt8 ? "zext" : "sext", info.stored, value);
  const std::string vector = typeOf(dtype);
  const std::string first =
      ir_.value("insertelement {} poison, {} {}, i64 0", vector, info.computed, value);
  return {ir_.value("shufflevector {} {}, {} poison, <{} x i32> zeroinitializer", vector, first,
                    vector, lanes_),
          dtype};
}

void VectorWriter::store(const VectorValue& value, const std::string& address) {
  const ElementInfo& info = infoOf(value.dtype);
  const std::string stored = vectorOf(lanes_, info.stored);
  std::string text = value.text;
  if (isShort(value.dtype))
    text = ir_.value("{} {} {} to {}", value.dtype == DType::Bool ? "zext" : "trunc",
                     typeOf(value.dtype), text, stored);
  ir_.line("store {} {}, ptr {}, align {}", stored, text, address, info.bytes);
}

VectorValue VectorWriter::convert(const VectorValue& value, DType to) {
  if (value.isNumber) return constant(to, std::strtod(value.text.c_str(), nullptr));
  const DType from = value.dtype;
  if (from == to) return value;
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
  if (isFloat(from)) throw NoCode();
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

std::string VectorWriter::lanesBelow(const std::string& count) {
  std::string lanes;
  for (int i = 0; i < lanes_; ++i) lanes += fmt::format("{}i64 {}", i ? ", " : "", i);
  const std::string type = vectorOf(lanes_, "i64");
  const std::string first = ir_.value("insertelement {} poison, i64 {}, i64 0", type, count);
  const std::string all = ir_.value("shufflevector {} {}, {} poison, <{} x i32> zeroinitializer",
                                    type, first, type, lanes_);
  return ir_.value("icmp slt {} <{}>, {}", type, lanes, all);
}

// ---- expressions

VectorValue VectorWriter::evaluate(const Expression& formula, DType type, std::string_view names,
                                   const std::vector<VectorValue>& arguments) {
  return expression(formula, {type, names, arguments});
}

VectorValue VectorWriter::expression(const Expression& at, const Scope& scope) {
  switch (at.kind) {
    case Expression::Kind::Name: {
      const size_t index = at.text.size() == 1 ? scope.names.find(at.text) : std::string_view::npos;
      if (index >= scope.arguments.size()) throw NoCode();
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
  if (value.isNumber) throw NoCode();
  if (at.text == "!") {
    value = convert(value, DType::Bool);
    return {ir_.value("xor {} {}, splat (i1 true)", typeOf(DType::Bool), value.text), DType::Bool};
  }
  value = convert(value, promoted(value.dtype));
  const std::string type = typeOf(value.dtype);
  return {isFloat(value.dtype) ? ir_.value("fneg {} {}", type, value.text)
                               : ir_.value("sub {} zeroinitializer, {}", type, value.text),
          value.dtype};
}

VectorValue VectorWriter::test(const char* comparison, const VectorValue& a, const VectorValue& b) {
  return {ir_.value("{} {} {}, {}", comparison, typeOf(a.dtype), a.text, b.text), DType::Bool};
}

void VectorWriter::unify(VectorValue& a, VectorValue& b) {
  if (a.isNumber && b.isNumber) throw NoCode();
  a = literal(a, b.dtype);
  b = literal(b, a.dtype);
  a = convert(a, promoted(a.dtype));
  b = convert(b, promoted(b.dtype));
  if (a.dtype != b.dtype) throw NoCode();
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
  if (row == std::end(kOperations)) throw NoCode();
  unify(a, b);
  const char* operation = isFloat(a.dtype) ? row->onFloats : row->onInts;
  if (operation == nullptr) throw NoCode();
  if (row->isTest) return test(operation, a, b);
  return {ir_.value("{} {} {}, {}", operation, typeOf(a.dtype), a.text, b.text), a.dtype};
}

VectorValue VectorWriter::choice(const Expression& at, const Scope& scope) {
  const VectorValue condition = convert(expression(at.parts[0], scope), DType::Bool);
  VectorValue yes = expression(at.parts[1], scope), no = expression(at.parts[2], scope);
  if (yes.dtype != no.dtype || yes.isNumber || no.isNumber) unify(yes, no);
  const std::string type = typeOf(yes.dtype);
  return {ir_.value("select {} {}, {} {}, {} {}", typeOf(DType::Bool), condition.text, type,
                    yes.text, type, no.text),
          yes.dtype};
}

// ---- functions

VectorValue VectorWriter::call(const Expression& at, const Scope& scope) {
  std::vector<VectorValue> arguments;
  for (const Expression& part : at.parts) arguments.push_back(expression(part, scope));
  if (at.text == "T" && arguments.size() == 1) return convert(arguments[0], scope.type);
  if (at.text == "infinity") return constant(scope.type, std::numeric_limits<double>::infinity());
  if (arguments.empty()) throw NoCode();
  for (VectorValue& argument : arguments) argument = literal(argument, scope.type);
  if (std::ranges::any_of(arguments, [&](const VectorValue& argument) {
        return argument.dtype != arguments[0].dtype;
      }))
    throw NoCode();
  const DType dtype = arguments[0].dtype;
  if (const Expression* function = functionFormula(at.text, dtype))
    return evaluate(*function, dtype, "xyzw", arguments);
  if (isFloat(dtype))
    if (const auto function = vectorFunction(at.text, dtype, bytes_ / infoOf(dtype).bytes))
      return library(*function, arguments);
  return intrinsic(at.text, arguments);
}

VectorValue VectorWriter::intrinsic(std::string_view name,
                                    const std::vector<VectorValue>& arguments) {
  const VectorValue& x = arguments[0];
  if (name == "conjugate") return x;
  const std::string type = typeOf(x.dtype);
  const auto made = [&](const std::string& function, const char* more) {
    const std::string whole = fmt::format("{}.v{}{}", function, lanes_, infoOf(x.dtype).suffix);
    std::string types = type, given = fmt::format("{} {}", type, x.text);
    for (size_t i = 1; i < arguments.size(); ++i) {
      types += ", " + type;
      given += fmt::format(", {} {}", type, arguments[i].text);
    }
    declare(fmt::format("declare {} @{}({}{})", type, whole, types, *more ? ", i1" : ""));
    return VectorValue{ir_.value("call {} @{}({}{})", type, whole, given, more), x.dtype};
  };
  if (isFloat(x.dtype)) {
    if (const auto* row = std::ranges::find(kIntrinsics, name, &IntrinsicRow::name);
        row != std::end(kIntrinsics))
      return made(row->intrinsic, "");
    if (name == "signbit") {
      const char* bits = x.dtype == DType::Float32 ? "i32" : "i64";
      const std::string asInt =
          ir_.value("bitcast {} {} to {}", type, x.text, vectorOf(lanes_, bits));
      return {ir_.value("icmp slt {} {}, zeroinitializer", vectorOf(lanes_, bits), asInt),
              DType::Bool};
    }
    const bool isInf = name == "isinf";
    if (!isInf && name != "isfinite") throw NoCode();
    const VectorValue magnitude = made("llvm.fabs", "");
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
    VectorValue magnitude = made("llvm.abs", ", i1 false");
    magnitude.dtype = promoted(x.dtype);
    return convert(magnitude, x.dtype);
  }
  throw NoCode();
}

// Calls a function for as many elements at a time as the processor's vectors have.
VectorValue VectorWriter::library(const std::string& function,
                                  const std::vector<VectorValue>& arguments) {
  const ElementInfo& info = infoOf(arguments[0].dtype);
  const int most = bytes_ / info.bytes;
  const std::string whole = typeOf(arguments[0].dtype), part = vectorOf(most, info.computed);
  std::string types = part;
  for (size_t i = 1; i < arguments.size(); ++i) types += ", " + part;
  declare(
      fmt::format("declare {} @{}({}) nounwind willreturn memory(none)", part, function, types));
  const auto indices = [](int first, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += fmt::format("{}i32 {}", i ? ", " : "", first + i);
    return text;
  };
  std::string joined;
  for (int first = 0; first < lanes_; first += most) {
    std::string given;
    for (const VectorValue& argument : arguments) {
      const std::string piece =
          lanes_ == most ? argument.text
                         : ir_.value("shufflevector {} {}, {} poison, <{} x i32> <{}>", whole,
                                     argument.text, whole, most, indices(first, most));
      given += fmt::format("{}{} {}", given.empty() ? "" : ", ", part, piece);
    }
    const std::string result = ir_.value("call {} @{}({})", part, function, given);
    if (joined.empty()) {
      joined = result;
      continue;
    }
    // Appends the part: both sides of a shuffle must have the same length.
    const std::string longer = vectorOf(first, info.computed);
    std::string wide = result;
    if (first != most) {
      std::string places = indices(0, most);
      for (int i = most; i < first; ++i) places += ", i32 poison";
      wide = ir_.value("shufflevector {} {}, {} poison, <{} x i32> <{}>", part, result, part, first,
                       places);
    }
    joined = ir_.value("shufflevector {} {}, {} {}, <{} x i32> <{}>", longer, joined, longer, wide,
                       first + most, indices(0, first + most));
  }
  return {joined, arguments[0].dtype};
}

std::string VectorWriter::declarations() const {
  std::string text;
  for (const std::string& declaration : declarations_) text += declaration + "\n";
  return text;
}

}  // namespace ts::jit
