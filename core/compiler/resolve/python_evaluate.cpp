// Evaluates expressions to objects. Expressions other than plain data, names and the calls listed
// at PyKind are Unknown.
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "core/base/torch_profile.h"
#include "core/compiler/resolve/python_env_impl.h"

namespace ts::compiler {

using Impl = PyEnvironment::Impl;
using namespace syntax;
using Value = types::Constant;

namespace {

// Returns the value of an integer literal; nullopt when it does not fit into 64 bits.
std::optional<int64_t> parseInt(std::string_view text) {
  int base = 10;
  if (text.size() > 2 && text[0] == '0') {
    char sign = static_cast<char>(text[1] | 0x20);
    base = sign == 'x' ? 16 : sign == 'o' ? 8 : sign == 'b' ? 2 : 10;
    if (base != 10) text.remove_prefix(2);
  }
  int64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

double parseReal(std::string_view text) { return std::strtod(std::string(text).c_str(), nullptr); }

std::optional<double> number(const Value& value) {
  if (value.isReal()) return value.toReal();
  if (value.isInt()) return static_cast<double>(value.toInt());
  return std::nullopt;
}

std::optional<Value> calculate(Operator op, const Value& a, const Value& b) {
  if (a.isString() && b.isString() && op == Operator::Add)
    return Value::string(a.toString() + b.toString());
  if (a.isInt() && b.isInt()) {
    int64_t x = a.toInt(), y = b.toInt(), out = 0;
    switch (op) {
      case Operator::Add:
        return __builtin_add_overflow(x, y, &out) ? std::nullopt
                                                  : std::optional(Value::integer(out));
      case Operator::Sub:
        return __builtin_sub_overflow(x, y, &out) ? std::nullopt
                                                  : std::optional(Value::integer(out));
      case Operator::Mult:
        return __builtin_mul_overflow(x, y, &out) ? std::nullopt
                                                  : std::optional(Value::integer(out));
      case Operator::LShift:
        return y >= 0 && y < 62 && std::llabs(x) < (int64_t{1} << (62 - y))
                   ? std::optional(Value::integer(x << y))
                   : std::nullopt;
      case Operator::FloorDiv:
        if (y <= 0 || x < 0) return std::nullopt;
        return Value::integer(x / y);
      case Operator::Mod:
        if (y <= 0 || x < 0) return std::nullopt;
        return Value::integer(x % y);
      case Operator::Pow: {
        if (y < 0) return std::nullopt;
        out = 1;
        for (; y > 0; --y) {
          if (__builtin_mul_overflow(out, x, &out) || y > 64) return std::nullopt;
        }
        return Value::integer(out);
      }
      default: break;
    }
  }
  auto x = number(a), y = number(b);
  if (!x || !y) return std::nullopt;
  switch (op) {
    case Operator::Add: return Value::real(*x + *y);
    case Operator::Sub: return Value::real(*x - *y);
    case Operator::Mult: return Value::real(*x * *y);
    case Operator::Div: return *y == 0 ? std::nullopt : std::optional(Value::real(*x / *y));
    case Operator::Pow: return *x < 0 ? std::nullopt : std::optional(Value::real(std::pow(*x, *y)));
    default: return std::nullopt;
  }
}

// True for objects that can be subscripted to form a type. Any class of the file is accepted:
// Python would have raised for one that is not generic.
bool isGeneric(const PyObject& object) {
  if (object.kind == PyKind::Class || object.kind == PyKind::Alias) return true;
  if (object.kind != PyKind::External) return false;
  std::string_view name = object.name;
  return name.starts_with("typing.") || name.starts_with("builtins.") ||
         name.starts_with("collections.") || name.starts_with("torch.jit.Future") ||
         name.ends_with(".RRef") || name.starts_with("torch.futures.");
}

bool isBroadcastingList(const PyObject& object) {
  return object.kind == PyKind::External &&
         object.name.find(".BroadcastingList") != std::string::npos;
}

}  // namespace

PyRef Impl::evaluateConstant(const syntax::Constant& value) {
  switch (value.constant) {
    case ConstantKind::None: return constant(Value::none());
    case ConstantKind::True: return constant(Value::boolean(true));
    case ConstantKind::False: return constant(Value::boolean(false));
    case ConstantKind::Ellipsis: return &make(PyKind::Ellipsis);
    case ConstantKind::Str: return constant(Value::string(std::string(value.text)));
    case ConstantKind::Bytes: return opaque("bytes");
    case ConstantKind::Float: return constant(Value::real(parseReal(value.text)));
    case ConstantKind::Imaginary: return constant(Value::complex({0, parseReal(value.text)}));
    case ConstantKind::Int: {
      auto number = parseInt(value.text);
      return number ? constant(Value::integer(*number)) : opaque("int");
    }
  }
  return unknown;
}

PyRef Impl::evaluateUnary(ScopePosition position, const UnaryOp& unary) {
  PyRef operand = evaluate(position, *unary.operand);
  if (unary.op == UnaryOperator::Not) return opaque("bool");
  if (operand->kind != PyKind::Constant) return unknown;
  const Value& value = operand->constant;
  if (unary.op == UnaryOperator::USub) {
    if (value.isInt() && value.toInt() != INT64_MIN)
      return constant(Value::integer(-value.toInt()));
    if (value.isReal()) return constant(Value::real(-value.toReal()));
    if (value.isComplex()) return constant(Value::complex(-value.toComplex()));
  }
  if (unary.op == UnaryOperator::UAdd && (value.isInt() || value.isReal())) return operand;
  if (unary.op == UnaryOperator::Invert && value.isInt())
    return constant(Value::integer(~value.toInt()));
  return unknown;
}

PyRef Impl::evaluateBinary(ScopePosition position, const BinOp& binary) {
  PyRef left = evaluate(position, *binary.left), right = evaluate(position, *binary.right);
  if (left->kind == PyKind::Constant && right->kind == PyKind::Constant) {
    auto value = calculate(binary.op, left->constant, right->constant);
    if (value) return constant(std::move(*value));
    // The result is an int, unless it does not fit into 64 bits.
    bool grows = binary.op == Operator::Add || binary.op == Operator::Sub ||
                 binary.op == Operator::Mult || binary.op == Operator::LShift;
    bool power =
        binary.op == Operator::Pow && right->constant.isInt() && right->constant.toInt() >= 0;
    return left->constant.isInt() && right->constant.isInt() && (grows || power) ? opaque("int")
                                                                                 : unknown;
  }
  auto isType = [](PyRef object) {
    return object->kind == PyKind::Class || object->kind == PyKind::Alias ||
           object->kind == PyKind::External ||
           (object->kind == PyKind::Constant && object->constant.isNone());
  };
  if (binary.op != Operator::BitOr || !isType(left) || !isType(right)) return unknown;
  if (!atLeast(TorchProfile::Torch2_6)) return opaque("UnionType");
  PyObject& alias = make(PyKind::Alias);
  alias.elements = {external("typing.Union"), left, right};
  return &alias;
}

PyRef Impl::evaluateAll(ScopePosition position, PyKind kind, List<Expr*> elements) {
  std::vector<PyRef> objects;
  for (auto* element : elements) {
    if (!element || element->kind == ExprKind::Starred) return unknown;
    objects.push_back(evaluate(position, *element));
  }
  PyObject& object = make(kind);
  object.elements = std::move(objects);
  return &object;
}

PyRef Impl::subscript(PyRef base, PyRef index) {
  if (isBroadcastingList(*base)) return constant(Value::none());
  if (isGeneric(*base)) {
    PyObject& alias = make(PyKind::Alias);
    alias.elements = {base};
    if (index->kind == PyKind::Tuple && !index->elements.empty()) {
      alias.elements.insert(alias.elements.end(), index->elements.begin(), index->elements.end());
    } else {
      alias.elements.push_back(index);
    }
    return &alias;
  }
  bool sequence = base->kind == PyKind::Tuple || base->kind == PyKind::List;
  if (sequence && index->kind == PyKind::Constant && index->constant.isInt()) {
    int64_t at = index->constant.toInt(), size = static_cast<int64_t>(base->elements.size());
    if (at < 0) at += size;
    if (at >= 0 && at < size) return base->elements[at];
  }
  if (base->kind == PyKind::Dict && index->kind == PyKind::Constant) {
    for (size_t i = 0; i + 1 < base->elements.size(); i += 2) {
      if (sameObject(*base->elements[i], *index)) return base->elements[i + 1];
    }
  }
  if (base->kind == PyKind::Class && base->cls->kind == ClassKind::Enum &&
      index->kind == PyKind::Constant && index->constant.isString()) {
    PyRef member = classAttribute(*base->cls, index->constant.toString(), 0);
    return member ? member : unknown;
  }
  return unknown;
}

PyRef Impl::element(PyRef container, const std::vector<uint32_t>& path) {
  for (uint32_t index : path) {
    bool sequence = container->kind == PyKind::Tuple || container->kind == PyKind::List;
    if (!sequence || index >= container->elements.size()) return unknown;
    container = container->elements[index];
  }
  return container;
}

PyRef Impl::evaluate(ScopePosition position, const Expr& expr) {
  DepthGuard guard(depth);
  if (guard.tooDeep()) return unknown;
  switch (expr.kind) {
    case ExprKind::Constant: return evaluateConstant(as<syntax::Constant>(expr));
    case ExprKind::Name: {
      PyRef member = lookup(position, as<Name>(expr).id);
      return member ? member : unknown;
    }
    case ExprKind::Attribute: {
      auto& attribute = as<Attribute>(expr);
      PyRef match = this->attribute(evaluate(position, *attribute.value), attribute.attr.text);
      return match ? match : unknown;
    }
    case ExprKind::Subscript: {
      PyRef base = evaluate(position, *as<Subscript>(expr).value);
      return subscript(base, evaluate(position, *as<Subscript>(expr).slice));
    }
    case ExprKind::UnaryOp: return evaluateUnary(position, as<UnaryOp>(expr));
    case ExprKind::BinOp: return evaluateBinary(position, as<BinOp>(expr));
    case ExprKind::Tuple: return evaluateAll(position, PyKind::Tuple, as<Sequence>(expr).elts);
    case ExprKind::List: return evaluateAll(position, PyKind::List, as<Sequence>(expr).elts);
    case ExprKind::Set: return evaluateAll(position, PyKind::Set, as<Set>(expr).elts);
    case ExprKind::Dict: {
      auto& dict = as<Dict>(expr);
      PyObject& object = make(PyKind::Dict);
      for (size_t i = 0; i < dict.keys.size(); ++i) {
        if (!dict.keys[i]) return opaque("dict");
        object.elements.push_back(evaluate(position, *dict.keys[i]));
        object.elements.push_back(evaluate(position, *dict.values[i]));
      }
      return &object;
    }
    case ExprKind::Lambda: {
      PyFunction& lambda = functions.emplace_back();
      lambda.module = position.scope->module;
      lambda.scope = position.scope;
      lambda.qualifiedName = data(*position.scope).prefix + ".<lambda>";
      return objectOf(lambda);
    }
    case ExprKind::IfExp: {
      auto& choice = as<IfExp>(expr);
      int truth = staticTruth(*choice.test);
      if (truth >= 0) return evaluate(position, truth ? *choice.body : *choice.orelse);
      PyRef a = evaluate(position, *choice.body), b = evaluate(position, *choice.orelse);
      return sameObject(*a, *b) ? a : unknown;
    }
    case ExprKind::NamedExpr: return evaluate(position, *as<NamedExpr>(expr).value);
    case ExprKind::Call: return evaluateCall(position, as<Call>(expr));
    case ExprKind::JoinedStr: return opaque("str");
    case ExprKind::ListComp: return opaque("list");
    case ExprKind::SetComp: return opaque("set");
    case ExprKind::DictComp: return opaque("dict");
    case ExprKind::GeneratorExp: return opaque("generator");
    case ExprKind::Compare: {
      CompareOperator op = as<Compare>(expr).ops[0];
      bool plain = op == CompareOperator::Is || op == CompareOperator::IsNot ||
                   op == CompareOperator::In || op == CompareOperator::NotIn;
      return plain && as<Compare>(expr).ops.size() == 1 ? opaque("bool") : unknown;
    }
    default: return unknown;
  }
}

}  // namespace ts::compiler
