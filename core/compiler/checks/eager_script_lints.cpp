#include "core/compiler/checks/eager_script_lints.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/ir/kinds.h"

namespace ts::compiler {

using diag::Diagnostic;
using diag::Rule;
using ir::Node;
using types::TypeKind;

using diag::Rule;

namespace {

using MaybeDiagnostic = std::optional<Diagnostic>;

Diagnostic make(Rule rule, const Node& node, std::string message, std::string note) {
  Diagnostic problem{rule, diag::info(rule).severity, node.range(), std::move(message), {}, {}, {}};
  problem.note(std::move(note));
  return problem;
}

bool is(const ir::Value* value, TypeKind kind) { return value->type()->is(kind); }

const std::string* textOf(const ir::Value* value) {
  const types::Constant* constant = ir::constantOf(value);
  return constant && constant->isString() ? &constant->toString() : nullptr;
}

// Format fields with content, such as "{:.2f}", "{0}" or "{name}". A script formats only "{}".
MaybeDiagnostic fields(const Node& node) {
  const std::string* text = textOf(node.input(0));
  if (!text) return std::nullopt;
  for (size_t at = text->find('{'); at != text->npos && at + 1 < text->size();
       at = text->find('{', at + 1)) {
    if ((*text)[at + 1] == '}') continue;
    size_t end = text->find('}', at);
    if ((*text)[at + 1] == '{' || end == std::string::npos) return std::nullopt;
    return make(Rule::FormatFieldIgnored, node,
                fmt::format("a script leaves '{}' as it is: it only knows '{{}}'",
                            text->substr(at, end - at + 1)),
                "convert the value first, and write {} in its place");
  }
  return std::nullopt;
}

// Percent formats with a width or precision, such as "%.2f" or "%5d".
MaybeDiagnostic percent(const Node& node) {
  const std::string* text = textOf(node.input(0));
  if (!text) return std::nullopt;
  for (size_t at = text->find('%'); at != text->npos && at + 1 < text->size();
       at = text->find('%', at + 2)) {
    char next = (*text)[at + 1];
    bool hasWidth =
        (next >= '0' && next <= '9') || next == '.' || next == '-' || next == '+' || next == '#';
    if (!hasWidth) continue;
    return make(Rule::PercentWidth, node,
                "a script raises here: '%' takes no width and no precision",
                "write plain %s, %d or %f, or use \"{}\".format()");
  }
  return std::nullopt;
}

// int(round(x)) has the same value in eager Python and in a script.
bool becomesInt(const Node& node) {
  static const Symbol kInt = Symbol::intern("aten::Int");
  return std::ranges::all_of(node.output()->uses(),
                             [](const ir::Use& use) { return use.user->is(kInt); });
}

MaybeDiagnostic power(const Node& node) {
  if (node.inputs().size() != 2 || !is(node.input(0), TypeKind::Int) ||
      !is(node.input(1), TypeKind::Int))
    return std::nullopt;
  if (node.output()->type()->is(TypeKind::Int) || becomesInt(node)) return std::nullopt;
  return make(Rule::IntegerPower, node,
              "** of two ints is a float in a script, and an int in Python",
              "write int(...) around it, or multiply");
}

MaybeDiagnostic rounded(const Node& node) {
  if (node.inputs().size() != 1 || !node.output()->type()->is(TypeKind::Float) || becomesInt(node))
    return std::nullopt;
  return make(Rule::RoundGivesFloat, node,
              "round() gives a float in a script, and an int in Python", "write int(round(...))");
}

bool isDtype(const ir::Value* value) {
  static const Symbol kDtype = Symbol::intern("prim::dtype");
  return value->node()->is(kDtype);
}

// In a script's text, strings in a container have no quotes and floats have no trailing zero. The
// text of a dict differs in both ways; the text of ints does not differ.
bool hasOwnText(types::TypePtr type) {
  if (type->is(TypeKind::Dict)) return true;
  if (!type->is(TypeKind::List) && !type->is(TypeKind::Tuple)) return false;
  return std::ranges::any_of(type->contained(), [](types::TypePtr inner) {
    return inner->is(TypeKind::Float) || inner->is(TypeKind::String) || hasOwnText(inner);
  });
}

// The text of an exception is not checked: its formatting does not affect the program's result.
bool isRaised(const Node& node) {
  return std::ranges::any_of(node.output()->uses(), [](const ir::Use& use) {
    return use.user->is(ir::prim::RaiseException);
  });
}

// str(), format() and f-strings of values whose text differs in a script.
MaybeDiagnostic text(const Node& node) {
  if (isRaised(node)) return std::nullopt;
  for (const ir::Value* value : node.inputs()) {
    if (isDtype(value)) {
      return make(Rule::DtypeAsText, node,
                  "a dtype is a number in a script, and so is its text: '6' for torch.float32",
                  "compare dtypes, and write their names yourself");
    }
    if (hasOwnText(value->type())) {
      return make(Rule::ContainerAsText, node,
                  fmt::format("the text of a {} differs in a script: strings have no quotes, "
                              "floats no trailing zero",
                              value->type()->annotation()),
                  "build the text from the elements");
    }
  }
  return std::nullopt;
}

MaybeDiagnostic format(const Node& node) {
  MaybeDiagnostic maybeDiagnostic = fields(node);
  return maybeDiagnostic ? maybeDiagnostic : text(node);
}

// torch.tensor([1, 2.5])
MaybeDiagnostic tensor(const Node& node) {
  if (node.inputs().empty()) return std::nullopt;
  types::TypePtr type = node.input(0)->type();
  if (!type->is(TypeKind::List) || !type->contained()[0]->is(TypeKind::Union)) return std::nullopt;
  return make(Rule::MixedNumbers, node,
              "a script raises here: the numbers of a tensor must all be of one type",
              "write 1.0 for 1");
}

// x.shape == [2, 3]: in Python the left side is a tuple, which never equals a list. A tuple becomes
// a list in the graph, too, so that the text of the comparison decides.
MaybeDiagnostic sizes(const Node& node) {
  static const Symbol kSize = Symbol::intern("aten::size");
  if (node.inputs().size() < 2 || !node.range()) return std::nullopt;
  auto isSize = [](const ir::Value* value) {
    return value->node()->is(kSize) && value->node()->inputs().size() == 1;
  };
  auto isList = [](const ir::Value* value) {
    const types::Constant* constant = ir::constantOf(value);
    return value->node()->is(ir::prim::ListConstruct) || (constant && constant->isContainer());
  };
  const std::string_view text = node.range().text();
  const bool differs = (isSize(node.input(0)) && isList(node.input(1)) && text.ends_with(']')) ||
                       (isSize(node.input(1)) && isList(node.input(0)) && text.starts_with('['));
  if (!differs) return std::nullopt;
  return make(
      Rule::SizeIsList, node,
      "a tensor's size is a list in a script, and a tuple in Python, which never equals a list",
      "write list(x.shape)");
}

struct Row {
  std::string_view op;
  MaybeDiagnostic (*check)(const Node& node);
};
constexpr Row kTable[] = {
    {"aten::add", sizes},
    {"aten::eq", sizes},
    {"aten::ne", sizes},
    {"aten::format", format},
    {"aten::percentFormat", percent},
    {"aten::pow", power},
    {"aten::round", rounded},
    {"aten::str", text},
    {"aten::tensor", tensor},
};

void checkBlock(const ir::Block& block, const std::function<void(Diagnostic)>& report) {
  static const SymbolMap<decltype(Row::check)> kChecks = [] {
    SymbolMap<decltype(Row::check)> checks;
    for (const Row& row : kTable) checks.insert(Symbol::intern(row.op), row.check);
    return checks;
  }();
  for (const Node* node : block.nodes()) {
    if (const auto* check = kChecks.find(node->kind())) {
      if (MaybeDiagnostic maybeDiagnostic = (*check)(*node)) report(std::move(*maybeDiagnostic));
    }
    for (const ir::Block* inner : node->blocks()) checkBlock(*inner, report);
  }
}

}  // namespace

void checkEagerScriptLints(const ir::Graph& graph, const std::function<void(Diagnostic)>& report) {
  checkBlock(*graph.block(), report);
}

}  // namespace ts::compiler
