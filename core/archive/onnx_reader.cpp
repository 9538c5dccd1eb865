#include "core/archive/onnx_reader.h"

#include <algorithm>

#include "core/archive/archive_error.h"
#include "core/archive/onnx_messages.h"
#include "core/archive/protobuf_reader.h"
#include "core/ir/kinds.h"

namespace ts::archive {
namespace {

using types::Constant;

// "/layer1/layer1.0/conv1/Conv" is in the modules layer1, layer1.0 and layer1.0.conv1. Returns them
// as a trace writes them.
std::string scopeOf(std::string_view name) {
  std::string scope, path;
  if (!name.starts_with('/')) return scope;
  name.remove_prefix(1);
  for (size_t slash = name.find('/'); slash != name.npos; slash = name.find('/')) {
    const std::string part(name.substr(0, slash));
    name.remove_prefix(slash + 1);
    if (part.empty()) continue;
    path = path.empty() || part.starts_with(path + ".") ? part : path + "." + part;
    scope += (scope.empty() ? "__module." : "/__module.") + path;
    if (scope.size() > 10'000) return {};
  }
  return scope;
}

class GraphReader {
 public:
  explicit GraphReader(OnnxModel& into) : model_(into), graph_(*into.graph) {}

  void read(std::string_view bytes) {
    self_ = graph_.addInput("self");
    self_->setType(types::anyType());
    fill(GraphProto(bytes), *graph_.block());
    while (generaliseFlows(*graph_.block())) {
    }
  }

 private:
  using Names = std::unordered_map<std::string_view, ir::Value*>;

  // Fills a block with a graph whose inputs are not yet parameters.
  void fill(const GraphProto& proto, ir::Block& block) {
    begin(proto, block);
    for (std::string_view name : proto.inputs)
      if (!scopes_.back().contains(name)) define(name, block.addInput(), proto);
    fillNodes(proto, block);
  }

  void begin(const GraphProto& proto, ir::Block& block) {
    if (scopes_.size() >= kMostOnnxNesting)
      refuse("graphs are nested too deeply (kMostOnnxNesting)");
    scopes_.emplace_back();
    for (std::string_view bytes : proto.initializers) addInitializer(TensorProto(bytes), block);
  }

  void fillNodes(const GraphProto& proto, ir::Block& block) {
    for (std::string_view bytes : proto.nodes) addNode(NodeProto(bytes), proto, block);
    for (std::string_view name : proto.outputs) block.registerOutput(valueOf(name, "the graph"));
    scopes_.pop_back();
  }

  void addInitializer(const TensorProto& tensor, ir::Block& block) {
    // Shapes of a Reshape and the like; a short vector of floats is a bias.
    const auto constant = tensor.constant();
    if (constant && (tensor.dims.empty() || constant->type() == types::listOf(types::intType()))) {
      scopes_.back()[tensor.name] = block.appendNode(graph_.createConstant(*constant))->output();
      return;
    }
    count();
    ir::Node* node = block.appendNode(graph_.create(ir::prim::GetAttr, {self_}));
    node->set(ir::attr::name, std::string(tensor.name));
    node->output()->setType(tensor.tensorType());
    scopes_.back()[tensor.name] = node->output();
    model_.weights.emplace(tensor.name, OnnxTensor{std::string(tensor.dtype()), tensor.dims});
  }

  void define(std::string_view name, ir::Value* value, const GraphProto& proto) {
    const auto type = proto.types.find(name);
    value->setType(type == proto.types.end() ? types::tensorType() : type->second);
    value->setDebugName(name);  // a number is not a name: the value keeps its own
    scopes_.back()[name] = value;
  }

  ir::Value* valueOf(std::string_view name, std::string_view user) const {
    for (size_t i = scopes_.size(); i-- > 0;)
      if (const auto entry = scopes_[i].find(name); entry != scopes_[i].end()) return entry->second;
    refuse("{} uses `{}`, which no earlier node defines", user, name);
  }

  // An input that is left out has an empty name.
  ir::Value* inputOf(const NodeProto& proto, size_t at, ir::Block& block, const Constant& missing) {
    if (at < proto.inputs.size() && !proto.inputs[at].empty())
      return valueOf(proto.inputs[at], proto.op);
    count();
    return block.appendNode(graph_.createConstant(missing))->output();
  }

  void count() {
    if (++nodes_ > kMostOnnxNodes) refuse("the graph has more than {} nodes", kMostOnnxNodes);
  }

  void addNode(const NodeProto& proto, const GraphProto& graph, ir::Block& block) {
    count();
    std::vector<AttributeProto> attributes;
    for (std::string_view bytes : proto.attributes) attributes.emplace_back(bytes);
    if (proto.isStandard("Constant") && proto.outputs.size() == 1 && attributes.size() == 1 &&
        attributes[0].tensor) {
      if (const auto constant = attributes[0].tensor->constant()) {
        scopes_.back()[proto.outputs[0]] =
            block.appendNode(graph_.createConstant(*constant))->output();
        return;
      }
    }
    // Exporters give equal initializers one tensor, and the others an Identity.
    if (proto.isStandard("Identity") && proto.inputs.size() == 1 && proto.outputs.size() == 1) {
      ir::Value* value = valueOf(proto.inputs[0], proto.op);
      if (value->node()->is(ir::prim::GetAttr) || value->node()->is(ir::prim::Constant)) {
        scopes_.back()[proto.outputs[0]] = value;
        return;
      }
    }
    ir::Node* node = proto.isStandard("If")     ? addIf(proto, attributes, graph, block)
                     : proto.isStandard("Loop") ? addLoop(proto, attributes, graph, block)
                                                : addOperator(proto, attributes, graph, block);
    for (const AttributeProto& attribute : attributes)
      if (attribute.value && attribute.hasGoodName())
        node->set(Symbol::intern(attribute.name), *attribute.value);
    if (!proto.domain.empty()) node->set(Symbol::intern("domain"), std::string(proto.domain));
    if (std::string scope = scopeOf(proto.name); !scope.empty())
      node->set(Symbol::intern("scope"), std::move(scope));
  }

  void addOutputs(ir::Node& node, const NodeProto& proto, const GraphProto& graph) {
    for (std::string_view name : proto.outputs) define(name, node.addOutput(), graph);
  }

  ir::Node* append(ir::Block& block, Symbol kind, const std::vector<ir::Value*>& inputs) {
    return block.appendNode(graph_.create(kind, inputs, 0));
  }

  ir::Node* addOperator(const NodeProto& proto, const std::vector<AttributeProto>& attributes,
                        const GraphProto& graph, ir::Block& block) {
    std::vector<ir::Value*> inputs;
    for (size_t i = 0; i < proto.inputs.size(); ++i)
      inputs.push_back(inputOf(proto, i, block, Constant::none()));
    ir::Node* node = append(block, Symbol::intern("onnx::" + std::string(proto.op)), inputs);
    for (const AttributeProto& attribute : attributes)
      for (std::string_view inner : attribute.graphs) fill(GraphProto(inner), *node->addBlock());
    addOutputs(*node, proto, graph);
    return node;
  }

  static std::string_view graphNamed(const std::vector<AttributeProto>& attributes,
                                     std::string_view name) {
    for (const AttributeProto& attribute : attributes)
      if (attribute.name == name && attribute.graphs.size() == 1) return attribute.graphs[0];
    refuse("a node lacks the graph `{}`", name);
  }

  ir::Node* addIf(const NodeProto& proto, const std::vector<AttributeProto>& attributes,
                  const GraphProto& graph, ir::Block& block) {
    ir::Value* condition = inputOf(proto, 0, block, Constant::boolean(true));
    condition->setType(types::boolType());
    ir::Node* node = append(block, ir::prim::If, {condition});
    for (std::string_view name : {"then_branch", "else_branch"}) {
      fill(GraphProto(graphNamed(attributes, name)), *node->addBlock());
      if (node->block(node->blocks().size() - 1)->outputs().size() != proto.outputs.size())
        refuse("a branch of an If has another number of outputs than the If");
    }
    addOutputs(*node, proto, graph);
    return node;
  }

  // The body of an ONNX loop also has the condition as a parameter; ours has not. The outputs
  // behind the carried ones are scan outputs: each round gives one slice. prim::Loop has carried
  // values only, so that a sequence of slices is carried and concatenated behind the loop.
  ir::Node* addLoop(const NodeProto& proto, const std::vector<AttributeProto>& attributes,
                    const GraphProto& graph, ir::Block& block) {
    const GraphProto body(graphNamed(attributes, "body"));
    const size_t inputs = std::max<size_t>(2, proto.inputs.size());
    const size_t carried = inputs - 2;
    if (body.inputs.size() != inputs || body.outputs.size() <= carried ||
        body.outputs.size() <= proto.outputs.size())
      refuse("the body of a Loop has other numbers of inputs or outputs than the Loop");
    const size_t scans = body.outputs.size() - 1 - carried;
    std::vector<ir::Value*> values = {inputOf(proto, 0, block, Constant::integer(INT64_MAX)),
                                      inputOf(proto, 1, block, Constant::boolean(true))};
    for (size_t i = 2; i < inputs; ++i)
      values.push_back(inputOf(proto, i, block, Constant::none()));
    for (size_t i = 0; i < scans; ++i)
      values.push_back(append(block, Symbol::intern("onnx::SequenceEmpty"), {})->addOutput());
    values[0]->setType(types::intType());
    values[1]->setType(types::boolType());
    ir::Node* node = append(block, ir::prim::Loop, values);
    ir::Block& inside = *node->addBlock();
    begin(body, inside);
    for (size_t i = 0; i < inputs; ++i) {
      if (i == 1)
        scopes_.back()[body.inputs[i]] = values[1];
      else
        define(body.inputs[i], inside.addInput(), body);
    }
    inside.inputs()[0]->setType(types::intType());
    std::vector<ir::Value*> sequences;
    for (size_t i = 0; i < scans; ++i) sequences.push_back(inside.addInput());
    fillNodes(body, inside);
    inside.outputs()[0]->setType(types::boolType());
    for (size_t i = 0; i < scans; ++i) {
      const size_t at = 1 + carried + i;
      ir::Node* insert = append(inside, Symbol::intern("onnx::SequenceInsert"),
                                {sequences[i], inside.outputs()[at]});
      inside.replaceOutput(at, insert->addOutput());
    }
    addLoopOutputs(*node, proto, graph, block, carried, scans);
    return node;
  }

  void addLoopOutputs(ir::Node& loop, const NodeProto& proto, const GraphProto& graph,
                      ir::Block& block, size_t carried, size_t scans) {
    for (size_t i = 0; i < carried + scans; ++i) {
      ir::Value* output = loop.addOutput();
      if (i >= carried) {
        ir::Node* concat = append(block, Symbol::intern("onnx::ConcatFromSequence"), {output});
        concat->set(Symbol::intern("axis"), int64_t{0});
        concat->set(Symbol::intern("new_axis"), int64_t{1});
        output = concat->addOutput();
      }
      if (i < proto.outputs.size()) define(proto.outputs[i], output, graph);
    }
  }

  // The declared types of a file may contradict each other. A value of a branch or a loop that does
  // not fit the type of its successor makes that Any. Returns true after a change.
  static bool generaliseFlows(ir::Block& block) {
    bool hasChanged = false;
    const auto flow = [&](const ir::Value* from, ir::Value* to) {
      if (types::isSubtype(from->type(), to->type())) return;
      to->setType(types::anyType());
      hasChanged = true;
    };
    for (ir::Node* node : block.nodes()) {
      const bool isLoop = node->is(ir::prim::Loop);
      for (size_t i = 0; (isLoop || node->is(ir::prim::If)) && i < node->outputs().size(); ++i) {
        if (isLoop) {
          flow(node->input(i + 2), node->block(0)->inputs()[i + 1]);
          flow(node->input(i + 2), node->output(i));
          flow(node->block(0)->outputs()[i + 1], node->block(0)->inputs()[i + 1]);
          flow(node->block(0)->outputs()[i + 1], node->output(i));
        } else {
          for (ir::Block* branch : node->blocks()) flow(branch->outputs()[i], node->output(i));
        }
      }
      for (ir::Block* inside : node->blocks()) hasChanged |= generaliseFlows(*inside);
    }
    return hasChanged;
  }

  OnnxModel& model_;
  ir::Graph& graph_;
  ir::Value* self_ = nullptr;
  std::vector<Names> scopes_;
  size_t nodes_ = 0;
};

}  // namespace

OnnxModel readOnnx(std::string_view bytes) {
  OnnxModel model;
  model.graph = std::make_shared<ir::Graph>();
  std::optional<std::string_view> graph;
  for (ProtobufReader in(bytes); in.next();)
    if (in.field() == 7) graph = in.bytes();
  if (!graph) refuse("the file has no graph: it is not an ONNX model");
  GraphReader(model).read(*graph);
  return model;
}

}  // namespace ts::archive
