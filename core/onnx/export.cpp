#include "core/onnx/export.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <unordered_set>

namespace ts::onnx {

namespace {

// Calls visit(name, value) for the values without parts, in the order of their containers.
void forEachLeaf(const std::string& name, const IValue& value,
                 const std::function<void(const std::string&, const IValue&)>& visit) {
  const auto all = [&](const std::vector<IValue>& items) {
    for (size_t i = 0; i < items.size(); ++i)
      forEachLeaf(name + "." + std::to_string(i), items[i], visit);
  };
  if (value.isList()) return all(value.toList().items);
  if (value.isTuple()) return all(value.toTuple().items);
  if (value.isDict()) {
    for (const auto& entry : value.toDict().entries())
      forEachLeaf(name + "." + interp::textOf(entry.key), entry.value, visit);
    return;
  }
  visit(name, value);
}

using Rename = std::unordered_map<std::string, std::string>;

void rename(Graph& graph, const Rename& names) {
  const auto change = [&](std::string& name) {
    if (const auto other = names.find(name); other != names.end()) name = other->second;
  };
  for (Node& node : graph.nodes) {
    std::ranges::for_each(node.inputs, change);
    std::ranges::for_each(node.outputs, change);
    for (Attribute& attribute : node.attributes)
      if (auto* inner = std::get_if<GraphPtr>(&attribute.value)) rename(**inner, names);
  }
  for (ValueInfo& output : graph.outputs) change(output.name);
}

// Removes nodes without used results; adds the names that remaining nodes use.
void removeUnused(Graph& graph, std::unordered_set<std::string>& used) {
  for (const ValueInfo& output : graph.outputs) used.insert(output.name);
  std::vector<Node> kept;
  for (size_t i = graph.nodes.size(); i-- > 0;) {
    Node& node = graph.nodes[i];
    if (std::ranges::none_of(node.outputs, [&](const auto& name) { return used.contains(name); }))
      continue;
    for (Attribute& attribute : node.attributes)
      if (auto* inner = std::get_if<GraphPtr>(&attribute.value)) removeUnused(**inner, used);
    used.insert(node.inputs.begin(), node.inputs.end());
    kept.push_back(std::move(node));
  }
  std::ranges::reverse(kept);
  graph.nodes = std::move(kept);
}

// Adds the types of all values that nodes compute.
void addTypes(Graph& graph, const Builder& builder, const Rename& names) {
  std::unordered_map<std::string, std::string> before;
  for (const auto& [from, to] : names) before[to] = from;
  std::unordered_set<std::string> outputs;
  for (const ValueInfo& output : graph.outputs) outputs.insert(output.name);
  const std::function<void(Graph&)> add = [&](Graph& inner) {
    for (const Node& node : inner.nodes) {
      for (const std::string& name : node.outputs) {
        if (outputs.contains(name)) continue;
        const auto old = before.find(name);
        const auto type = builder.types().find(old == before.end() ? name : old->second);
        if (type == builder.types().end()) continue;
        ValueInfo info = builder.infoOf(type->second);
        info.name = name;
        inner.values.push_back(std::move(info));
      }
      for (const Attribute& attribute : node.attributes)
        if (const auto* subgraph = std::get_if<GraphPtr>(&attribute.value)) add(**subgraph);
    }
  };
  add(graph);
}

bool sameGraph(const Graph& a, const Graph& b);

bool sameAttribute(const Attribute& a, const Attribute& b) {
  const auto *left = std::get_if<GraphPtr>(&a.value), *right = std::get_if<GraphPtr>(&b.value);
  return a.name == b.name && (left && right ? sameGraph(**left, **right) : a.value == b.value);
}

// The same nodes with constants of the same names.
bool sameGraph(const Graph& a, const Graph& b) {
  const auto sameNodes = [](const Node& left, const Node& right) {
    return left.op == right.op && left.inputs == right.inputs && left.outputs == right.outputs &&
           std::ranges::equal(left.attributes, right.attributes,
                              [](const auto& x, const auto& y) { return sameAttribute(x, y); });
  };
  const auto sameBytes = [](const Initializer& left, const Initializer& right) {
    const Tensor &x = left.tensor, &y = right.tensor;
    const size_t size = static_cast<size_t>(x.numel()) * x.itemSize();
    return left.name == right.name && x.dtype() == y.dtype() &&
           std::ranges::equal(x.sizes(), y.sizes()) &&
           (size == 0 || std::memcmp(x.bytes(), y.bytes(), size) == 0);
  };
  return std::ranges::equal(a.nodes, b.nodes, sameNodes) &&
         std::ranges::equal(a.initializers, b.initializers, sameBytes);
}

class Exporter {
 public:
  // earlier: the attributes that an earlier run of the program has changed.
  explicit Exporter(const ExportOptions& options, const Lowering::State& earlier = {})
      : options_(options), lowering_(options.opset, options.mostNodes) {
    lowering_.earlier = earlier;
  }
  const Lowering::State& state() const { return lowering_.state; }

  Exported run(const ir::Function& function, const interp::Stack& arguments) {
    std::vector<Val> values;
    for (size_t i = 0; i < arguments.size(); ++i) {
      const std::string name =
          i < function.schema.arguments.size() ? function.schema.arguments[i].name : "input";
      if (arguments[i].isObject())
        values.push_back(lowering_.fromKnown(arguments[i]));
      else
        values.push_back(inputOf(name, arguments[i]));
    }
    Val result;
    try {
      result = lowering_.call(function, std::move(values));
    } catch (const Raises& raises) {
      throw ExportError("the program raises an exception here for every input", raises.at);
    }
    addOutputs("output", result);
    finish();
    return std::move(exported_);
  }

 private:
  Val inputOf(const std::string& name, const IValue& value) {
    if (value.isTensor()) return tensorInput(name, value.toTensor());
    const auto all = [&](const std::vector<IValue>& items) {
      std::vector<Val> values;
      for (size_t i = 0; i < items.size(); ++i)
        values.push_back(inputOf(name + "." + std::to_string(i), items[i]));
      return values;
    };
    if (value.isList()) {
      auto list = std::make_shared<ListCell>();
      list->element = value.toList().element;
      list->items = all(value.toList().items);
      return list;
    }
    if (value.isTuple()) {
      auto tuple = std::make_shared<TupleCell>();
      tuple->type = value.toTuple().type;
      tuple->items = all(value.toTuple().items);
      return tuple;
    }
    if (value.isDict()) {
      auto dict = std::make_shared<DictCell>();
      dict->key = value.toDict().key;
      dict->value = value.toDict().value;
      for (const auto& entry : value.toDict().entries())
        dict->items.emplace_back(entry.key,
                                 inputOf(name + "." + interp::textOf(entry.key), entry.value));
      return dict;
    }
    return value;
  }

  Val tensorInput(const std::string& name, const Tensor& tensor) {
    if (tensor::isComplex(tensor.dtype()))
      lowering_.refuse(fmt::format("the input `{}` is complex", name));
    Wire wire{lowering_.builder.newName(name), tensor.dtype(), {}};
    Dims sizes(tensor.sizes());
    for (size_t i = 0; i < sizes.size(); ++i) {
      const auto symbol = options_.dynamic.find({name, static_cast<int64_t>(i)});
      if (symbol != options_.dynamic.end()) sizes[i] = lowering_.builder.symbol(symbol->second);
    }
    wire.shape = PartialShape::of(std::move(sizes));
    exported_.model.graph.inputs.push_back(lowering_.builder.infoOf(wire));
    return lowering_.newTensor(wire);
  }

  void addOutputs(const std::string& name, const Val& value) {
    const auto all = [&](const std::vector<Val>& items) {
      for (size_t i = 0; i < items.size(); ++i)
        addOutputs(name + "." + std::to_string(i), items[i]);
    };
    if (isNone(value)) return;
    if (const auto* tuple = std::get_if<TuplePtr>(&value)) return all((*tuple)->items);
    if (const auto* dict = std::get_if<DictPtr>(&value)) {
      for (const auto& [key, item] : (*dict)->items)
        addOutputs(name + "." + interp::textOf(key), item);
      return;
    }
    if (const auto* list = std::get_if<ListPtr>(&value)) {
      if (!(*list)->sequence) return all((*list)->items);
      return addOutput(name, *(*list)->sequence);
    }
    if (std::holds_alternative<ObjectPtr>(value) || std::holds_alternative<Uninitialized>(value))
      lowering_.refuse("a result is an object");
    if (const auto* atom = std::get_if<IValue>(&value); atom && !atom->isNumber())
      lowering_.refuse("a result is not a tensor: " + interp::textOf(*atom));
    addOutput(name, lowering_.wireOf(value));
  }

  void addOutput(const std::string& name, const Wire& wire) {
    Builder& builder = lowering_.builder;
    // An output has one name, and is neither an input nor a constant.
    std::string from = wire.name;
    if (!builder.isMadeHere(wire) || names_.contains(from))
      from = builder.addMany("Identity", {&wire, 1}, {wire})[0].name;
    names_[from] = builder.newName(name);
    ValueInfo info = builder.infoOf(wire);
    info.name = from;
    exported_.model.graph.outputs.push_back(std::move(info));
  }

  void finish() {
    Builder& builder = lowering_.builder;
    Graph& graph = exported_.model.graph;
    graph.name = "main";
    graph.nodes = builder.takeScope().nodes;
    std::unordered_set<std::string> used;
    removeUnused(graph, used);
    rename(graph, names_);
    addTypes(graph, builder, names_);
    for (const Initializer& each : builder.initializers())
      if (used.contains(each.name)) graph.initializers.push_back(each);
    exported_.model.opset = options_.opset;
    exported_.counts = lowering_.counts;
    exported_.renamed = builder.renamed();
  }

  const ExportOptions& options_;
  Lowering lowering_;
  Exported exported_;
  Rename names_;
};

}  // namespace

std::vector<std::pair<std::string, Tensor>> inputsOf(const ir::Function& function,
                                                     const interp::Stack& arguments) {
  std::vector<std::pair<std::string, Tensor>> all;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].isObject()) continue;
    forEachLeaf(function.schema.arguments[i].name, arguments[i],
                [&](const std::string& name, const IValue& value) {
                  if (value.isTensor()) all.emplace_back(name, value.toTensor());
                });
  }
  return all;
}

std::vector<std::pair<std::string, IValue>> outputsOf(const IValue& result) {
  std::vector<std::pair<std::string, IValue>> all;
  forEachLeaf("output", result, [&](const std::string& name, const IValue& value) {
    if (!value.isNone()) all.emplace_back(name, value);
  });
  return all;
}

Exported exportFunction(const ir::Function& function, const interp::Stack& arguments,
                        const ExportOptions& options) {
  Exporter first(options);
  Exported exported = first.run(function, arguments);
  if (first.state().empty()) return exported;
  // Caches and flags: the next run of the program has to be the same model.
  Exporter second(options, first.state());
  if (!sameGraph(second.run(function, arguments).model.graph, exported.model.graph))
    throw ExportError(fmt::format(
        "the attribute `{}` changes, and the next run of the program differs for it; ONNX models "
        "keep no state between runs",
        first.state().begin()->first.second));
  return exported;
}

}  // namespace ts::onnx
