// Traced code: calls of Python's builtin functions.
#include <algorithm>

#include "core/compiler/trace_lints/trace_walker.h"

namespace ts::compiler {

using diag::Rule;

TraceValue TraceWalker::builtin(const syntax::Call& expr, std::string_view name,
                                const Arguments& arguments) {
  struct Row {
    std::string_view name;
    TraceValue (TraceWalker::*evaluate)(const syntax::Call&, std::string_view, const Arguments&);
  };
  static constexpr Row kTable[] = {
      {"abs", &TraceWalker::builtinAbs},          {"all", &TraceWalker::builtinIteration},
      {"any", &TraceWalker::builtinIteration},    {"bool", &TraceWalker::builtinNumber},
      {"complex", &TraceWalker::builtinNumber},   {"enumerate", &TraceWalker::builtinIteration},
      {"filter", &TraceWalker::builtinIteration}, {"float", &TraceWalker::builtinNumber},
      {"int", &TraceWalker::builtinNumber},       {"isinstance", &TraceWalker::builtinIsinstance},
      {"iter", &TraceWalker::builtinIteration},   {"len", &TraceWalker::builtinLen},
      {"list", &TraceWalker::builtinIteration},   {"map", &TraceWalker::builtinIteration},
      {"max", &TraceWalker::builtinExtremum},     {"min", &TraceWalker::builtinExtremum},
      {"print", &TraceWalker::builtinText},       {"range", &TraceWalker::builtinRange},
      {"repr", &TraceWalker::builtinText},        {"reversed", &TraceWalker::builtinIteration},
      {"set", &TraceWalker::builtinIteration},    {"sorted", &TraceWalker::builtinIteration},
      {"str", &TraceWalker::builtinText},         {"sum", &TraceWalker::builtinIteration},
      {"tuple", &TraceWalker::builtinIteration},  {"zip", &TraceWalker::builtinIteration},
  };
  if (arguments.positional.empty() || expr.args.empty()) return {};
  const auto* row = std::ranges::find(kTable, name, &Row::name);
  return row == std::end(kTable) ? TraceValue() : (this->*row->evaluate)(expr, name, arguments);
}

TraceValue TraceWalker::builtinNumber(const syntax::Call& expr, std::string_view name,
                                      const Arguments& arguments) {
  const TraceValue& first = arguments.positional[0];
  number(expr, *expr.args[0], first, name);
  if (first.is(TracedKind::Metadata)) return first;
  return first.is(TracedKind::Unknown) || first.is(TracedKind::Object) ? TraceValue()
                                                                       : TraceValue::plain();
}

TraceValue TraceWalker::builtinLen(const syntax::Call& expr, std::string_view,
                                   const Arguments& arguments) {
  const TraceValue& first = arguments.positional[0];
  const syntax::Expr& source = *expr.args[0];
  switch (first.kind) {
    case TracedKind::Tensor:
      report(Rule::TracedLength, expr,
             "len() of '" + quoted(source) +
                 "' is an ordinary int, and the trace keeps its value for the example",
             "use '" + quoted(source) + ".size(0)', which PyTorch keeps track of while it traces");
      return TraceValue::plain();
    case TracedKind::Sizes: return TraceValue::metadata("number of dimensions");
    case TracedKind::TensorList: {
      TraceValue each;
      iterate(source, first, each);
      return TraceValue::plain();
    }
    case TracedKind::Sequence:
      return TraceValue::plain(eval::Value::integer(static_cast<int64_t>(first.elements.size())));
    default: return {};
  }
}

TraceValue TraceWalker::builtinRange(const syntax::Call& expr, std::string_view,
                                     const Arguments& arguments) {
  for (size_t i = 0; i < arguments.positional.size() && i < expr.args.size(); ++i) {
    const TraceValue& value = arguments.positional[i];
    if (!value.is(TracedKind::Size) && !value.is(TracedKind::Tensor)) continue;
    report(Rule::TracedLoop, expr,
           "'" + quoted(*expr.args[i]) +
               "' decides how often this loop runs, and the trace keeps its value for the example",
           "PyTorch does not warn of this: use operations on the whole tensor, or script the "
           "function that loops");
  }
  return {};
}

TraceValue TraceWalker::builtinExtremum(const syntax::Call& expr, std::string_view,
                                        const Arguments& arguments) {
  bool isKnown = std::ranges::none_of(
      arguments.positional, [](const TraceValue& value) { return value.is(TracedKind::Unknown); });
  bool isSize = std::ranges::any_of(arguments.positional, [](const TraceValue& value) {
    return value.is(TracedKind::Size) || value.is(TracedKind::Sizes);
  });
  if (!isKnown || !isSize) return {};
  if (arguments.positional.size() > 1 || arguments.positional[0].is(TracedKind::Sizes))
    testValue(expr, TraceValue::of(TracedKind::Size));
  return TraceValue::plain();
}

TraceValue TraceWalker::builtinIsinstance(const syntax::Call&, std::string_view,
                                          const Arguments& arguments) {
  if (arguments.positional.size() != 2) return {};
  PyRef cls = arguments.positional[1].object;
  bool isTensorClass = cls && cls->kind == PyKind::External &&
                       (cls->name == "torch.Tensor" || cls->name == "torch._tensor.Tensor");
  return isTensorClass && arguments.positional[0].isTensor()
             ? TraceValue::plain(eval::Value::boolean(true))
             : TraceValue();
}

TraceValue TraceWalker::builtinText(const syntax::Call&, std::string_view, const Arguments&) {
  return TraceValue::plain();
}

TraceValue TraceWalker::builtinAbs(const syntax::Call&, std::string_view,
                                   const Arguments& arguments) {
  const TraceValue& first = arguments.positional[0];
  return first.isTensor() || first.is(TracedKind::Size) ? first : TraceValue();
}

TraceValue TraceWalker::builtinIteration(const syntax::Call& expr, std::string_view name,
                                         const Arguments& arguments) {
  std::vector<std::vector<TraceValue>> columns;
  bool isKnown = true;
  for (size_t i = 0; i < arguments.positional.size() && i < expr.args.size(); ++i) {
    TraceValue each;
    auto parts = iterate(*expr.args[i], arguments.positional[i], each);
    isKnown = isKnown && parts;
    if (parts) columns.push_back(std::move(*parts));
  }
  const bool isSequence = name == "list" || name == "tuple";
  if (isSequence && arguments.positional[0].is(TracedKind::Sizes)) return arguments.positional[0];
  if (!isKnown || columns.empty()) return {};
  if (isSequence) return TraceValue::sequence(columns[0], name == "list");
  std::vector<TraceValue> rows;
  if (name == "enumerate" && columns.size() == 1) {
    for (size_t i = 0; i < columns[0].size(); ++i) {
      rows.push_back(TraceValue::sequence(
          {TraceValue::plain(eval::Value::integer(static_cast<int64_t>(i))), columns[0][i]},
          false));
    }
    return TraceValue::sequence(std::move(rows), true);
  }
  if (name == "zip") {
    size_t size = std::ranges::min(columns, {}, &std::vector<TraceValue>::size).size();
    for (size_t i = 0; i < size; ++i) {
      std::vector<TraceValue> row;
      for (auto& column : columns) row.push_back(column[i]);
      rows.push_back(TraceValue::sequence(std::move(row), false));
    }
    return TraceValue::sequence(std::move(rows), true);
  }
  return {};
}

}  // namespace ts::compiler
