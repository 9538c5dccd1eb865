#include "core/picture/expand.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/ir/kinds.h"
#include "core/passes/constant_propagation.h"
#include "core/passes/peephole.h"
#include "core/passes/stable_iteration.h"

namespace ts::viz {
namespace {

using ir::Block;
using ir::Function;
using ir::Graph;
using ir::Node;
using ir::Value;
using passes::StableNodes;
namespace prim = ir::prim;

// "layer1.0" for a chain of GetAttr on the first input of the graph; nothing for other values.
std::optional<std::string> pathOf(const Value* object) {
  std::string path;
  while (object->node()->is(prim::GetAttr)) {
    const std::string& name = object->node()->get<std::string>(ir::attr::name);
    path = path.empty() ? name : name + "." + path;
    object = object->node()->input();
  }
  const Graph* graph = object->owningGraph();
  if (graph->inputs().empty() || object != graph->inputs()[0]) return std::nullopt;
  return path;
}

// "Bottleneck" for "__torch__.torchvision.models.resnet.Bottleneck".
std::string simpleName(const types::ClassType& type) {
  const std::string& qualified = type.qualifiedName();
  std::string name = qualified.substr(qualified.rfind('.') + 1);
  return name;
}

// Returns whether the graph reads the mode.
bool setEvaluating(Graph& graph, Block* block) {
  bool isFound = false;
  for (Node* node : StableNodes(block)) {
    for (Block* inner : node->blocks()) isFound |= setEvaluating(graph, inner);
    if (!node->is(prim::GetAttr) || node->get<std::string>(ir::attr::name) != "training" ||
        !node->output()->type()->is(types::TypeKind::Bool))
      continue;
    ir::WithInsertPoint guard(node);
    node->output()->replaceAllUsesWith(
        graph.insertConstant(types::Constant::boolean(false), node->range()));
    node->destroy();
    isFound = true;
  }
  return isFound;
}

bool raises(const Block& block) {
  for (const Node* node : block.nodes()) {
    if (node->is(prim::RaiseException) ||
        (node->is(prim::If) && raises(*node->block(0)) && raises(*node->block(1))))
      return true;
  }
  return false;
}

Symbol warnKind() {
  static const Symbol kind = Symbol::intern("aten::warn");
  return kind;
}

void takeBranch(Node* branch, Block* taken) {
  for (Node* node : StableNodes(taken)) node->moveBefore(branch);
  for (size_t i = 0; i < branch->outputs().size(); ++i)
    branch->output(i)->replaceAllUsesWith(taken->outputs()[i]);
  branch->destroy();
}

// Removes warnings, branches that raise, and branches that are empty then. Returns whether there
// were any.
bool foldChecks(Block* block) {
  bool isFound = false;
  for (Node* node : StableNodes(block)) {
    for (Block* inner : node->blocks()) isFound |= foldChecks(inner);
    if (node->is(warnKind())) {
      node->destroy();
      isFound = true;
      continue;
    }
    if (!node->is(prim::If)) continue;
    const bool first = raises(*node->block(0)), second = raises(*node->block(1));
    if (first != second) {
      takeBranch(node, node->block(first ? 1 : 0));
      isFound = true;
    } else if (node->outputs().empty() && node->block(0)->empty() && node->block(1)->empty()) {
      node->destroy();
      isFound = true;
    }
  }
  return isFound;
}

class Expander {
 public:
  Expander(Graph& graph, std::vector<CallFrame>& frames, const ExpandOptions& options)
      : graph_(graph), frames_(frames), options_(options) {}

  void run() { visit(graph_.block(), kOutside); }
  bool isCut() const { return isCut_; }
  bool hasInlined() const { return copied_ > 0; }

 private:
  static constexpr FrameId kOutside = UINT32_MAX;

  void visit(Block* block, FrameId frame) {
    for (Node* node : StableNodes(block)) visit(node, frame);
  }

  void visit(Node* node, FrameId frame) {
    if (Function* callee = calleeOf(*node); callee != nullptr && inlineCall(node, callee, frame))
      return;
    const FrameId own = tracedFrame(*node, frame);
    node->set(frameAttribute(), static_cast<int64_t>(own));
    for (Block* inner : node->blocks()) visit(inner, own);
  }

  Function* calleeOf(const Node& node) const {
    Function* callee = nullptr;
    if (node.is(prim::CallFunction)) {
      if (const auto* type = types::cast<types::FunctionType>(node.input(0)->type()))
        callee = type->function();
    } else if (node.is(prim::CallMethod)) {
      if (const auto* type = types::cast<types::ClassType>(node.input(0)->type()))
        callee = type->method(node.get<std::string>(ir::attr::name));
    }
    return callee != nullptr && callee->graph != nullptr && !open_.contains(callee) ? callee
                                                                                    : nullptr;
  }

  // Returns false, with the call as it was, when the graph would become too large.
  bool inlineCall(Node* call, Function* callee, FrameId around) {
    std::vector<Value*> arguments(call->inputs().begin(), call->inputs().end());
    if (call->is(prim::CallFunction)) arguments.erase(arguments.begin());
    const Body& body = simplified(*callee, arguments);
    copied_ += body.size;
    if (copied_ > kMostExpandedNodes) {
      isCut_ = true;
      return false;
    }
    const FrameId frame = addFrame(*call, *callee, tracedFrame(*call, around));
    Node* before = call->prev();
    const std::vector<Value*> results = copyBefore(call, *body.graph, arguments);
    std::vector<Node*> copies;
    for (Node* at = before->next(); at != call; at = at->next()) copies.push_back(at);
    for (size_t i = 0; i < results.size() && i < call->outputs().size(); ++i) {
      if (call->output(i)->hasDebugName() && !isOutside(results[i], copies))
        results[i]->setDebugName(call->output(i)->debugName());
      call->output(i)->replaceAllUsesWith(results[i]);
    }
    call->destroy();
    open_.insert(callee);
    for (Node* copy : copies) visit(copy, frame);
    open_.erase(callee);
    return true;
  }

  std::vector<Value*> copyBefore(Node* call, const Graph& callee,
                                 const std::vector<Value*>& arguments) {
    ir::WithInsertPoint guard(call);
    return graph_.inlineCopy(callee, arguments);
  }

  // A callee can return an argument, whose name stays.
  static bool isOutside(const Value* result, const std::vector<Node*>& copies) {
    return std::ranges::find(copies, result->node()) == copies.end();
  }

  FrameId addFrame(const Node& call, const Function& callee, FrameId around) {
    CallFrame frame{around, std::string(callee.simpleName()), {}, {}, call.range()};
    if (call.is(prim::CallMethod)) {
      const auto* type = types::cast<types::ClassType>(call.input(0)->type());
      std::optional<std::string> path = pathOf(call.input(0));
      if (path && type->isModule() && *path != pathAround(around)) {
        frame.path = *path;
        frame.type = simpleName(*type);
      }
    }
    frames_.push_back(std::move(frame));
    return static_cast<FrameId>(frames_.size() - 1);
  }

  std::string pathAround(FrameId frame) const {
    for (; frame != kOutside; frame = frames_[frame].parent)
      if (!frames_[frame].path.empty()) return frames_[frame].path;
    return {};
  }

  // The frame of a node of a trace: its scope "__module.layer1/__module.layer1.0" names the modules
  // around it, unless these were called and the calls are known. Consecutive nodes share frames.
  FrameId tracedFrame(const Node& node, FrameId around) {
    const ir::AttributeValue* scope = node.attribute(scopeAttribute());
    const std::string* text = scope != nullptr ? std::get_if<std::string>(scope) : nullptr;
    if (text == nullptr || text->empty()) return around;
    const size_t slash = text->rfind('/');
    if (isKnown(std::string_view(*text).substr(slash == text->npos ? 0 : slash + 1), around))
      return around;
    const std::string key = std::to_string(around) + "/" + *text;
    if (auto entry = traced_.find(key); entry != traced_.end()) return entry->second;
    FrameId parent = around;
    if (slash != text->npos) parent = scopeFrame(text->substr(0, slash), around);
    return addScope(key, text->substr(slash == text->npos ? 0 : slash + 1), parent);
  }

  // True when a scope names the module whose call contains the node already.
  bool isKnown(std::string_view scope, FrameId around) const {
    const std::string path = pathAround(around);
    return !path.empty() && scope.ends_with(path) &&
           (scope.size() == path.size() || scope[scope.size() - path.size() - 1] == '.' ||
            scope[scope.size() - path.size() - 1] == ':');
  }

  FrameId scopeFrame(const std::string& scope, FrameId around) {
    const std::string key = std::to_string(around) + "/" + scope;
    if (auto entry = traced_.find(key); entry != traced_.end()) return entry->second;
    const size_t slash = scope.rfind('/');
    const FrameId parent =
        slash == scope.npos ? around : scopeFrame(scope.substr(0, slash), around);
    return addScope(key, scope.substr(slash == scope.npos ? 0 : slash + 1), parent);
  }

  FrameId addScope(const std::string& key, std::string name, FrameId parent) {
    constexpr std::string_view kModule = "__module.";
    // "__module.layer1", "Net::/Conv2d::conv1": the form depends on the version of PyTorch.
    std::string type;
    if (name.starts_with(kModule)) {
      name.erase(0, kModule.size());
    } else if (const size_t colons = name.find("::"); colons != name.npos) {
      type = name.substr(0, colons);
      name.erase(0, colons + 2);
    }
    FrameId frame = parent;
    if (!name.empty()) {
      frames_.push_back({parent, {}, std::move(name), std::move(type), {}});
      frame = static_cast<FrameId>(frames_.size() - 1);
    }
    traced_[key] = frame;
    return frame;
  }

  struct Body {
    ir::GraphPtr graph;
    size_t size = 0;
  };

  // The graph of a callee, folded once for all calls whose arguments decide the same branches.
  const Body& simplified(const Function& function, const std::vector<Value*>& arguments) {
    std::string dtype;
    for (size_t i = 0; i < arguments.size(); ++i)
      dtype += static_cast<char>(knowledgeOf(*arguments[i], *function.graph->inputs()[i]));
    Body& body = simplified_[{&function, dtype}];
    if (!body.graph) {
      body.graph = function.graph->copy();
      if (!options_.training) fold(*body.graph, dtype);
      body.size = sizeOf(*body.graph->block());
    }
    return body;
  }

  // The facts about an argument that a call knows and its callee does not.
  enum class Knowledge : char { Nothing = '-', None = 'n', NotNone = 'v', True = 't', False = 'f' };

  static Knowledge knowledgeOf(const Value& argument, const Value& parameter) {
    if (const types::Constant* constant = ir::constantOf(&argument)) {
      if (constant->isNone()) return Knowledge::None;
      if (constant->isBool()) return constant->toBool() ? Knowledge::True : Knowledge::False;
    }
    const bool isDecided = parameter.type()->is(types::TypeKind::Optional) &&
                           types::isSubtype(argument.type(), elementOf(parameter));
    return isDecided ? Knowledge::NotNone : Knowledge::Nothing;
  }

  static types::TypePtr elementOf(const Value& optional) { return optional.type()->element(); }

  static void fold(Graph& graph, const std::string& dtype) {
    setEvaluating(graph, graph.block());
    bool isKnown = false;
    for (size_t i = 0; i < dtype.size(); ++i)
      isKnown |= substitute(graph, graph.inputs()[i], Knowledge{dtype[i]});
    if (isKnown) passes::optimizePeephole(graph, {.shapes = false});
    passes::propagateImmutableConstants(graph);
    if (foldChecks(graph.block())) passes::propagateImmutableConstants(graph);
  }

  static bool substitute(Graph& graph, Value* parameter, Knowledge knowledge) {
    if (knowledge == Knowledge::Nothing) return false;
    if (knowledge == Knowledge::NotNone) {
      parameter->setType(elementOf(*parameter));
      return true;
    }
    ir::WithInsertPoint guard(graph.block()->paramNode()->next());
    parameter->replaceAllUsesWith(graph.insertConstant(
        knowledge == Knowledge::None ? types::Constant::none()
                                     : types::Constant::boolean(knowledge == Knowledge::True)));
    return true;
  }

  static size_t sizeOf(const Block& block) {
    size_t size = 0;
    for (const Node* node : block.nodes()) {
      ++size;
      for (const Block* inner : node->blocks()) size += sizeOf(*inner);
    }
    return size;
  }

  Graph& graph_;
  std::vector<CallFrame>& frames_;
  const ExpandOptions& options_;
  std::unordered_set<const Function*> open_;
  std::map<std::pair<const Function*, std::string>, Body> simplified_;
  std::unordered_map<std::string, FrameId> traced_;
  size_t copied_ = 0;
  bool isCut_ = false;
};

// A pass may have made nodes, such as one list from two. They belong to the calls of their users.
void addFrames(Block* block) {
  for (Node* node : block->nodes().reverse()) {
    for (Block* inner : node->blocks()) addFrames(inner);
    if (node->attribute(frameAttribute()) != nullptr) continue;
    for (const Value* output : node->outputs()) {
      if (output->uses().empty()) continue;
      node->set(frameAttribute(), static_cast<int64_t>(frameOf(*output->uses()[0].user)));
      break;
    }
  }
}

}  // namespace

Expanded expand(const ir::Graph& graph, const ExpandOptions& options) {
  Expanded out{graph.copy(), {}, false};
  Expander expander(*out.graph, out.frames, options);
  expander.run();
  out.isCut = expander.isCut();
  bool isFolded = expander.hasInlined();
  if (!options.training) isFolded |= setEvaluating(*out.graph, out.graph->block());
  // A graph without calls is shown as it is, with its dead code, which both passes remove.
  // Comparisons with None become constants first, and these decide branches.
  if (isFolded) {
    passes::optimizePeephole(*out.graph, {.shapes = false});
    passes::propagateImmutableConstants(*out.graph);
  }
  if (!options.training && foldChecks(out.graph->block()))
    passes::propagateImmutableConstants(*out.graph);
  addFrames(out.graph->block());
  return out;
}

FrameId frameOf(const ir::Node& node) {
  const ir::AttributeValue* frame = node.attribute(frameAttribute());
  return frame != nullptr ? static_cast<FrameId>(std::get<int64_t>(*frame)) : UINT32_MAX;
}

Symbol scopeAttribute() {
  static const Symbol name = Symbol::intern("scope");
  return name;
}

// No file can contain an attribute of this name.
Symbol frameAttribute() {
  static const Symbol name = Symbol::intern("<frame>");
  return name;
}

}  // namespace ts::viz
