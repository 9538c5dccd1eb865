#include "core/passes/fold.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "core/ir/kinds.h"
#include "core/passes/fold_table.h"

namespace ts::passes {

using ir::Node;
using types::Constant;
namespace prim = ir::prim;
namespace attr = ir::attr;

namespace {

FoldFunction find(Symbol kind) {
  static const auto table = [] {
    std::unordered_map<std::string_view, FoldFunction> result;
    for (auto rows : {numberFolds(), mathFolds(), stringFolds(), valueFolds()}) {
      for (const FoldRow& row : rows) result.emplace(row.name, row.function);
    }
    return result;
  }();
  auto row = table.find(kind.str());
  return row == table.end() ? nullptr : row->second;
}

// Folds kinds whose result depends on the node as well as its inputs. Returns nullopt for other
// kinds.
std::optional<bool> foldStructural(const Node* node, const std::vector<Constant>& arguments,
                                   Results& results) {
  if (node->is(prim::TupleConstruct)) {
    types::TypePtr type = node->output()->type();
    const auto* tuple = types::cast<types::TupleType>(type);
    bool isNamed = tuple != nullptr && !tuple->qualifiedName().empty();
    return addResult(results, Constant::tuple(arguments, isNamed ? type : nullptr));
  }
  if (node->is(prim::ListConstruct)) {
    return addResult(results, Constant::list(node->output()->type()->element(), arguments));
  }
  if (node->is(prim::DictConstruct)) {
    types::TypePtr type = node->output()->type();
    return addResult(results, Constant::dict(type->element(0), type->element(1), arguments));
  }
  if (node->is(prim::ListUnpack) || node->is(prim::TupleUnpack)) {
    if (!arguments[0].isContainer() || arguments[0].elements().size() != node->outputs().size())
      return false;
    results = arguments[0].elements();
    return true;
  }
  if (node->is(prim::isinstance)) {
    const auto& types = node->get<std::vector<types::TypePtr>>(attr::types);
    bool is = std::any_of(types.begin(), types.end(), [&](types::TypePtr type) {
      return types::isSubtype(arguments[0].type(), type);
    });
    return addResult(results, Constant::boolean(is));
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::vector<Constant>> fold(const Node* node) {
  std::vector<Constant> arguments;
  for (const ir::Value* input : node->inputs()) {
    auto constant = ir::constantOf(input);
    if (!constant) return std::nullopt;
    arguments.push_back(*constant);
  }
  Results results;
  if (auto done = foldStructural(node, arguments, results)) {
    return *done ? std::optional(std::move(results)) : std::nullopt;
  }
  FoldFunction function = find(node->kind());
  if (function == nullptr) return std::nullopt;
  const ops::FunctionSchema* schema = node->schema();
  if (schema != nullptr ? schema->isVararg : node->kind().ns() != "prim") return std::nullopt;
  if (!function(arguments, results) || results.size() != node->outputs().size())
    return std::nullopt;
  return results;
}

}  // namespace ts::passes
