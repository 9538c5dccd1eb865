#include "core/picture/model.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

#include "core/ir/ir.h"
#include "core/ir/kinds.h"
#include "core/picture/expand.h"
#include "core/picture/labels.h"
#include "core/picture/text_metrics.h"

namespace ts::viz {
namespace {

constexpr size_t kLongestFold = 60;  // columns of the text of a folded list or path

constexpr std::array<std::pair<std::string_view, std::string_view>, kCategoryCount> kCategories = {{
    {"tensor", "tensor operation"},
    {"scalar", "scalar operation"},
    {"container", "list, tuple, dict"},
    {"attribute", "attribute"},
    {"call", "call"},
    {"control", "control flow"},
    {"effect", "effect"},
    {"input", "input"},
    {"output", "output"},
}};

class Builder {
 public:
  explicit Builder(std::string name) { model_.name = std::move(name); }

  Model build(const ir::Graph& graph, ModelIndex* index) {
    index_ = index;
    noteWrittenAttributes(*graph.block());
    addBlock(*graph.block(), kNone, 0, "");
    // Inner blocks come after their parents, so a reverse pass sees them first.
    for (size_t i = model_.blocks.size(); i-- > 0;) summarize(static_cast<BlockId>(i));
    if (index != nullptr) index->values = std::move(ids_);
    return std::move(model_);
  }

 private:
  // An attribute that the graph sets is not folded, because the order of its reads matters.
  void noteWrittenAttributes(const ir::Block& block) {
    for (const ir::Node* node : block.nodes()) {
      if (node->is(ir::prim::SetAttr)) written_.insert(node->get<std::string>(ir::attr::name));
      for (const ir::Block* inner : node->blocks()) noteWrittenAttributes(*inner);
    }
  }

  BlockId addBlock(const ir::Block& block, NodeId owner, uint32_t depth, std::string title) {
    BlockId id = static_cast<BlockId>(model_.blocks.size());
    model_.blocks.emplace_back();
    model_.blocks[id].title = std::move(title);
    model_.blocks[id].owner = owner;
    model_.blocks[id].depth = depth;
    for (const ir::Value* value : block.inputs()) {
      model_.blocks[id].parameters.push_back(addValue(value, kNone, id));
    }
    for (const ir::Node* node : block.nodes()) {
      NodeId added = addNode(*node, id, depth);
      model_.blocks[id].nodes.push_back(added);
    }
    for (const ir::Value* value : block.outputs())
      model_.blocks[id].results.push_back(argument(value));
    return id;
  }

  ValueId addValue(const ir::Value* value, NodeId node, BlockId block) {
    ValueId id = static_cast<ValueId>(model_.values.size());
    model_.values.push_back({value->printedName(), value->type()->str(), value->hasDebugName(),
                             isTensor(value->type()), false, node, block});
    ids_.emplace(value, id);
    return id;
  }

  static bool isTensor(types::TypePtr type) {
    if (type->is(types::TypeKind::Optional)) type = type->element();
    return type->is(types::TypeKind::Tensor);
  }

  NodeId addNode(const ir::Node& node, BlockId block, uint32_t depth) {
    NodeId id = static_cast<NodeId>(model_.nodes.size());
    model_.nodes.emplace_back();
    if (index_ != nullptr) index_->nodes.emplace(&node, id);
    ModelNode modelNode;
    modelNode.kind = node.kind().str();
    modelNode.block = block;
    for (const ir::Value* input : node.inputs()) modelNode.arguments.push_back(argument(input));
    nameArguments(node, modelNode);
    modelNode.frame = frameOf(node);
    for (const ir::Attribute& attribute : node.attributes()) {
      // The frame contains the modules of the scope.
      const bool isScope = attribute.name == scopeAttribute() && frameOf(node) != kNone;
      if (attribute.name == frameAttribute() || isScope) continue;
      modelNode.attributes.emplace_back(attribute.name.str(), attributeText(attribute.value));
    }
    locate(node, modelNode);
    std::tie(modelNode.folded, modelNode.text) = fold(node, modelNode);

    bool isIf = node.is(ir::prim::If), isLoop = node.is(ir::prim::Loop);
    if (isIf || isLoop) {
      modelNode.category = Category::Control;
    } else {
      KindLabel label = kindLabel(node);
      modelNode.title = std::move(label.title);
      modelNode.category = label.category;
    }
    for (const ir::Value* output : node.outputs())
      modelNode.outputs.push_back(addValue(output, id, block));
    for (size_t i = 0; i < node.blocks().size(); ++i) {
      std::string title = isIf ? (i == 0 ? "true" : "false") : "body";
      modelNode.blocks.push_back(addBlock(*node.block(i), id, depth + 1, std::move(title)));
    }
    // After the blocks, because the title of a loop contains values of its body.
    auto text = [this](const ir::Value* value) { return foldedText(value); };
    if (isIf) modelNode.title = ifTitle(node, text);
    if (isLoop) modelNode.title = loopTitle(node, text);
    model_.nodes[id] = std::move(modelNode);
    return id;
  }

  const std::string* foldedText(const ir::Value* value) const {
    auto id = ids_.find(value);
    if (id == ids_.end()) return nullptr;
    NodeId node = model_.values[id->second].node;
    return node != kNone && model_.nodes[node].folded ? &model_.nodes[node].text : nullptr;
  }

  ModelArgument argument(const ir::Value* value) {
    ModelArgument argument;
    argument.value = ids_.at(value);
    NodeId node = model_.values[argument.value].node;
    // The value of a node that is still being added is not used yet.
    if (node != kNone && model_.nodes[node].folded) {
      argument.folded = true;
      argument.text = model_.nodes[node].text;
    }
    return argument;
  }

  void nameArguments(const ir::Node& node, ModelNode& modelNode) {
    if (node.is(ir::prim::If)) {
      modelNode.arguments[0].formal = "condition";
      return;
    }
    if (node.is(ir::prim::Loop)) {
      auto parameters = node.block(0)->inputs();
      for (size_t i = 0; i < modelNode.arguments.size(); ++i) {
        const ir::Value* carried =
            i >= 2 && i - 1 < parameters.size() ? parameters[i - 1] : nullptr;
        modelNode.arguments[i].formal = i == 0   ? "trips"
                                        : i == 1 ? "condition"
                                        : carried != nullptr && carried->hasDebugName()
                                            ? carried->debugNameBase()
                                            : "carried";
      }
      return;
    }
    const ops::FunctionSchema* schema = modelNode.schema = node.schema();
    if (schema == nullptr) return;
    for (size_t i = 0; i < modelNode.arguments.size() && i < schema->arguments.size(); ++i) {
      const ops::Argument& formal = schema->arguments[i];
      ModelArgument& actual = modelNode.arguments[i];
      actual.formal = formal.name;
      if (actual.folded && formal.defaultValue)
        actual.isDefault = equalsDefault(actual.text, formal);
      if (!formal.alias) continue;
      actual.isWritten = formal.alias->isWrite;
      std::string& list = formal.alias->isWrite ? modelNode.writes : modelNode.views;
      if (!list.empty()) list += ", ";
      list += formal.name;
    }
  }

  // A schema can give one number as the default of int[2].
  static bool equalsDefault(const std::string& text, const ops::Argument& formal) {
    std::string defaultText = constantText(*formal.defaultValue);
    if (text == defaultText) return true;
    if (!formal.broadcastSize || defaultText.starts_with("[")) return false;
    std::string many = "[" + defaultText;
    for (int i = 1; i < *formal.broadcastSize; ++i) many += ", " + defaultText;
    return text == many + "]";
  }

  void locate(const ir::Node& node, ModelNode& modelNode) {
    const SourceRange& range = node.range();
    if (!range) return;
    LineColumn at = range.file->position(range.span.begin, ColumnUnit::Utf32);
    modelNode.file = range.file->path();
    modelNode.source = range.file;
    modelNode.span = range.span;
    modelNode.line = at.line;
    modelNode.column = at.column;
    // Many nodes come from one line: those of a function that is inlined often.
    const std::string_view text = range.file->lineText(at.line);
    auto [entry, isNew] = sourceLines_.try_emplace(text.data());
    if (const size_t first = text.find_first_not_of(" \t"); isNew && first != text.npos)
      entry->second = shortened(text.substr(first), 160);
    modelNode.sourceLine = entry->second;
  }

  std::pair<bool, std::string> fold(const ir::Node& node, const ModelNode& modelNode) const {
    if (node.is(ir::prim::Constant)) {
      if (node.outputs().empty()) return {false, {}};
      if (auto constant = ir::constantOf(node.output())) return {true, constantText(*constant)};
      if (std::string function = functionName(node.output()); !function.empty())
        return {true, function};
      return {true, "<" + node.output()->type()->str() + ">"};
    }
    if (node.is(ir::prim::Uninitialized)) return {true, "uninitialized"};
    if (node.is(ir::prim::GetAttr)) return foldAttribute(node, modelNode);
    if (node.is(ir::prim::ListConstruct)) return foldSequence(node, modelNode, "[", "]");
    if (node.is(ir::prim::TupleConstruct)) return foldSequence(node, modelNode, "(", ")");
    return {false, {}};
  }

  // self.layer1.conv: a path of attributes that the graph never sets.
  std::pair<bool, std::string> foldAttribute(const ir::Node& node,
                                             const ModelNode& modelNode) const {
    const std::string& name = node.get<std::string>(ir::attr::name);
    const ir::Value* object = node.input();
    bool root = object->node()->is(ir::prim::Param) &&
                object->owningGraph()->block() == object->node()->owningBlock();
    if (written_.contains(name) || !(modelNode.arguments[0].folded || root)) return {false, {}};
    std::string path = modelNode.arguments[0].folded ? modelNode.arguments[0].text
                       : object->hasDebugName()      ? object->debugNameBase()
                                                     : "%" + object->printedName();
    return {true, path + "." + name};
  }

  // A list with a single user has no other user that could change it, so its literal can replace
  // it.
  std::pair<bool, std::string> foldSequence(const ir::Node& node, const ModelNode& modelNode,
                                            std::string_view open, std::string_view close) const {
    if (node.output()->uses().size() != 1) return {false, {}};
    const ir::Node* user = node.output()->uses()[0].user;
    if (user->is(ir::prim::Return) || user->is(ir::prim::Loop)) return {false, {}};
    std::string text(open);
    for (size_t i = 0; i < modelNode.arguments.size(); ++i) {
      if (!modelNode.arguments[i].folded) return {false, {}};
      if (i > 0) text += ", ";
      text += modelNode.arguments[i].text;
      if (text.size() > kLongestFold) return {false, {}};
    }
    if (open == "(" && modelNode.arguments.size() == 1) text += ",";
    return {true, text + std::string(close)};
  }

  // Computes the captures and the number of nodes of a block, after those of its inner blocks.
  void summarize(BlockId id) {
    std::vector<ValueId> captures;
    std::unordered_set<ValueId> seen;
    size_t shown = 0;
    auto use = [&](ValueId value) {
      model_.values[value].used = true;
      if (model_.values[value].block != id && seen.insert(value).second) captures.push_back(value);
    };
    for (NodeId at : model_.blocks[id].nodes) {
      const ModelNode& node = model_.nodes[at];
      if (node.folded) continue;
      ++shown;
      for (const ModelArgument& argument : node.arguments) {
        if (!argument.folded) use(argument.value);
      }
      for (BlockId inner : node.blocks) {
        shown += model_.blocks[inner].shownNodes;
        for (ValueId value : model_.blocks[inner].captures) use(value);
      }
    }
    for (const ModelArgument& result : model_.blocks[id].results) {
      if (!result.folded) use(result.value);
    }
    model_.blocks[id].captures = std::move(captures);
    model_.blocks[id].shownNodes = shown;
  }

  Model model_;
  ModelIndex* index_ = nullptr;
  std::unordered_map<const ir::Value*, ValueId> ids_;
  std::unordered_set<std::string> written_;
  std::unordered_map<const char*, std::string> sourceLines_;  // by the start of the line
};

}  // namespace

std::string_view categoryTitle(Category category) {
  return kCategories[static_cast<size_t>(category)].second;
}

std::string_view categoryName(Category category) {
  return kCategories[static_cast<size_t>(category)].first;
}

Model buildModel(const ir::Graph& graph, std::string name, ModelIndex* index) {
  return Builder(std::move(name)).build(graph, index);
}

std::string locationText(const ModelNode& node) {
  if (node.file.empty()) return {};
  return node.file + ":" + std::to_string(node.line) + ":" + std::to_string(node.column);
}

}  // namespace ts::viz
