#include "viz/json.h"

#include "core/base/json_writer.h"
#include "viz/formats.h"

namespace ts::viz {
namespace {

class Writer {
 public:
  Writer(const Model& model, bool locations) : model_(model), locations_(locations) {}

  std::string write() {
    json_.beginObject().member("name", model_.name);
    json_.key("nodes").beginArray();
    for (NodeId id = 0; id < model_.nodes.size(); ++id) node(id);
    json_.endArray().key("blocks").beginArray();
    for (BlockId id = 0; id < model_.blocks.size(); ++id) block(id);
    json_.endArray().key("values").beginArray();
    for (ValueId id = 0; id < model_.values.size(); ++id) value(id);
    json_.endArray().endObject();
    return json_.take() + "\n";
  }

 private:
  void node(NodeId id) {
    const ModelNode& node = model_.nodes[id];
    json_.beginObject().member("id", id).member("kind", node.kind).member("title", node.title);
    json_.member("category", categoryName(node.category)).member("block", node.block);
    json_.key("inputs");
    arguments(node.arguments);
    json_.key("outputs");
    ids(node.outputs);
    json_.key("blocks");
    ids(node.blocks);
    json_.key("attributes").beginObject();
    for (const auto& [name, text] : node.attributes) json_.member(name, text);
    json_.endObject();
    if (node.folded) json_.member("folded", node.text);
    if (locations_ && !node.file.empty()) {
      json_.key("location").beginObject();
      json_.member("file", node.file).member("line", node.line).member("column", node.column);
      if (!node.sourceLine.empty()) json_.member("text", node.sourceLine);
      json_.endObject();
    }
    json_.endObject();
  }

  void block(BlockId id) {
    const ModelBlock& block = model_.blocks[id];
    json_.beginObject().member("id", id).member("title", block.title).key("owner");
    if (block.owner == kNone) {
      json_.null();
    } else {
      json_.value(block.owner);
    }
    json_.member("depth", block.depth).key("parameters");
    ids(block.parameters);
    json_.key("nodes");
    ids(block.nodes);
    json_.key("results");
    arguments(block.results);
    json_.key("captures");
    ids(block.captures);
    json_.endObject();
  }

  void value(ValueId id) {
    const ModelValue& value = model_.values[id];
    json_.beginObject()
        .member("id", id)
        .member("name", value.name)
        .member("type", value.type)
        .key("node");
    if (value.node == kNone) {
      json_.null();
    } else {
      json_.value(value.node);
    }
    json_.member("block", value.block).endObject();
  }

  void arguments(const std::vector<ModelArgument>& arguments) {
    json_.beginArray();
    for (const ModelArgument& argument : arguments) {
      json_.beginObject().member("value", argument.value);
      if (!argument.formal.empty()) json_.member("name", argument.formal);
      if (argument.folded) json_.member("text", argument.text);
      if (argument.isDefault) json_.member("default", true);
      json_.endObject();
    }
    json_.endArray();
  }

  void ids(const std::vector<uint32_t>& all) {
    json_.beginArray();
    for (uint32_t id : all) json_.value(id);
    json_.endArray();
  }

  const Model& model_;
  bool locations_;
  JsonWriter json_;
};

}  // namespace

std::string toJson(const Model& model, bool locations) { return Writer(model, locations).write(); }

FormatResult makeJson(const FormatSubject& subject, const FormatOptions& options) {
  return {toJson(modelOf(*subject.function), options.locations), {}};
}

}  // namespace ts::viz
