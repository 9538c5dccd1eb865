#include "core/compiler/emit/expressions.h"

#include <bit>
#include <charconv>

#include "core/compiler/context/compile_context.h"
#include "core/compiler/emit/block_scope.h"
#include "core/compiler/emit/calls.h"
#include "core/compiler/emit/containers.h"
#include "core/compiler/emit/control_flow.h"
#include "core/compiler/emit/emission.h"
#include "core/compiler/emit/indexing.h"
#include "core/compiler/emit/statements.h"
#include "core/compiler/emit/symbols.h"
#include "core/compiler/reports/facts.h"
#include "core/passes/fold.h"

namespace ts::compiler {

using diag::Rule;
using ir::TypePtr;
using ir::Value;
using syntax::CompareOperator;
using syntax::ConstantKind;
using syntax::ExprKind;
using syntax::Operator;
using types::TypeKind;

namespace {

SugaredPtr emitSugaredKind(Emission& emission, const syntax::Expr& expr, size_t binders,
                           TypePtr hint);
Value* emitSimple(Emission& emission, const syntax::Expr& expr, TypePtr hint);
Value* emitConstant(Emission& emission, const syntax::Constant& c);
Value* emitInteger(Emission& emission, const syntax::Constant& c);
Value* emitBinary(Emission& emission, SourceRange at, Operator op, const syntax::Expr& left,
                  const syntax::Expr& right);
Value* emitCompare(Emission& emission, const syntax::Compare& compare);
Value* emitUnary(Emission& emission, const syntax::UnaryOp& expr, Symbol symbol,
                 const char* method);

[[noreturn]] void misplacedEllipsis(SourceRange at) {
  throw CompileError(Rule::MisplacedEllipsis, at,
                     "`...` has a meaning only as an index of a tensor");
}

Value* emitJoinedString(Emission& emission, const syntax::JoinedStr& text);

struct BinaryOperator {
  Operator op;
  Symbol symbol;
  const char* method;  // the method that a class can define; null when it can't
  const char* sign;
};

const BinaryOperator& binaryOperator(Operator op) {
  static const BinaryOperator kTable[] = {
      {Operator::Add, aten::add, "__add__", "+"},
      {Operator::Sub, aten::sub, "__sub__", "-"},
      {Operator::Mult, aten::mul, "__mul__", "*"},
      {Operator::MatMult, aten::matmul, nullptr, "@"},
      {Operator::Div, aten::div, "__truediv__", "/"},
      {Operator::Mod, aten::remainder, "__mod__", "%"},
      {Operator::Pow, aten::pow, "__pow__", "**"},
      {Operator::LShift, aten::__lshift__, "__lshift__", "<<"},
      {Operator::RShift, aten::__rshift__, "__rshift__", ">>"},
      {Operator::BitOr, aten::__or__, "__or__", "|"},
      {Operator::BitXor, aten::__xor__, "__xor__", "^"},
      {Operator::BitAnd, aten::__and__, "__and__", "&"},
      {Operator::FloorDiv, aten::floordiv, nullptr, "//"},
  };
  return kTable[static_cast<size_t>(op)];
}

struct Comparison {
  CompareOperator op;
  Symbol symbol;
  const char* method;
  const char* sign;
};

const Comparison& comparison(CompareOperator op) {
  static const Comparison kTable[] = {
      {CompareOperator::Eq, aten::eq, "__eq__", "=="},
      {CompareOperator::NotEq, aten::ne, "__ne__", "!="},
      {CompareOperator::Lt, aten::lt, "__lt__", "<"},
      {CompareOperator::LtE, aten::le, "__le__", "<="},
      {CompareOperator::Gt, aten::gt, "__gt__", ">"},
      {CompareOperator::GtE, aten::ge, "__ge__", ">="},
      {CompareOperator::Is, aten::__is__, nullptr, "is"},
      {CompareOperator::IsNot, aten::__isnot__, nullptr, "is not"},
      {CompareOperator::In, aten::__contains__, "__contains__", "in"},
  };
  return kTable[static_cast<size_t>(op)];
}

// Each number becomes one constant, at the top of the graph.
template <typename T>
Value* pooled(Emission& emission, const T& value, SourceRange at, std::map<T, Value*>& pool) {
  if (auto entry = pool.find(value); entry != pool.end()) return entry->second;
  ir::WithInsertPoint guard(*emission.graph().block()->nodes().begin());
  types::Constant constant;
  if constexpr (std::is_same_v<T, int64_t>) {
    constant = types::Constant::integer(value);
  } else if constexpr (std::is_same_v<T, uint64_t>) {
    constant = types::Constant::real(std::bit_cast<double>(value));
  } else {
    constant = types::Constant::complex(
        {std::bit_cast<double>(value.first), std::bit_cast<double>(value.second)});
  }
  Value* result = emission.constant(constant, at);
  pool[value] = result;
  return result;
}

}  // namespace

bool isEllipsis(const syntax::Expr& expr) {
  if (const auto* name = syntax::dynCast<syntax::Name>(&expr)) return name->id == "Ellipsis";
  const auto* constant = syntax::dynCast<syntax::Constant>(&expr);
  return constant && constant->constant == ConstantKind::Ellipsis;
}

Value* pooledInt(Emission& emission, int64_t value, SourceRange at) {
  return pooled(emission, value, at, emission.walk.numbers.ints);
}

Value* emitExpr(Emission& emission, const syntax::Expr& expr, TypePtr hint) {
  try {
    Value* value = emitSugared(emission, expr, 1, hint)->asValue(emission, emission.rangeOf(expr));
    if (hint == types::anyType() && value->type() != types::anyType() &&
        !value->type()->isUnknown()) {
      value = emission.graph().insertUncheckedCast(value, hint);
    }
    return value;
  } catch (const CompileError& error) {
    emission.report(error);
    return emission.unknown();
  }
}

NamedValue emitNamed(Emission& emission, const syntax::Expr& expr) {
  return {emission.rangeOf(expr), emitExpr(emission, expr)};
}

SugaredPtr emitSugared(Emission& emission, const syntax::Expr& expr, size_t binders, TypePtr hint) {
  SugaredPtr result = emitSugaredKind(emission, expr, binders, hint);
  const Value* match = asSimple(result);
  if (result->isUnknown() || (match && match->type()->isUnknown())) [[unlikely]]
    emission.context().problems().noteUnknown(emission.rangeOf(expr));
  if (Facts* facts = emission.context().facts()) [[unlikely]] {
    if (match) facts->type(emission.rangeOf(expr), match->type());
  }
  return result;
}

namespace {

SugaredPtr emitSugaredKind(Emission& emission, const syntax::Expr& expr, size_t binders,
                           TypePtr hint) {
  switch (expr.kind) {
    case ExprKind::Name:
      if (isEllipsis(expr)) misplacedEllipsis(emission.rangeOf(expr));
      return emission.scope().get(syntax::as<syntax::Name>(expr).id, emission.rangeOf(expr));
    case ExprKind::Attribute: {
      const auto& attribute = syntax::as<syntax::Attribute>(expr);
      return emitSugared(emission, *attribute.value, 1)
          ->attr(emission, emission.rangeOf(expr), attribute.attr.text);
    }
    case ExprKind::Call: return emitCall(emission, syntax::as<syntax::Call>(expr), binders, hint);
    case ExprKind::Subscript:
      return emitSubscript(emission, syntax::as<syntax::Subscript>(expr), hint);
    default: return simple(emitSimple(emission, expr, hint));
  }
}

}  // namespace

// Emits a callee or an operand of a larger expression. A failure is recorded and gives Unknown.
SugaredPtr tryEmitSugared(Emission& emission, const syntax::Expr& expr, size_t binders,
                          TypePtr hint) {
  try {
    return emitSugared(emission, expr, binders, hint);
  } catch (const CompileError& error) {
    emission.report(error);
    return std::make_shared<UnknownSugared>();
  }
}

namespace {

Value* emitSimple(Emission& emission, const syntax::Expr& expr, TypePtr hint) {
  SourceRange at = emission.rangeOf(expr);
  switch (expr.kind) {
    case ExprKind::BinOp: {
      const auto& binary = syntax::as<syntax::BinOp>(expr);
      return emitBinary(emission, at, binary.op, *binary.left, *binary.right);
    }
    case ExprKind::Compare: {
      const auto& compare = syntax::as<syntax::Compare>(expr);
      CompareOperator op = compare.ops[0];
      bool isCondition = compare.ops.size() > 1 || op == CompareOperator::Is ||
                         op == CompareOperator::IsNot || op == CompareOperator::NotIn;
      return isCondition ? emitCondition(emission, expr).value : emitCompare(emission, compare);
    }
    case ExprKind::BoolOp: return emitLogic(emission, syntax::as<syntax::BoolOp>(expr));
    case ExprKind::UnaryOp: {
      const auto& unary = syntax::as<syntax::UnaryOp>(expr);
      switch (unary.op) {
        case syntax::UnaryOperator::Not: return emitCondition(emission, expr).value;
        case syntax::UnaryOperator::USub: return emitUnary(emission, unary, aten::neg, "__neg__");
        case syntax::UnaryOperator::Invert:
          return emitUnary(emission, unary, aten::bitwise_not, "__invert__");
        case syntax::UnaryOperator::UAdd: throw CompileError::alreadyReported();
      }
      break;
    }
    case ExprKind::Constant: return emitConstant(emission, syntax::as<syntax::Constant>(expr));
    case ExprKind::JoinedStr:
      return emitJoinedString(emission, syntax::as<syntax::JoinedStr>(expr));
    case ExprKind::IfExp: return emitTernary(emission, syntax::as<syntax::IfExp>(expr), hint);
    case ExprKind::List: return emitList(emission, syntax::as<syntax::Sequence>(expr), hint);
    case ExprKind::Tuple:
      return emission.graph()
          .insertNode(emission.graph().createTuple(
              emitValues(emission, syntax::as<syntax::Sequence>(expr).elts)))
          ->output();
    case ExprKind::Dict: return emitDict(emission, syntax::as<syntax::Dict>(expr), hint);
    case ExprKind::ListComp:
    case ExprKind::GeneratorExp: {
      const auto& comp = syntax::as<syntax::Comp>(expr);
      if (comp.generators.size() != 1 || !comp.generators[0]->ifs.empty())
        throw CompileError::alreadyReported();
      return emitListComp(emission, at, *comp.elt, *comp.generators[0]->target,
                          *comp.generators[0]->iter, hint);
    }
    case ExprKind::DictComp: {
      const auto& comp = syntax::as<syntax::DictComp>(expr);
      if (comp.generators.size() != 1 || !comp.generators[0]->ifs.empty())
        throw CompileError::alreadyReported();
      return emitDictComp(emission, at, *comp.key, *comp.value, *comp.generators[0]->target,
                          *comp.generators[0]->iter, hint);
    }
    case ExprKind::NamedExpr: poison(emission, *syntax::as<syntax::NamedExpr>(expr).target); break;
    case ExprKind::Starred:
      throw CompileError(Rule::MisplacedStar, at, "nothing can be unpacked here");
    default: break;
  }
  throw CompileError::alreadyReported();  // reported by frontend_check already
}

Value* emitConstant(Emission& emission, const syntax::Constant& c) {
  SourceRange at = emission.rangeOf(c);
  switch (c.constant) {
    case ConstantKind::None: return emission.constant(types::Constant::none(), at);
    case ConstantKind::True: return emission.constant(types::Constant::boolean(true), at);
    case ConstantKind::False: return emission.constant(types::Constant::boolean(false), at);
    case ConstantKind::Str:
      return emission.constant(types::Constant::string(std::string(c.text)), at);
    case ConstantKind::Int: return emitInteger(emission, c);
    case ConstantKind::Float: {
      double value = 0;
      auto [end, error] = std::from_chars(c.text.data(), c.text.data() + c.text.size(), value);
      (void)end;
      if (error == std::errc::result_out_of_range)
        value = std::strtod(std::string(c.text).c_str(), nullptr);
      return pooled(emission, std::bit_cast<uint64_t>(value), at, emission.walk.numbers.floats);
    }
    case ConstantKind::Imaginary: {
      double value = std::strtod(std::string(c.text.substr(0, c.text.size() - 1)).c_str(), nullptr);
      return pooled(emission, std::pair(uint64_t{0}, std::bit_cast<uint64_t>(value)), at,
                    emission.walk.numbers.complexes);
    }
    case ConstantKind::Ellipsis: misplacedEllipsis(at);
    case ConstantKind::Bytes: break;
  }
  throw CompileError::alreadyReported();
}

Value* emitInteger(Emission& emission, const syntax::Constant& c) {
  std::string_view digits = c.text;
  int base = 10;
  if (digits.size() > 2 && digits[0] == '0') {
    char kind = static_cast<char>(digits[1] | 0x20);
    base = kind == 'x' ? 16 : kind == 'o' ? 8 : kind == 'b' ? 2 : 10;
    if (base != 10) digits.remove_prefix(2);
  }
  int64_t value = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  (void)end;
  if (error != std::errc()) {
    throw CompileError(Rule::IntegerOutOfRange, emission.rangeOf(c),
                       "this integer does not fit into 64 bits")
        .note(
            "TorchScript's int is a signed 64-bit integer; a minus sign is not part of the "
            "literal");
  }
  return pooledInt(emission, value, emission.rangeOf(c));
}

Value* emitMagicBinary(Emission& emission, SourceRange at, Symbol symbol, const char* method,
                       const char* sign, NamedValue left, NamedValue right) {
  auto builtin = std::make_shared<BuiltinFunction>(symbol);
  builtin->sign = sign;
  std::vector<NamedValue> arguments{std::move(left), std::move(right)};
  SugaredPtr result = method ? MagicMethod(method, builtin).call(emission, at, {arguments, {}}, 0)
                             : builtin->call(emission, at, {arguments, {}}, 0);
  return result->asValue(emission, at);
}

Value* emitBinary(Emission& emission, SourceRange at, Operator op, const syntax::Expr& left,
                  const syntax::Expr& right) {
  const BinaryOperator& entry = binaryOperator(op);
  if (op == Operator::Mod) {
    // A string on the left of % formats any values.
    Value* value = emitExpr(emission, left);
    if (value->type() == types::stringType()) {
      std::vector<Value*> operands{emitExpr(emission, left), emitExpr(emission, right)};
      if (operands[1]->type()->isUnknown()) return operands[1];
      ir::Node* node = emission.graph().insertNode(
          emission.graph().create(aten::percentFormat, operands)->setRange(at));
      node->output()->setType(types::stringType());
      return node->output();
    }
  }
  NamedValue leftValue = emitNamed(emission, left);
  NamedValue rightValue = emitNamed(emission, right);
  if (op == Operator::Add && leftValue.type()->is(TypeKind::Tuple) &&
      rightValue.type()->is(TypeKind::Tuple)) {
    std::vector<Value*> all = emission.tupleUnpack(leftValue.value);
    std::vector<Value*> second = emission.tupleUnpack(rightValue.value);
    all.insert(all.end(), second.begin(), second.end());
    return emission.graph().insertNode(emission.graph().createTuple(all))->output();
  }
  return emitMagicBinary(emission, at, entry.symbol, entry.method, entry.sign, leftValue,
                         rightValue);
}

Value* emitCompare(Emission& emission, const syntax::Compare& compare) {
  const Comparison& entry = comparison(compare.ops[0]);
  NamedValue left = emitNamed(emission, *compare.left);
  NamedValue right = emitNamed(emission, *compare.comparators[0]);
  // `x in y` calls y.__contains__(x).
  if (entry.op == CompareOperator::In) std::swap(left, right);
  return emitMagicBinary(emission, emission.rangeOf(compare), entry.symbol, entry.method,
                         entry.sign, left, right);
}

Value* emitUnary(Emission& emission, const syntax::UnaryOp& expr, Symbol symbol,
                 const char* method) {
  SourceRange at = emission.rangeOf(expr);
  const auto* literal = syntax::dynCast<syntax::Constant>(expr.operand);
  if (emission.source().module->isTorchScript && symbol == aten::neg && literal &&
      literal->constant == ConstantKind::Int) {
    int64_t value = 0;
    std::from_chars(literal->text.data(), literal->text.data() + literal->text.size(), value);
    return pooledInt(emission, -value, at);
  }
  NamedValue operand = emitNamed(emission, *expr.operand);
  auto builtin = std::make_shared<BuiltinFunction>(symbol);
  builtin->sign = symbol == aten::neg ? "-" : "~";
  SugaredPtr result = MagicMethod(method, builtin).call(emission, at, {{operand}, {}}, 0);
  Value* value = result->asValue(emission, at);
  if (!value->node()->is(symbol)) return value;
  // -1 is folded to a constant.
  if (auto folded = passes::fold(value->node())) return emission.constant(folded->at(0), at);
  return value;
}

Value* emitJoinedString(Emission& emission, const syntax::JoinedStr& text) {
  // f"a{x}" is "a{}".format(x).
  std::string format;
  std::vector<syntax::Expr*> values;
  for (syntax::Expr* part : text.values) {
    if (const auto* value = syntax::dynCast<syntax::FormattedValue>(part)) {
      if (value->conversion != -1 || value->formatSpec) throw CompileError::alreadyReported();
      format += "{}";
      values.push_back(value->value);
    } else {
      format += syntax::as<syntax::Constant>(*part).text;
    }
  }
  SourceRange at = emission.rangeOf(text);
  Value* self = emission.constant(types::Constant::string(format), at);
  SugaredPtr method = simple(self)->attr(emission, at, "format");
  CallArguments arguments;
  for (syntax::Expr* value : values) arguments.positional.push_back(emitNamed(emission, *value));
  return method->call(emission, at, arguments, 1)->asValue(emission, at);
}

}  // namespace

}  // namespace ts::compiler
