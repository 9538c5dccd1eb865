#include "core/picture/picture.h"

#include <algorithm>

#include "core/picture/costs.h"
#include "core/picture/diff.h"
#include "core/picture/infer_shapes.h"
#include "core/picture/tensor_facts.h"

namespace ts::viz {
namespace {

// Shapes that types contain: those of traces, and of graphs whose shapes a pass has computed.
void addTypes(const ModelIndex& index, Overlay& overlay) {
  for (const auto& [value, id] : index.values) {
    std::optional<TensorFacts> facts = factsOfType(value->type());
    if (!facts) continue;
    if (id >= overlay.values.size()) overlay.values.resize(id + 1);
    overlay.values[id] = std::move(facts);
  }
}

// Tensors that are constants, such as the weights of a frozen module.
void addConstants(const ModelIndex& index, Overlay& overlay) {
  for (const auto& [value, id] : index.values) {
    const types::Constant* constant = ir::constantOf(value);
    if (constant == nullptr || !constant->isOpaque() || !constant->opaque() ||
        !constant->type()->is(types::TypeKind::Tensor))
      continue;
    if (id >= overlay.values.size()) overlay.values.resize(id + 1);
    overlay.values[id] = factsOf(*static_cast<const tensor::Tensor*>(constant->opaque().get()));
  }
}

GroupId groupNamed(const Hierarchy& hierarchy, const std::string& name) {
  for (GroupId id = 0; id < hierarchy.groups.size(); ++id) {
    const Group& group = hierarchy.groups[id];
    if (group.path == name || group.title == name ||
        std::ranges::find(group.repeats, name) != group.repeats.end())
      return id;
  }
  return kNone;
}

NodeId nodeNamed(const Model& model, const Hierarchy& hierarchy, std::string name) {
  if (name.starts_with('%')) name.erase(0, 1);
  for (NodeId id = 0; id < model.nodes.size(); ++id) {
    const ModelNode& node = model.nodes[id];
    if (hierarchy.groupOf[id] == kNone) continue;
    for (ValueId value : node.outputs)
      if (model.values[value].name == name) return id;
    const std::string place = node.file + ":" + std::to_string(node.line);
    if (place == name || place.ends_with("/" + name)) return id;
  }
  return kNone;
}

void openAround(const Hierarchy& hierarchy, GroupId group, std::vector<GroupId>& open) {
  for (; group != kNone; group = hierarchy.groups[group].parent) open.push_back(group);
  std::ranges::sort(open);
  open.erase(std::unique(open.begin(), open.end()), open.end());
}

std::string chooseView(Picture& picture, const PictureOptions& options) {
  const Hierarchy& hierarchy = picture.hierarchy;
  if (!options.focus.empty()) {
    picture.focus = groupNamed(hierarchy, options.focus);
    if (picture.focus == kNone)
      return "the picture has no module or group `" + options.focus + "` to focus on";
  }
  if (!options.around.empty()) {
    picture.selected = nodeNamed(picture.model, hierarchy, options.around);
    if (picture.selected == kNone)
      return "the picture has no node `" + options.around +
             "`: give the name of a value, or FILE:LINE";
    if (options.focus.empty()) picture.focus = hierarchy.groupOf[picture.selected];
  }
  picture.open = options.depth ? openToDepth(hierarchy, picture.focus, *options.depth)
                               : firstOpen(hierarchy, picture.focus);
  openAround(hierarchy, picture.focus, picture.open);
  if (picture.selected != kNone)
    openAround(hierarchy, hierarchy.groupOf[picture.selected], picture.open);
  return {};
}

struct Prepared {
  Expanded expanded;
  Model model;
  Overlay overlay;
};

Prepared prepare(const ir::Graph& graph, std::string name, const PictureOptions& options,
                 std::string& warning) {
  Prepared prepared{expand(graph, {options.training}), {}, {}};
  if (options.extend) warning = options.extend(prepared.expanded);
  ModelIndex index;
  prepared.model = buildModel(*prepared.expanded.graph, std::move(name), &index);
  prepared.overlay.weights = options.weights;
  prepared.overlay.settings = options.settings;
  addTypes(index, prepared.overlay);
  addConstants(index, prepared.overlay);
  if (options.observe && warning.empty())
    warning = options.observe(prepared.expanded.graph, index, prepared.overlay);
  inferShapes(prepared.model, prepared.overlay);
  return prepared;
}

}  // namespace

void addMark(Picture& picture, NodeId node, std::string_view kind, std::string text,
             std::string label) {
  if (node >= picture.marks.size()) picture.marks.resize(node + 1);
  picture.marks[node].push_back({std::string(kind), std::move(text), std::move(label)});
}

void startAt(Picture& picture, NodeId node) {
  picture.selected = node;
  picture.focus = scopeOf(picture.hierarchy, picture.hierarchy.groupOf[node]);
  picture.open = firstOpen(picture.hierarchy, picture.focus);
  openAround(picture.hierarchy, picture.hierarchy.groupOf[node], picture.open);
}

MadePicture makePicture(const ir::Graph& graph, std::string name, const PictureOptions& options,
                        const DiffSide* before) {
  MadePicture result;
  Picture& picture = result.picture;
  Prepared prepared = prepare(graph, std::move(name), options, result.warning);
  picture.expanded = std::move(prepared.expanded);
  picture.model = std::move(prepared.model);
  picture.overlay = std::move(prepared.overlay);
  const std::vector<CallFrame>& frames = picture.expanded.frames;
  if (before != nullptr) {
    picture.hierarchy = buildTree(picture.model, frames);
    result.note = addDifferences(*before, picture).text();
    finishHierarchy(picture.model, picture.hierarchy);
  } else {
    picture.hierarchy = buildHierarchy(picture.model, frames, [&](const std::string& text) {
      const Weight* weight = weightOf(picture.overlay, text);
      if (weight != nullptr) return weight->tensor.text();
      const std::string* setting = settingOf(picture.overlay, text);
      return setting != nullptr ? *setting : std::string();
    });
  }
  addCosts(picture.model, picture.hierarchy, picture.overlay);
  result.error = chooseView(picture, options);
  return result;
}

DiffSide makeDiffSide(const ir::Graph& graph, std::string name, const PictureOptions& options,
                      std::string& warning) {
  Prepared prepared = prepare(graph, std::move(name), options, warning);
  DiffSide side{
      std::move(prepared.expanded), std::move(prepared.model), {}, std::move(prepared.overlay)};
  side.hierarchy = buildTree(side.model, side.expanded.frames);
  return side;
}

}  // namespace ts::viz
