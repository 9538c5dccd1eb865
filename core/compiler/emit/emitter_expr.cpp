// Expressions: names, literals, operators.
#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cmath>

#include "core/compiler/context/compile_context.h"
#include "core/compiler/emit/block_scope.h"
#include "core/compiler/emit/emitter.h"
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

}  // namespace

// Each number becomes one constant, at the top of the graph.
template <typename T>
Value* Emitter::pooled(const T& value, SourceRange at, std::map<T, Value*>& pool) {
  if (auto found = pool.find(value); found != pool.end()) return found->second;
  ir::WithInsertPoint guard(*graph_->block()->nodes().begin());
  types::Constant made;
  if constexpr (std::is_same_v<T, int64_t>) {
    made = types::Constant::integer(value);
  } else if constexpr (std::is_same_v<T, uint64_t>) {
    made = types::Constant::real(std::bit_cast<double>(value));
  } else {
    made = types::Constant::complex(
        {std::bit_cast<double>(value.first), std::bit_cast<double>(value.second)});
  }
  Value* result = constant(made, at);
  pool[value] = result;
  return result;
}

Value* Emitter::pooledInt(int64_t value, SourceRange at) { return pooled(value, at, ints_); }

Value* Emitter::emitExpr(const Expr& expr, TypePtr hint) {
  try {
    Value* value = emitSugared(expr, 1, hint)->asValue(*this, rangeOf(expr));
    if (hint == types::anyType() && value->type() != types::anyType() &&
        !value->type()->isUnknown()) {
      value = graph_->insertUncheckedCast(value, hint);
    }
    return value;
  } catch (const CompileError& error) {
    report(error);
    return unknown();
  }
}

NamedValue Emitter::named(const Expr& expr) { return {rangeOf(expr), emitExpr(expr)}; }

SugaredPtr Emitter::emitSugared(const Expr& expr, size_t binders, TypePtr hint) {
  SugaredPtr made = emitSugaredKind(expr, binders, hint);
  if (Facts* facts = context_.facts()) [[unlikely]] {
    if (const Value* value = asSimple(made)) facts->type(rangeOf(expr), value->type());
  }
  return made;
}

SugaredPtr Emitter::emitSugaredKind(const Expr& expr, size_t binders, TypePtr hint) {
  switch (expr.kind) {
    case ExprKind::Name: return scope_->get(syntax::as<syntax::Name>(expr).id, rangeOf(expr));
    case ExprKind::Attribute: {
      const auto& attribute = syntax::as<syntax::Attribute>(expr);
      return emitSugared(*attribute.value, 1)->attr(*this, rangeOf(expr), attribute.attr.text);
    }
    case ExprKind::Call: return emitCall(syntax::as<syntax::Call>(expr), binders, hint);
    case ExprKind::Subscript: return emitSubscript(syntax::as<syntax::Subscript>(expr), hint);
    default: return simple(emitSimple(expr, hint));
  }
}

// Emits a callee or an operand of a larger expression. A failure is recorded and gives Unknown.
SugaredPtr Emitter::tryEmitSugared(const Expr& expr, size_t binders, TypePtr hint) {
  try {
    return emitSugared(expr, binders, hint);
  } catch (const CompileError& error) {
    report(error);
    return std::make_shared<UnknownSugared>();
  }
}

Value* Emitter::emitSimple(const Expr& expr, TypePtr hint) {
  SourceRange at = rangeOf(expr);
  switch (expr.kind) {
    case ExprKind::BinOp: {
      const auto& binary = syntax::as<syntax::BinOp>(expr);
      return emitBinary(at, binary.op, *binary.left, *binary.right);
    }
    case ExprKind::Compare: {
      const auto& compare = syntax::as<syntax::Compare>(expr);
      CompareOperator op = compare.ops[0];
      bool isCondition = compare.ops.size() > 1 || op == CompareOperator::Is ||
                         op == CompareOperator::IsNot || op == CompareOperator::NotIn;
      return isCondition ? emitCondition(expr).value : emitCompare(compare);
    }
    case ExprKind::BoolOp: return emitLogic(syntax::as<syntax::BoolOp>(expr));
    case ExprKind::UnaryOp: {
      const auto& unary = syntax::as<syntax::UnaryOp>(expr);
      switch (unary.op) {
        case syntax::UnaryOperator::Not: return emitCondition(expr).value;
        case syntax::UnaryOperator::USub: return emitUnary(unary, aten::neg, "__neg__");
        case syntax::UnaryOperator::Invert:
          return emitUnary(unary, aten::bitwise_not, "__invert__");
        case syntax::UnaryOperator::UAdd: throw CompileError::alreadyReported();
      }
      break;
    }
    case ExprKind::Constant: return emitConstant(syntax::as<syntax::Constant>(expr));
    case ExprKind::JoinedStr: return emitJoinedString(syntax::as<syntax::JoinedStr>(expr));
    case ExprKind::IfExp: return emitTernary(syntax::as<syntax::IfExp>(expr), hint);
    case ExprKind::List: return emitList(syntax::as<syntax::Sequence>(expr), hint);
    case ExprKind::Tuple:
      return graph_
          ->insertNode(graph_->createTuple(values(syntax::as<syntax::Sequence>(expr).elts)))
          ->output();
    case ExprKind::Dict: return emitDict(syntax::as<syntax::Dict>(expr), hint);
    case ExprKind::ListComp:
    case ExprKind::GeneratorExp: {
      const auto& comp = syntax::as<syntax::Comp>(expr);
      if (comp.generators.size() != 1 || !comp.generators[0]->ifs.empty())
        throw CompileError::alreadyReported();
      return emitListComp(at, *comp.elt, *comp.generators[0]->target, *comp.generators[0]->iter,
                          hint);
    }
    case ExprKind::DictComp: {
      const auto& comp = syntax::as<syntax::DictComp>(expr);
      if (comp.generators.size() != 1 || !comp.generators[0]->ifs.empty())
        throw CompileError::alreadyReported();
      return emitDictComp(at, *comp.key, *comp.value, *comp.generators[0]->target,
                          *comp.generators[0]->iter, hint);
    }
    case ExprKind::NamedExpr: poison(*syntax::as<syntax::NamedExpr>(expr).target); break;
    case ExprKind::Starred:
      throw CompileError(Rule::MisplacedStar, at, "nothing can be unpacked here");
    default: break;
  }
  throw CompileError::alreadyReported();  // reported by frontend_check already
}

Value* Emitter::emitConstant(const syntax::Constant& c) {
  SourceRange at = rangeOf(c);
  switch (c.constant) {
    case ConstantKind::None: return constant(types::Constant::none(), at);
    case ConstantKind::True: return constant(types::Constant::boolean(true), at);
    case ConstantKind::False: return constant(types::Constant::boolean(false), at);
    case ConstantKind::Str: return constant(types::Constant::string(std::string(c.text)), at);
    case ConstantKind::Int: return emitInteger(c);
    case ConstantKind::Float: {
      double value = 0;
      auto [end, error] = std::from_chars(c.text.data(), c.text.data() + c.text.size(), value);
      (void)end;
      if (error == std::errc::result_out_of_range)
        value = std::strtod(std::string(c.text).c_str(), nullptr);
      return pooled(std::bit_cast<uint64_t>(value), at, floats_);
    }
    case ConstantKind::Imaginary: {
      double value = std::strtod(std::string(c.text.substr(0, c.text.size() - 1)).c_str(), nullptr);
      return pooled(std::pair(uint64_t{0}, std::bit_cast<uint64_t>(value)), at, complexes_);
    }
    case ConstantKind::Ellipsis:
      throw CompileError(Rule::MisplacedEllipsis, at,
                         "`...` has a meaning only as an index of a tensor");
    case ConstantKind::Bytes: break;
  }
  throw CompileError::alreadyReported();
}

Value* Emitter::emitInteger(const syntax::Constant& c) {
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
    throw CompileError(Rule::IntegerOutOfRange, rangeOf(c),
                       "this integer does not fit into 64 bits")
        .note(
            "TorchScript's int is a signed 64-bit integer; a minus sign is not part of the "
            "literal");
  }
  return pooledInt(value, rangeOf(c));
}

Value* Emitter::emitMagicBinary(SourceRange at, Symbol symbol, const char* method, const char* sign,
                                NamedValue left, NamedValue right) {
  auto builtin = std::make_shared<BuiltinFunction>(symbol);
  builtin->sign = sign;
  std::vector<NamedValue> arguments{std::move(left), std::move(right)};
  SugaredPtr result = method ? MagicMethod(method, builtin).call(*this, at, {arguments, {}}, 0)
                             : builtin->call(*this, at, {arguments, {}}, 0);
  return result->asValue(*this, at);
}

Value* Emitter::emitBinary(SourceRange at, Operator op, const Expr& left, const Expr& right) {
  const BinaryOperator& entry = binaryOperator(op);
  if (op == Operator::Mod) {
    // A string on the left of % formats any values.
    Value* value = emitExpr(left);
    if (value->type() == types::stringType()) {
      std::vector<Value*> operands{emitExpr(left), emitExpr(right)};
      if (operands[1]->type()->isUnknown()) return operands[1];
      ir::Node* node =
          graph_->insertNode(graph_->create(aten::percentFormat, operands)->setRange(at));
      node->output()->setType(types::stringType());
      return node->output();
    }
  }
  NamedValue leftValue = named(left);
  NamedValue rightValue = named(right);
  if (op == Operator::Add && leftValue.type()->is(TypeKind::Tuple) &&
      rightValue.type()->is(TypeKind::Tuple)) {
    std::vector<Value*> all = tupleUnpack(leftValue.value);
    std::vector<Value*> second = tupleUnpack(rightValue.value);
    all.insert(all.end(), second.begin(), second.end());
    return graph_->insertNode(graph_->createTuple(all))->output();
  }
  return emitMagicBinary(at, entry.symbol, entry.method, entry.sign, leftValue, rightValue);
}

Value* Emitter::emitCompare(const syntax::Compare& compare) {
  const Comparison& entry = comparison(compare.ops[0]);
  NamedValue left = named(*compare.left);
  NamedValue right = named(*compare.comparators[0]);
  // `x in y` calls y.__contains__(x).
  if (entry.op == CompareOperator::In) std::swap(left, right);
  return emitMagicBinary(rangeOf(compare), entry.symbol, entry.method, entry.sign, left, right);
}

Value* Emitter::emitUnary(const syntax::UnaryOp& expr, Symbol symbol, const char* method) {
  SourceRange at = rangeOf(expr);
  const auto* literal = syntax::dynCast<syntax::Constant>(expr.operand);
  if (source_.module->isTorchScript && symbol == aten::neg && literal &&
      literal->constant == ConstantKind::Int) {
    int64_t value = 0;
    std::from_chars(literal->text.data(), literal->text.data() + literal->text.size(), value);
    return pooledInt(-value, at);
  }
  NamedValue operand = named(*expr.operand);
  auto builtin = std::make_shared<BuiltinFunction>(symbol);
  builtin->sign = symbol == aten::neg ? "-" : "~";
  SugaredPtr result = MagicMethod(method, builtin).call(*this, at, {{operand}, {}}, 0);
  Value* value = result->asValue(*this, at);
  if (!value->node()->is(symbol)) return value;
  // -1 is folded to a constant.
  if (auto folded = passes::fold(value->node())) return constant(folded->at(0), at);
  return value;
}

Value* Emitter::emitJoinedString(const syntax::JoinedStr& text) {
  // f"a{x}" is "a{}".format(x).
  std::string format;
  std::vector<Expr*> values;
  for (Expr* part : text.values) {
    if (const auto* value = syntax::dynCast<syntax::FormattedValue>(part)) {
      if (value->conversion != -1 || value->formatSpec) throw CompileError::alreadyReported();
      format += "{}";
      values.push_back(value->value);
    } else {
      format += syntax::as<syntax::Constant>(*part).text;
    }
  }
  SourceRange at = rangeOf(text);
  Value* self = constant(types::Constant::string(format), at);
  SugaredPtr method = simple(self)->attr(*this, at, "format");
  CallArguments arguments;
  for (Expr* value : values) arguments.positional.push_back(named(*value));
  return method->call(*this, at, arguments, 1)->asValue(*this, at);
}

}  // namespace ts::compiler
