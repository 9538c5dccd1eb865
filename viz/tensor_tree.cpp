#include "viz/tensor_tree.h"

#include <map>

#include "core/picture/costs.h"

namespace ts::viz {
namespace {

class TreeBuilder {
 public:
  explicit TreeBuilder(std::string name) {
    Group top;
    top.title = name;
    top.block = 0;
    picture_.hierarchy.groups.push_back(std::move(top));
    picture_.model.name = std::move(name);
    picture_.model.blocks.emplace_back();
    groups_[""] = 0;
  }

  void add(const std::string& path, const Weight& weight) {
    const size_t dot = path.rfind('.');
    const GroupId group = groupOf(dot == path.npos ? "" : path.substr(0, dot));
    const auto id = static_cast<NodeId>(picture_.model.nodes.size());
    ModelNode node;
    node.kind = "tensor";
    node.title = path.substr(dot == path.npos ? 0 : dot + 1);
    node.category = Category::Tensor;
    node.block = 0;
    // As an attribute of the file: the viewer shows its shape and its values.
    node.arguments.push_back({"", kNone, true, "file." + path, false});
    node.attributes.emplace_back("shape", weight.tensor.text());
    picture_.model.nodes.push_back(std::move(node));
    picture_.hierarchy.groupOf.push_back(group);
    picture_.hierarchy.groups[group].members.push_back({false, id});
    picture_.overlay.weights[path] = weight;
  }

  Picture finish() {
    finishHierarchy(picture_.model, picture_.hierarchy);
    addCosts(picture_.model, picture_.hierarchy, picture_.overlay);
    picture_.open = firstOpen(picture_.hierarchy);
    return std::move(picture_);
  }

 private:
  GroupId groupOf(const std::string& path) {
    if (const auto entry = groups_.find(path); entry != groups_.end()) return entry->second;
    const size_t dot = path.rfind('.');
    const GroupId parent = groupOf(dot == path.npos ? "" : path.substr(0, dot));
    const auto id = static_cast<GroupId>(picture_.hierarchy.groups.size());
    Group group;
    group.kind = GroupKind::Module;
    group.parent = parent;
    group.title = path;
    group.path = path;
    picture_.hierarchy.groups.push_back(std::move(group));
    picture_.hierarchy.groups[parent].members.push_back({true, id});
    return groups_[path] = id;
  }

  Picture picture_;
  std::map<std::string, GroupId> groups_;
};

}  // namespace

Picture makeTensorTree(std::string name,
                       const std::vector<std::pair<std::string, Weight>>& tensors) {
  TreeBuilder builder(std::move(name));
  for (const auto& [path, weight] : tensors) builder.add(path, weight);
  return builder.finish();
}

}  // namespace ts::viz
