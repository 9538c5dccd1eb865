#include "core/picture/view_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>

#include "core/base/json_writer.h"
#include "core/base/torch_profile.h"
#include "core/ops/torch_docs.h"
#include "core/picture/box_text.h"
#include "core/picture/costs.h"
#include "core/picture/group_layout.h"
#include "core/picture/node_marks.h"
#include "core/picture/text_metrics.h"
#include "core/source/source_file.h"

namespace ts::viz {
namespace {

constexpr uint32_t kLinesAround = 2;
constexpr size_t kLongestText = 1000;  // columns of a name or a literal

class ViewWriter {
 public:
  explicit ViewWriter(const Picture& picture)
      : picture_(picture), model_(picture.model), hierarchy_(picture.hierarchy), texts_(picture) {}

  std::string write() {
    number();
    json_.beginObject().member("version", 1);
    json_.member("name", text(model_.name)).member("target", text(picture_.target));
    json_.member("note", text(picture_.note)).member("torch", profileName(torchProfile()));
    // Tables, groups and nodes come first: they decide which lines of the files are shown.
    if (!picture_.sides.empty()) comparison();
    json_.key("groups").beginArray();
    for (GroupId id = 0; id < hierarchy_.groups.size(); ++id) group(id);
    json_.endArray().key("nodes").beginArray();
    for (NodeId id : nodes_) node(id);
    json_.endArray().key("values").beginArray();
    for (ValueId id : values_) value(id);
    json_.endArray().key("weights").beginArray();
    for (const auto& [path, weight] : picture_.overlay.weights) this->weight(path, weight);
    json_.endArray().key("operators").beginArray();
    for (const ops::FunctionSchema* each : operators_) operatorDoc(*each);
    json_.endArray().key("files").beginArray();
    for (size_t i = 0; i < files_.size(); ++i) file(i);
    json_.endArray().key("open").beginArray();
    for (GroupId id : picture_.open) json_.value(id);
    json_.endArray().member("focus", picture_.focus).key("selected");
    optional(picture_.selected == kNone ? kNone : nodeNumbers_[picture_.selected]);
    if (!picture_.heat.empty()) json_.member("heat", picture_.heat);
    json_.endObject();
    return json_.take();
  }

 private:
  static std::string text(std::string_view text) { return shortened(text, kLongestText); }

  // Gives the shown nodes and values consecutive numbers.
  void number() {
    nodeNumbers_.assign(model_.nodes.size(), kNone);
    valueNumbers_.assign(model_.values.size(), kNone);
    users_.resize(model_.values.size());
    for (const auto& [path, weight] : picture_.overlay.weights)
      weightNumbers_.emplace(path, static_cast<uint32_t>(weightNumbers_.size()));
    for (ValueId value : model_.top().parameters)
      if (model_.values[value].used) numberValue(value);
    for (NodeId id = 0; id < model_.nodes.size(); ++id) {
      if (hierarchy_.groupOf[id] == kNone) continue;
      nodeNumbers_[id] = static_cast<uint32_t>(nodes_.size());
      nodes_.push_back(id);
      const ModelNode& node = model_.nodes[id];
      for (BlockId block : node.blocks)
        for (ValueId value : model_.blocks[block].parameters) numberValue(value);
      for (ValueId value : node.outputs) numberValue(value);
      for (const ModelArgument& argument : node.arguments) {
        if (argument.folded) continue;
        auto& users = users_[hierarchy_.shownAs[argument.value]];
        if (users.empty() || users.back() != nodeNumbers_[id]) users.push_back(nodeNumbers_[id]);
      }
    }
  }

  void numberValue(ValueId value) {
    valueNumbers_[value] = static_cast<uint32_t>(values_.size());
    values_.push_back(value);
  }

  uint32_t numberOf(ValueId value) const { return valueNumbers_[hierarchy_.shownAs[value]]; }

  // ---- a comparison of runs

  void comparison() {
    json_.key("comparison").beginObject().key("sides").beginArray();
    for (const std::string& side : picture_.sides) json_.value(side);
    json_.endArray().key("facts").beginArray();
    for (const auto& [name, content] : picture_.facts)
      json_.beginArray().value(name).value(text(content)).endArray();
    json_.endArray().key("tables").beginArray();
    for (const ReportTable& table : picture_.tables) {
      json_.beginObject().member("title", table.title).key("columns").beginArray();
      for (const std::string& column : table.columns) json_.value(column);
      json_.endArray().key("rows").beginArray();
      for (const ReportRow& each : table.rows) row(each);
      json_.endArray().endObject();
    }
    json_.endArray().endObject();
  }

  void row(const ReportRow& row) {
    json_.beginObject().key("cells").beginArray();
    for (const std::string& cell : row.cells) json_.value(text(cell));
    json_.endArray().key("node");
    optional(row.node == kNone ? kNone : nodeNumbers_[row.node]);
    json_.key("place");
    place(row.place);
    if (row.isMarked) json_.member("isMarked", true);
    json_.endObject();
  }

  // ---- groups

  void group(GroupId id) {
    const Group& group = hierarchy_.groups[id];
    json_.beginObject().key("parent");
    optional(group.parent);
    json_.member("kind", groupKindName(group.kind)).member("title", text(group.title));
    json_.member("type", text(group.type)).member("path", text(group.path)).key("repeats");
    json_.beginArray();
    for (const std::string& path : group.repeats) json_.value(text(path));
    json_.endArray().key("control");
    optional(group.control == kNone ? kNone : nodeNumbers_[group.control]);
    json_.key("place");
    if (group.control != kNone)
      place(model_.nodes[group.control]);
    else
      place(group.frame == kNone ? SourceRange() : picture_.expanded.frames[group.frame].callSite);
    json_.key("stats");
    const auto& stats = picture_.overlay.groups;
    this->stats(id < stats.size() ? stats[id] : Stats(), group.nodes);
    json_.member("label", text(texts_.titleOf(id)));
    box(texts_.ofGroup(id));
    json_.key("layout");
    layout(group);
    json_.key("marks").beginArray();
    for (const Mark& each : group.marks) mark(each);
    json_.endArray().endObject();
  }

  void layout(const Group& group) {
    static constexpr std::array<std::string_view, 5> kinds = {"node", "group", "input", "output",
                                                              "bend"};
    const GroupLayout layout = layOutGroup(group);
    json_.beginObject().key("slots").beginArray();
    for (const LayoutSlot& slot : layout.slots) {
      const uint32_t id = slot.kind == SlotKind::Group  ? slot.id
                          : slot.kind == SlotKind::Node ? nodeNumbers_[slot.id]
                                                        : numberOf(slot.id);
      json_.beginObject().member("kind", kinds[static_cast<size_t>(slot.kind)]).member("id", id);
      json_.endObject();
    }
    json_.endArray().key("layers").beginArray();
    for (const auto& layer : layout.layers) ids(layer);
    json_.endArray().key("links").beginArray();
    for (const LayoutLink& link : layout.links) {
      json_.beginObject().member("from", link.from).member("to", link.to);
      json_.member("value", numberOf(link.value));
      if (link.becomes != kNone) json_.member("becomes", numberOf(link.becomes));
      json_.endObject();
    }
    json_.endArray().endObject();
  }

  void stats(const Stats& stats, size_t nodes) {
    json_.beginObject().member("nodes", static_cast<int64_t>(nodes));
    if (stats.parameters) json_.member("parameters", *stats.parameters);
    if (stats.parameterBytes) json_.member("parameterBytes", *stats.parameterBytes);
    if (stats.flops) json_.member("flops", *stats.flops);
    if (stats.activationBytes) json_.member("activationBytes", *stats.activationBytes);
    if (stats.seconds) json_.key("seconds").raw(number(*stats.seconds));
    if (stats.eagerSeconds) json_.key("eagerSeconds").raw(number(*stats.eagerSeconds));
    if (stats.compiledSeconds) json_.key("compiledSeconds").raw(number(*stats.compiledSeconds));
    json_.endObject();
  }

  // ---- nodes and values

  void node(NodeId id) {
    const ModelNode& node = model_.nodes[id];
    json_.beginObject().member("group", hierarchy_.groupOf[id]).member("kind", text(node.kind));
    json_.member("title", text(node.title)).member("category", categoryName(node.category));
    operatorOf(node);
    json_.key("inputs").beginArray();
    for (const ModelArgument& argument : node.arguments) this->argument(argument);
    json_.endArray().key("outputs").beginArray();
    for (ValueId value : node.outputs) json_.value(numberOf(value));
    json_.endArray().key("attributes").beginObject();
    for (const auto& [name, content] : node.attributes) json_.member(text(name), text(content));
    json_.endObject().key("place");
    place(node);
    json_.key("calls").beginArray();
    for (FrameId frame = node.frame; frame != kNone; frame = picture_.expanded.frames[frame].parent)
      if (picture_.expanded.frames[frame].callSite) place(picture_.expanded.frames[frame].callSite);
    json_.endArray().key("stats");
    const auto& stats = picture_.overlay.nodes;
    this->stats(id < stats.size() ? stats[id] : Stats(), 1);
    box(texts_.ofNode(id));
    json_.key("marks").beginArray();
    for (const Mark& each : marksOf(picture_, id)) mark(each);
    json_.endArray().endObject();
  }

  void box(const BoxText& box) {
    json_.key("box").beginObject().member("title", text(box.title));
    if (!box.details.empty()) {
      json_.key("details").beginArray();
      for (const std::string& detail : box.details) json_.value(text(detail));
      json_.endArray();
    }
    if (!box.note.empty()) json_.member("note", box.note);
    json_.member("family", box.family).endObject();
  }

  void mark(const Mark& mark) {
    json_.beginObject().member("kind", mark.kind).member("text", text(mark.text));
    if (!mark.label.empty()) json_.member("label", mark.label);
    json_.endObject();
  }

  void argument(const ModelArgument& argument) {
    json_.beginObject().member("name", argument.formal);
    if (!argument.folded) {
      json_.member("value", numberOf(argument.value));
    } else {
      json_.member("text", text(argument.text));
      if (argument.isDefault) json_.member("isDefault", true);
      if (const std::string* setting = settingOf(picture_.overlay, argument.text))
        json_.member("setting", *setting);
      const size_t dot = argument.text.find('.');
      const auto weight = dot == argument.text.npos
                              ? weightNumbers_.end()
                              : weightNumbers_.find(argument.text.substr(dot + 1));
      if (weight != weightNumbers_.end()) json_.member("weight", weight->second);
    }
    json_.endObject();
  }

  // Adds the operator of a node, which nodes of the same overload share.
  void operatorOf(const ModelNode& node) {
    if (node.schema == nullptr) return;
    const auto [at, isNew] =
        operatorNumbers_.try_emplace(node.schema, static_cast<uint32_t>(operators_.size()));
    if (isNew) operators_.push_back(node.schema);
    json_.member("operator", at->second);
  }

  void operatorDoc(const ops::FunctionSchema& schema) {
    json_.beginObject().member("schema", schema.str());
    const ops::OperatorDoc doc = ops::operatorDoc(schema);
    if (doc.layer != nullptr) {
      json_.member("summary", doc.layer->summary);
      if (!doc.layer->sizes.empty()) json_.member("sizes", doc.layer->sizes);
    }
    if (!doc.name.empty())
      json_.member("name", doc.name).member("page", ops::torchAddress(doc.name));
    json_.endObject();
  }

  void value(ValueId id) {
    const ModelValue& value = model_.values[id];
    json_.beginObject().member("name", text(value.name)).member("type", text(value.type));
    json_.key("node");
    optional(value.node == kNone ? kNone : nodeNumbers_[value.node]);
    json_.key("users");
    ids(users_[id]);
    if (const TensorFacts* facts = picture_.overlay.value(id)) {
      json_.member("shape", facts->text());
      if (facts->isExact) json_.member("isExact", true);
      if (facts->summary) summary(*facts->summary);
    }
    if (id < picture_.seen.size()) seen(picture_.seen[id]);
    json_.endObject();
  }

  void seen(const SeenTwice& seen) {
    if (seen.first.empty() && seen.second.empty()) return;
    json_.key("seen").beginObject().member("first", text(seen.first));
    json_.member("second", text(seen.second));
    if (!seen.difference.empty()) json_.member("difference", text(seen.difference));
    json_.endObject();
  }

  void weight(const std::string& path, const Weight& weight) {
    json_.beginObject().member("path", text(path)).member("shape", weight.tensor.text());
    json_.member("elements", weight.tensor.elements()).member("bytes", weight.tensor.bytes());
    json_.member("isParameter", weight.isParameter);
    if (weight.tensor.summary) summary(*weight.tensor.summary);
    json_.endObject();
  }

  void summary(const TensorSummary& summary) {
    json_.key("summary").beginObject();
    json_.key("min").raw(number(summary.min)).key("max").raw(number(summary.max));
    json_.key("mean").raw(number(summary.mean)).member("nan", summary.nan);
    json_.key("histogram").beginArray();
    for (int64_t count : summary.histogram) json_.value(count);
    json_.endArray().endObject();
  }

  // JSON has no infinity: 1e999 reads as one.
  static std::string number(double value) {
    if (std::isnan(value)) return "null";
    if (std::isinf(value)) return value < 0 ? "-1e999" : "1e999";
    return fmt::format("{:.6g}", value);
  }

  void optional(uint32_t id) {
    if (id == kNone)
      json_.null();
    else
      json_.value(id);
  }

  void ids(const std::vector<uint32_t>& all) {
    json_.beginArray();
    for (uint32_t id : all) json_.value(id);
    json_.endArray();
  }

  // ---- places

  void place(const SourceRange& range) {
    if (!range) {
      json_.null();
      return;
    }
    const LineColumn at = range.file->position(range.span.begin, ColumnUnit::Utf32);
    place(range.file, at.line, at.column);
  }

  void place(const ModelNode& node) {
    if (node.source == nullptr)
      json_.null();
    else
      place(node.source, node.line, node.column);
  }

  void place(const SourceFile* file, uint32_t line, uint32_t column) {
    auto [at, isNew] = fileNumbers_.try_emplace(file, static_cast<uint32_t>(files_.size()));
    if (isNew) files_.push_back({file, {}});
    std::set<uint32_t>& lines = files_[at->second].lines;
    const uint32_t last = std::min(line + kLinesAround, file->lineCount());
    for (uint32_t i = line > kLinesAround ? line - kLinesAround : 1; i <= last; ++i)
      lines.insert(i);
    json_.beginObject().member("file", at->second).member("line", line).member("column", column);
    json_.endObject();
  }

  void file(size_t index) {
    json_.beginObject().member("path", text(files_[index].file->path())).key("lines").beginObject();
    for (uint32_t line : files_[index].lines)
      json_.member(std::to_string(line), text(files_[index].file->lineText(line)));
    json_.endObject().endObject();
  }

  struct ShownFile {
    const SourceFile* file;
    std::set<uint32_t> lines;
  };

  const Picture& picture_;
  const Model& model_;
  const Hierarchy& hierarchy_;
  BoxTexts texts_;
  JsonWriter json_;
  std::vector<NodeId> nodes_;    // shown, in order
  std::vector<ValueId> values_;  // shown, in order
  std::vector<uint32_t> nodeNumbers_, valueNumbers_;
  std::vector<std::vector<uint32_t>> users_;
  std::map<std::string, uint32_t> weightNumbers_;
  std::vector<const ops::FunctionSchema*> operators_;
  std::unordered_map<const ops::FunctionSchema*, uint32_t> operatorNumbers_;
  std::vector<ShownFile> files_;
  std::unordered_map<const SourceFile*, uint32_t> fileNumbers_;
};

}  // namespace

std::string toViewJson(const Picture& picture) { return ViewWriter(picture).write(); }

}  // namespace ts::viz
