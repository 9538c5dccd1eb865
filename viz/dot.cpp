#include "viz/dot.h"

#include <fmt/format.h>

#include <iterator>

#include "core/picture/text_metrics.h"
#include "viz/box.h"
#include "viz/formats.h"
#include "viz/theme.h"

namespace ts::viz {
namespace {

constexpr size_t kDotLabelColumns = 40;

// Escapes text for a quoted string of dot.
std::string dotString(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
    }
  }
  return out;
}

class DotWriter {
 public:
  DotWriter(const Model& model, uint32_t depth, bool locations)
      : model_(model), depth_(depth), locations_(locations) {}

  std::string write() {
    put("digraph \"{}\" {{\n", dotString(shortened(model_.name, 200)));
    put("  node [shape=box, style=\"rounded,filled\", fontname=\"monospace\", fontsize=11];\n");
    put("  edge [fontname=\"monospace\", fontsize=9, color=\"{}\"];\n", theme::kOtherEdge);
    writeBlock(0, 1);
    out_ += edges_;
    out_ += "}\n";
    return std::move(out_);
  }

 private:
  template <typename... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
  }

  void line(size_t level, std::string_view text) {
    out_.append(2 * level, ' ');
    out_ += text;
    out_ += '\n';
  }

  std::string colours(Category category) const {
    const theme::Colours& colours = theme::colours(category);
    return fmt::format("fillcolor=\"{}\", color=\"{}\", fontcolor=\"{}\"", colours.fill,
                       colours.stroke, colours.text);
  }

  void writeBlock(BlockId id, size_t level) {
    const ModelBlock& block = model_.blocks[id];
    for (ValueId value : block.parameters) {
      line(level, fmt::format("v{} [label=\"{}\", {}];", value,
                              dotString(valueLabel(model_.values[value], kDotLabelColumns)),
                              colours(Category::Input)));
    }
    for (NodeId node : block.nodes) {
      if (!model_.nodes[node].folded) writeNode(node, level);
    }
    for (size_t i = 0; i < block.results.size(); ++i) writeResult(id, i, level);
  }

  void writeNode(NodeId id, size_t level) {
    const ModelNode& node = model_.nodes[id];
    bool open = isOpen(node);
    size_t inner = level;
    if (open) {
      line(level, fmt::format("subgraph cluster_n{} {{", id));
      line(++inner, fmt::format("label=\"\"; style=rounded; color=\"{}\";",
                                theme::colours(Category::Control).stroke));
    }
    line(inner, fmt::format("n{} [label=\"{}\", tooltip=\"{}\", {}];", id, dotString(label(node)),
                            dotString(tooltip(node)), colours(node.category)));
    for (const ModelArgument& argument : node.arguments) {
      if (!argument.folded) addEdge(argument.value, fmt::format("n{}", id));
    }
    if (!open) {
      for (BlockId block : node.blocks) {
        for (ValueId value : model_.blocks[block].captures) addEdge(value, fmt::format("n{}", id));
      }
      return;
    }
    for (BlockId block : node.blocks) {
      line(inner, fmt::format("subgraph cluster_b{} {{", block));
      line(inner + 1,
           fmt::format(
               "label=\"{}\"; fontname=\"monospace\"; fontsize=10; style=\"rounded,dashed\";",
               dotString(model_.blocks[block].title)));
      writeBlock(block, inner + 1);
      line(inner, "}");
    }
    for (size_t i = 0; i < node.outputs.size(); ++i) {
      line(inner, fmt::format("v{} [shape=point, width=0.08];", node.outputs[i]));
    }
    line(level, "}");
  }

  bool isOpen(const ModelNode& node) const {
    return !node.blocks.empty() && model_.blocks[node.blocks[0]].depth <= depth_;
  }

  // A result of the graph is a node. A result of a block is an edge to the output of the block's
  // owner.
  void writeResult(BlockId id, size_t index, size_t level) {
    const ModelBlock& block = model_.blocks[id];
    const ModelArgument& result = block.results[index];
    const ModelNode* owner = block.owner == kNone ? nullptr : &model_.nodes[block.owner];
    size_t skipped = owner != nullptr && owner->kind == "prim::Loop" ? 1 : 0;
    std::string to;
    if (owner != nullptr && index >= skipped && index - skipped < owner->outputs.size()) {
      to = fmt::format("v{}", owner->outputs[index - skipped]);
      if (!result.folded) return addEdge(result.value, to);
    }
    if (owner != nullptr && index < skipped && result.folded) return;
    std::string name = fmt::format("r{}_{}", id, index);
    std::string text = result.folded ? shortened(result.text, kDotLabelColumns)
                       : index < skipped
                           ? std::string("go on if")
                           : valueLabel(model_.values[result.value], kDotLabelColumns);
    line(level, fmt::format("{} [label=\"{}\", {}];", name, dotString(text),
                            colours(owner == nullptr ? Category::Output : Category::Scalar)));
    if (!result.folded) addEdge(result.value, name);
    if (!to.empty()) edges_ += fmt::format("  {} -> {};\n", name, to);
  }

  std::string label(const ModelNode& node) const {
    std::string text = shortened(node.title, kDotLabelColumns);
    for (const ModelArgument& argument : node.arguments) {
      if (!argument.folded || argument.isDefault) continue;
      if (argument.text == node.title.substr(node.title.find(' ') + 1)) continue;
      text += "\n" + (argument.formal.empty() ? "" : argument.formal + "=") +
              shortened(argument.text, kDotLabelColumns);
    }
    if (!node.blocks.empty() && !isOpen(node)) {
      size_t nodes = 0;
      for (BlockId block : node.blocks) nodes += model_.blocks[block].shownNodes;
      text += "\n" + std::to_string(nodes) + (nodes == 1 ? " node inside" : " nodes inside");
    }
    return text;
  }

  std::string tooltip(const ModelNode& node) const {
    std::string text = node.kind;
    if (locations_ && !node.file.empty()) text += "\n" + locationText(node);
    if (locations_ && !node.sourceLine.empty()) text += "\n" + node.sourceLine;
    return text;
  }

  void addEdge(ValueId value, const std::string& to) {
    const ModelValue& shown = model_.values[value];
    std::string from;
    if (shown.node == kNone || isOpen(model_.nodes[shown.node])) {
      from = fmt::format("v{}", value);
    } else {
      from = fmt::format("n{}", shown.node);
    }
    edges_ += fmt::format("  {} -> {} [label=\"{}\"];\n", from, to,
                          dotString(valueLabel(shown, kDotLabelColumns)));
  }

  const Model& model_;
  uint32_t depth_;
  bool locations_;
  std::string out_;
  std::string edges_;
};

}  // namespace

std::string toDot(const Model& model, uint32_t depth, bool locations) {
  return DotWriter(model, depth, locations).write();
}

FormatResult makeDot(const FormatSubject& subject, const FormatOptions& options) {
  return {toDot(modelOf(*subject.function), options.depth.value_or(UINT32_MAX), options.locations),
          {}};
}

}  // namespace ts::viz
