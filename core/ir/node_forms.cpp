// Checks the form of nodes. Printers and passes read inputs, outputs, blocks and attributes of
// these kinds by position, so text that comes from outside has to be checked first.
#include <array>
#include <unordered_map>

#include "core/ir/kinds.h"
#include "core/ir/text.h"

namespace ts::ir {
namespace {

constexpr size_t kAny = SIZE_MAX;

struct Form {
  std::string_view kind;
  size_t leastInputs, mostInputs;
  size_t leastOutputs, mostOutputs;
  const Symbol* attribute = nullptr;  // one that the node needs; the parser checks its type
};

constexpr std::array kForms = {
    Form{"prim::Constant", 0, 0, 1, 1},
    Form{"prim::Uninitialized", 0, 0, 1, 1},
    Form{"prim::ListConstruct", 0, kAny, 1, 1},
    Form{"prim::TupleConstruct", 0, kAny, 1, 1},
    Form{"prim::DictConstruct", 0, kAny, 1, 1},
    Form{"prim::ListUnpack", 1, 1, 0, kAny},
    Form{"prim::TupleUnpack", 1, 1, 0, kAny},
    Form{"prim::TupleIndex", 2, 2, 1, 1},
    Form{"prim::TupleSlice", 1, 1, 1, 1, &attr::beg},
    Form{"prim::GetAttr", 1, 1, 1, 1, &attr::name},
    Form{"prim::SetAttr", 2, 2, 0, 0, &attr::name},
    Form{"prim::HasAttr", 1, 1, 1, 1, &attr::name},
    Form{"prim::CreateObject", 0, 0, 1, 1},
    Form{"prim::CallFunction", 1, kAny, 0, kAny},
    Form{"prim::CallMethod", 1, kAny, 0, kAny, &attr::name},
    Form{"prim::PythonOp", 0, kAny, 0, kAny, &attr::name},
    Form{"prim::Closure", 0, kAny, 1, 1, &attr::Subgraph},
    Form{"prim::fork", 0, kAny, 1, 1, &attr::Subgraph},
    Form{"prim::Enter", 1, 1, 1, 1},
    Form{"prim::Exit", 1, 1, 0, kAny},
    Form{"prim::unchecked_cast", 1, 1, 1, 1},
    Form{"prim::unchecked_unwrap_optional", 1, 1, 1, 1},
    Form{"prim::isinstance", 1, 1, 1, 1, &attr::types},
    Form{"prim::EnumName", 1, 1, 1, 1},
    Form{"prim::EnumValue", 1, 1, 1, 1},
    Form{"prim::ModuleContainerIndex", 2, 2, 1, 1},
    Form{"prim::tolist", 1, kAny, 1, 1},
    Form{"aten::ScalarImplicit", 1, 1, 1, 1},
    Form{"aten::FloatImplicit", 1, 1, 1, 1},
    Form{"aten::IntImplicit", 1, 1, 1, 1},
    Form{"aten::_unwrap_optional", 1, 1, 1, 1},
    Form{"aten::__getitem__", 2, 2, 1, 1},
};

const Form* formOf(const Node& node) {
  static const std::unordered_map<std::string_view, const Form*> forms = [] {
    std::unordered_map<std::string_view, const Form*> byName;
    for (const Form& form : kForms) byName.emplace(form.kind, &form);
    return byName;
  }();
  const auto form = forms.find(node.kind().str());
  return form == forms.end() ? nullptr : form->second;
}

std::string_view ifFault(const Node& node) {
  if (node.inputs().size() != 1) return "an If must have one input";
  if (node.blocks().size() != 2) return "an If must have two blocks";
  for (const Block* block : node.blocks()) {
    if (!block->inputs().empty()) return "a block of an If must not have inputs";
    if (block->outputs().size() != node.outputs().size())
      return "a block of an If must return as many values as the If";
  }
  return {};
}

std::string_view loopFault(const Node& node) {
  if (node.blocks().size() != 1) return "a Loop must have one block";
  const size_t carried = node.outputs().size();
  if (node.inputs().size() != carried + 2 || node.block(0)->inputs().size() != carried + 1 ||
      node.block(0)->outputs().size() != carried + 1)
    return "the inputs of a Loop must be a trip count, a condition and a value per output";
  return {};
}

std::string_view kindFault(const Node& node) {
  if (node.is(prim::Param) || node.is(prim::Return))
    return "a param or return node is among ordinary nodes";
  if (node.is(prim::If)) return ifFault(node);
  if (node.is(prim::Loop)) return loopFault(node);
  const Form* form = formOf(node);
  if (form == nullptr) return {};
  if (node.inputs().size() < form->leastInputs || node.inputs().size() > form->mostInputs)
    return "the number of inputs is wrong";
  if (node.outputs().size() < form->leastOutputs || node.outputs().size() > form->mostOutputs)
    return "the number of outputs is wrong";
  if (form->attribute != nullptr && !node.hasAttribute(*form->attribute))
    return "an attribute is missing";
  if (node.is(prim::TupleSlice) && !node.hasAttribute(attr::end)) return "an attribute is missing";
  if (node.is(prim::fork) &&
      node.get<GraphPtr>(attr::Subgraph)->inputs().size() != node.inputs().size())
    return "a fork must have an input for each input of its graph";
  const bool isFunction =
      node.is(prim::Constant) && node.output()->type()->is(types::TypeKind::Function);
  if (node.is(prim::Constant) && !isFunction && !node.hasAttribute(attr::value) &&
      !types::isSubtype(types::noneType(), node.output()->type()))
    return "a constant other than None must have a value";
  return {};
}

std::string blockFault(const Block& block) {
  for (const Node* node : block.nodes()) {
    if (const std::string_view fault = kindFault(*node); !fault.empty()) {
      const std::string text = print(*node, {.locations = false});
      return std::string(fault) + ": " + text.substr(0, text.find('\n'));
    }
    for (const Block* inner : node->blocks())
      if (std::string fault = blockFault(*inner); !fault.empty()) return fault;
    if (const AttributeValue* attribute = node->attribute(attr::Subgraph))
      if (std::string fault = formFault(*std::get<GraphPtr>(*attribute)); !fault.empty())
        return fault;
  }
  return {};
}

}  // namespace

std::string formFault(const Graph& graph) { return blockFault(*graph.block()); }

}  // namespace ts::ir
