// Traced code: expressions other than calls.
#include <algorithm>
#include <charconv>

#include "core/compiler/trace_lints/trace_walker.h"
#include "core/eval/vm/vm.h"
#include "core/syntax/ast_walk.h"

namespace ts::compiler {

using diag::Rule;
using syntax::ExprKind;

namespace {

eval::Value literal(const syntax::Constant& constant) {
  switch (constant.constant) {
    case syntax::ConstantKind::None: return eval::Value::none();
    case syntax::ConstantKind::True: return eval::Value::boolean(true);
    case syntax::ConstantKind::False: return eval::Value::boolean(false);
    case syntax::ConstantKind::Int: {
      int64_t value = 0;
      auto [end, error] =
          std::from_chars(constant.text.data(), constant.text.data() + constant.text.size(), value);
      if (error == std::errc() && end == constant.text.data() + constant.text.size())
        return eval::Value::integer(value);
      return {};
    }
    default: return {};
  }
}

}  // namespace

TraceValue TraceWalker::eval(const syntax::Expr& expr) {
  if (!spend()) return {};
  switch (expr.kind) {
    case ExprKind::Constant: return TraceValue::plain(literal(syntax::as<syntax::Constant>(expr)));
    case ExprKind::Name: return name(syntax::as<syntax::Name>(expr));
    case ExprKind::Attribute: {
      const auto& node = syntax::as<syntax::Attribute>(expr);
      return attribute(eval(*node.value), node.attr.text, expr);
    }
    case ExprKind::Subscript: return subscript(syntax::as<syntax::Subscript>(expr));
    case ExprKind::Call: return call(syntax::as<syntax::Call>(expr));
    case ExprKind::BinOp: return binary(syntax::as<syntax::BinOp>(expr));
    case ExprKind::Compare: return compare(syntax::as<syntax::Compare>(expr));
    case ExprKind::UnaryOp: {
      const auto& node = syntax::as<syntax::UnaryOp>(expr);
      if (node.op == syntax::UnaryOperator::Not) {
        TraceValue value = eval(*node.operand);
        auto existing = testValue(*node.operand, value);
        if (existing) return TraceValue::plain(eval::Value::boolean(!*existing));
        return value.is(TracedKind::Metadata)  ? value
               : value.is(TracedKind::Unknown) ? TraceValue()
                                               : TraceValue::plain();
      }
      TraceValue value = eval(*node.operand);
      if (!value.is(TracedKind::Plain)) return value;
      if (node.op == syntax::UnaryOperator::USub && value.value.isInt())
        return TraceValue::plain(eval::Value::integer(-value.value.integerValue()));
      return TraceValue::plain();
    }
    case ExprKind::BoolOp: {
      const auto& node = syntax::as<syntax::BoolOp>(expr);
      std::optional<TraceValue> joined;
      for (size_t i = 0; i < node.values.size(); ++i) {
        TraceValue value = eval(*node.values[i]);
        bool isLast = i + 1 == node.values.size();
        auto previous = isLast ? value.truth() : testValue(*node.values[i], value);
        bool ends = previous && *previous == (node.op == syntax::BoolOperator::Or);
        if (!isLast && previous && !ends) continue;
        joined = joined ? join(*joined, value) : value;
        if (ends) break;
      }
      return joined.value_or(TraceValue());
    }
    case ExprKind::IfExp: {
      const auto& node = syntax::as<syntax::IfExp>(expr);
      std::optional<bool> isKnown = test(*node.test);
      if (isKnown) return eval(*isKnown ? *node.body : *node.orelse);
      return join(eval(*node.body), eval(*node.orelse));
    }
    case ExprKind::NamedExpr: {
      const auto& node = syntax::as<syntax::NamedExpr>(expr);
      TraceValue value = eval(*node.value);
      assign(*node.target, value);
      return value;
    }
    case ExprKind::Tuple:
    case ExprKind::List: {
      std::vector<TraceValue> elements;
      bool isKnown = true;
      for (const syntax::Expr* part : syntax::as<syntax::Sequence>(expr).elts) {
        const auto* star = syntax::dynCast<syntax::Starred>(part);
        TraceValue value = eval(star ? *star->value : *part);
        if (!star) {
          elements.push_back(std::move(value));
          continue;
        }
        TraceValue each;
        auto parts = iterate(*star->value, value, each);
        isKnown = isKnown && parts;
        if (parts) elements.insert(elements.end(), parts->begin(), parts->end());
      }
      return isKnown ? TraceValue::sequence(std::move(elements), expr.kind == ExprKind::List)
                     : TraceValue();
    }
    case ExprKind::Dict: {
      for (const syntax::Expr* value : syntax::as<syntax::Dict>(expr).values) eval(*value);
      return TraceValue::of(TracedKind::Mapping);
    }
    case ExprKind::Slice: {
      const auto& node = syntax::as<syntax::Slice>(expr);
      for (const syntax::Expr* part : {node.lower, node.upper, node.step}) {
        if (part) eval(*part);
      }
      return {};
    }
    case ExprKind::ListComp:
    case ExprKind::SetComp:
    case ExprKind::GeneratorExp: return comprehension(syntax::as<syntax::Comp>(expr));
    case ExprKind::JoinedStr: return TraceValue::plain();
    default: return {};
  }
}

std::optional<bool> TraceWalker::test(const syntax::Expr& expr) {
  return testValue(expr, eval(expr));
}

std::optional<bool> TraceWalker::testValue(const syntax::Expr& expr, const TraceValue& value) {
  // Operands of `and` and `not`, except the last, were tested while evaluating; the last is tested
  // here.
  switch (value.kind) {
    case TracedKind::Tensor:
    case TracedKind::State:
      report(Rule::TracedBranch, expr,
             "'" + quoted(expr) +
                 "' depends on the data of a traced tensor, and the trace keeps its value for the "
                 "example",
             "use torch.where(), or script the function that branches");
      return std::nullopt;
    case TracedKind::Size:
      report(Rule::TracedShapeBranch, expr,
             "'" + quoted(expr) +
                 "' depends on the size of a traced tensor, and the trace keeps its value for the "
                 "example",
             "script the function that branches, or trace once for each kind of input");
      return std::nullopt;
    case TracedKind::Metadata:
      report(Rule::TracedMetadataBranch, expr,
             "'" + quoted(expr) + "' depends on the " + std::string(value.what) +
                 " of a traced tensor, and the trace keeps its value for the example",
             "PyTorch does not warn of this: script the function that branches, or trace once for "
             "each kind of input");
      return std::nullopt;
    default: return value.truth();
  }
}

TraceValue TraceWalker::compare(const syntax::Compare& expr) {
  TraceValue left = eval(*expr.left);
  std::optional<TraceValue> result;
  for (size_t i = 0; i < expr.ops.size(); ++i) {
    TraceValue right = eval(*expr.comparators[i]);
    TraceValue created;
    syntax::CompareOperator op = expr.ops[i];
    bool isIdentity = op == syntax::CompareOperator::Is || op == syntax::CompareOperator::IsNot;
    bool isMembership = op == syntax::CompareOperator::In || op == syntax::CompareOperator::NotIn;
    auto any = [&](TracedKind kind) { return left.is(kind) || right.is(kind); };
    if (isIdentity) {
      auto isNone = [](const TraceValue& value) {
        return value.is(TracedKind::Plain) && value.value.isNone();
      };
      auto isSomething = [&](const TraceValue& value) {
        return !value.is(TracedKind::Unknown) &&
               !(value.is(TracedKind::Plain) && (value.value.isNone() || value.value.isUnbound()));
      };
      created = TraceValue::plain();
      if (isNone(left) && isNone(right))
        created.value = eval::Value::boolean(op == syntax::CompareOperator::Is);
      if ((isNone(left) && isSomething(right)) || (isNone(right) && isSomething(left))) {
        created.value = eval::Value::boolean(op == syntax::CompareOperator::IsNot);
      }
      if (any(TracedKind::Unknown) && !isNone(left) && !isNone(right)) created = {};
    } else if (any(TracedKind::Metadata)) {
      created = TraceValue::metadata(left.is(TracedKind::Metadata) ? left.what : right.what);
    } else if ((any(TracedKind::Sizes) && !any(TracedKind::Unknown)) ||
               (isMembership && left.is(TracedKind::Size) && !right.is(TracedKind::Unknown))) {
      // Elements are compared individually, and each result becomes a bool immediately.
      testValue(expr, TraceValue::of(TracedKind::Size));
      created = TraceValue::plain();
    } else if (isMembership) {
      created = {};
    } else if (any(TracedKind::Tensor)) {
      created = TraceValue::of(TracedKind::Tensor);
    } else if (any(TracedKind::State) && !any(TracedKind::Unknown)) {
      created = TraceValue::of(TracedKind::State);
    } else if (any(TracedKind::Size) && !any(TracedKind::Unknown)) {
      created = TraceValue::of(TracedKind::Size);
    } else if (left.is(TracedKind::Plain) && right.is(TracedKind::Plain)) {
      created = TraceValue::plain();
      if (left.value.isInt() && right.value.isInt() &&
          (op == syntax::CompareOperator::Eq || op == syntax::CompareOperator::NotEq)) {
        bool isEqual = left.value.integerValue() == right.value.integerValue();
        created.value = eval::Value::boolean(isEqual == (op == syntax::CompareOperator::Eq));
      }
    }
    // a < b < c tests each comparison except the last.
    if (i + 1 < expr.ops.size()) testValue(expr, created);
    result = result ? join(*result, created) : created;
    left = std::move(right);
  }
  return result.value_or(TraceValue());
}

TraceValue TraceWalker::binary(const syntax::BinOp& expr) {
  TraceValue left = eval(*expr.left), right = eval(*expr.right);
  useCaptured(*expr.left, left);
  useCaptured(*expr.right, right);
  auto any = [&](TracedKind kind) { return left.is(kind) || right.is(kind); };
  auto rank = [&] {
    auto of = [](const TraceValue& value) {
      return value.isTensor()                                            ? value.rank
             : value.is(TracedKind::Plain) || value.is(TracedKind::Size) ? 0
                                                                         : -1;
    };
    int a = of(left), b = of(right);
    return a < 0 || b < 0 || expr.op == syntax::Operator::MatMult ? -1 : std::max(a, b);
  };
  if (any(TracedKind::Sequence) && (expr.op == syntax::Operator::Mult) &&
      (any(TracedKind::Tensor) || any(TracedKind::Size))) {
    const syntax::Expr& count = left.is(TracedKind::Sequence) ? *expr.right : *expr.left;
    report(Rule::TracedIndex, count,
           "a list is repeated '" + quoted(count) +
               "' times, and the trace keeps the number for the example",
           "PyTorch does not warn of this: use repeat() or expand() on a tensor");
    return {};
  }
  if (left.is(TracedKind::Sequence) && right.is(TracedKind::Sequence) &&
      expr.op == syntax::Operator::Add) {
    TraceValue result = left;
    result.elements.insert(result.elements.end(), right.elements.begin(), right.elements.end());
    return result;
  }
  if (any(TracedKind::Sequence) || any(TracedKind::Mapping)) return {};
  if (any(TracedKind::Tensor)) return TraceValue::of(TracedKind::Tensor, rank());
  if (any(TracedKind::Unknown) || any(TracedKind::Object) || any(TracedKind::Sizes)) return {};
  if (any(TracedKind::Size) && (left.isTensor() || right.isTensor()))
    return TraceValue::of(TracedKind::Tensor, rank());
  for (TracedKind kind : {TracedKind::State, TracedKind::Fresh, TracedKind::Captured}) {
    if (any(kind))
      return TraceValue::of(kind == TracedKind::Captured ? TracedKind::Fresh : kind, rank());
  }
  if (any(TracedKind::Size)) return TraceValue::of(TracedKind::Size);
  if (any(TracedKind::Metadata))
    return TraceValue::metadata(left.is(TracedKind::Metadata) ? left.what : right.what);
  return left.is(TracedKind::Plain) && right.is(TracedKind::Plain) ? TraceValue::plain()
                                                                   : TraceValue();
}

int TraceWalker::rankOfIndexed(int rank, const syntax::Expr& index, const TraceValue& value) {
  if (rank < 0) return -1;
  auto joinPart = [&](const syntax::Expr& part, const TraceValue& existing) {
    if (part.kind == ExprKind::Slice) return 0;
    if (const auto* constant = syntax::dynCast<syntax::Constant>(&part)) {
      if (constant->constant == syntax::ConstantKind::Ellipsis) return 0;
      if (constant->constant == syntax::ConstantKind::None) return 1;
    }
    if ((existing.is(TracedKind::Plain) && existing.value.isInt()) || existing.is(TracedKind::Size))
      return -1;
    return -100;  // tensors, lists, masks: the rank is not known
  };
  int count = rank;
  if (index.kind == ExprKind::Tuple) {
    const auto& parts = syntax::as<syntax::Sequence>(index).elts;
    if (!value.is(TracedKind::Sequence) || value.elements.size() != parts.size()) return -1;
    for (size_t i = 0; i < parts.size(); ++i) count += joinPart(*parts[i], value.elements[i]);
  } else {
    count += joinPart(index, value);
  }
  return std::max(count, -1);
}

TraceValue TraceWalker::subscript(const syntax::Subscript& expr) {
  TraceValue base = eval(*expr.value), index = eval(*expr.slice);
  bool isSlice = expr.slice->kind == ExprKind::Slice;
  bool isKnownInt = index.is(TracedKind::Plain) && index.value.isInt();
  if (base.isTensor()) {
    useCaptured(*expr.value, base);
    TracedKind kind = base.is(TracedKind::Captured) ? TracedKind::Fresh : base.kind;
    return TraceValue::of(index.holdsTraced() ? TracedKind::Tensor : kind,
                          rankOfIndexed(base.rank, *expr.slice, index));
  }
  switch (base.kind) {
    case TracedKind::Sizes:
      return isSlice ? base : isKnownInt ? TraceValue::of(TracedKind::Size) : TraceValue();
    case TracedKind::TensorList: return isSlice ? base : TraceValue::of(TracedKind::Tensor);
    case TracedKind::Sequence: {
      if (index.is(TracedKind::Tensor) || index.is(TracedKind::Size)) {
        report(Rule::TracedIndex, *expr.slice,
               "'" + quoted(*expr.slice) +
                   "' selects an element of a Python sequence, and the trace keeps the element for "
                   "the example",
               "PyTorch does not warn of this: put the elements into a tensor and index that");
        return {};
      }
      if (!isKnownInt) return {};
      auto size = static_cast<int64_t>(base.elements.size());
      int64_t place = index.value.integerValue() + (index.value.integerValue() < 0 ? size : 0);
      return place >= 0 && place < size ? base.elements[place] : TraceValue();
    }
    case TracedKind::Object: {
      // A container of modules.
      if (!isKnownInt || base.value.isUnbound()) return {};
      TraceValue each;
      auto parts = iterate(*expr.value, base, each);
      auto size = static_cast<int64_t>(parts ? parts->size() : 0);
      int64_t place = index.value.integerValue() + (index.value.integerValue() < 0 ? size : 0);
      return place >= 0 && place < size ? (*parts)[place] : TraceValue();
    }
    default: return {};
  }
}

std::optional<std::vector<TraceValue>> TraceWalker::iterate(const syntax::Expr& expr,
                                                            const TraceValue& value,
                                                            TraceValue& each) {
  each = {};
  switch (value.kind) {
    case TracedKind::Sequence: return value.elements;
    case TracedKind::Tensor:
      report(Rule::TracedIteration, expr,
             "'" + quoted(expr) +
                 "' is iterated over, and the trace keeps the number of steps for the example",
             "use operations on the whole tensor, or script the function that loops");
      each = TraceValue::of(TracedKind::Tensor, value.rank > 0 ? value.rank - 1 : -1);
      return std::nullopt;
    case TracedKind::Sizes: each = TraceValue::of(TracedKind::Size); return std::nullopt;
    case TracedKind::TensorList:
      each = TraceValue::of(TracedKind::Tensor);
      if (value.hasOwnLength) return std::nullopt;
      report(Rule::TracedLoop, expr,
             "'" + quoted(expr) +
                 "' is iterated over, and the trace keeps the number of its parts for the example",
             "PyTorch does not warn of this: use operations on the whole tensor, or script the "
             "function that loops");
      return std::nullopt;
    case TracedKind::Object: {
      eval::Value modules = member(value.value, "_modules").value;
      const auto* cls = value.value.object() ? value.value.object()->cls.get() : nullptr;
      auto* dict = cls && cls->moduleName == "torch.nn.modules.container" ? modules.as<eval::Dict>()
                                                                          : nullptr;
      if (!dict || dict->unknown || (cls->name != "ModuleList" && cls->name != "Sequential"))
        return std::nullopt;
      std::vector<TraceValue> parts;
      dict->each([&](const eval::Value&, const eval::Value& module) {
        parts.push_back(fromValue(module, true));
      });
      return parts;
    }
    default: return std::nullopt;
  }
}

TraceValue TraceWalker::comprehension(const syntax::Comp& expr) {
  Variables before = activation_->variables;
  std::optional<std::vector<TraceValue>> rounds;
  for (const syntax::Comprehension* clause : expr.generators) {
    TraceValue each;
    rounds = iterate(*clause->iter, eval(*clause->iter), each);
    assign(*clause->target, rounds && !rounds->empty() ? rounds->front() : each);
    for (const syntax::Expr* condition : clause->ifs) {
      test(*condition);
      rounds.reset();
    }
  }
  std::vector<TraceValue> elements;
  bool isOne = expr.generators.size() == 1 && rounds && rounds->size() <= 64;
  if (isOne) {
    for (const TraceValue& value : *rounds) {
      assign(*expr.generators[0]->target, value);
      elements.push_back(eval(*expr.elt));
    }
  } else {
    eval(*expr.elt);
  }
  activation_->variables = std::move(before);
  return isOne ? TraceValue::sequence(std::move(elements), expr.kind == ExprKind::ListComp)
               : TraceValue();
}

}  // namespace ts::compiler
