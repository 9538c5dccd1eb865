#include "core/trace/scopes.h"

#include <unordered_map>

#include "core/ir/kinds.h"
#include "core/passes/dead_code_elimination.h"
#include "core/passes/lower_tuples.h"

namespace ts::trace {

namespace prim = ir::prim;
using ir::Block;
using ir::Node;
using ir::Value;

const Symbol kTracedForward = Symbol::intern("prim::TracedModuleForward");
const Symbol kTracedFork = Symbol::intern("prim::TracedFork");
const Symbol kTracedAttribute = Symbol::intern("prim::TracedAttr");
const Symbol kPath = Symbol::intern("path");

namespace {

bool isRegion(const Node* node) { return node->is(kTracedForward) || node->is(kTracedFork); }
const std::string& pathOf(const Node* node) { return node->get<std::string>(kPath); }

void assignScopes(Block* block, const std::string& scope) {
  static const Symbol kScope = Symbol::intern("scope");
  for (Node* node : block->nodes()) {
    if (node->is(kTracedFork))
      assignScopes(node->block(0), scope);
    else if (node->is(kTracedForward))
      assignScopes(node->block(0), scope.empty() ? pathOf(node) : scope + "/" + pathOf(node));
    else if (!scope.empty())
      node->set(kScope, scope);
  }
}

// ---- attribute reads

class Attributes {
 public:
  explicit Attributes(ir::Graph& graph) : graph_(graph) {
    for (Node* node : graph.nodes())
      if (node->is(kTracedAttribute)) byPath_[pathOf(node)] = node->output();
  }

  void convert() {
    addSelves(graph_.block());
    convert(graph_.block(), "__module", graph_.inputs()[0]);
    for (auto at = graph_.nodes().begin(); at != graph_.nodes().end();) {
      if (at->is(kTracedAttribute))
        at.destroyCurrent();
      else
        ++at;
    }
  }

 private:
  // Adds its module to each call, as an input of the node and of its block.
  void addSelves(Block* block) {
    for (Node* node : block->nodes()) {
      if (node->is(kTracedFork)) addSelves(node->block(0));
      if (!node->is(kTracedForward)) continue;
      Value* module = byPath_.at(pathOf(node));
      node->addInput(module);
      node->block(0)->addInput("self")->setType(module->type());
      addSelves(node->block(0));
    }
  }

  // Converts the attribute reads of a block. Attributes outside of the block's module become inputs
  // of the block, and are returned.
  std::vector<Value*> convert(Block* block, const std::string& prefix, Value* self) {
    std::vector<Value*> foreign;
    std::unordered_map<Value*, Value*> copies;
    auto convertInputs = [&](Node* node) {
      for (size_t i = 0; i < node->inputs().size(); ++i) {
        Value* input = node->input(i);
        if (!input->node()->is(kTracedAttribute)) continue;
        Value*& local = copies[input];
        if (!local) local = read(block, prefix, self, input, foreign);
        node->replaceInput(i, local);
      }
    };
    for (Node* node : block->nodes()) {
      if (node->is(kTracedForward))
        for (Value* value : convert(node->block(0), pathOf(node), node->block(0)->inputs()[0]))
          node->addInput(value);
      if (node->is(kTracedFork))
        for (Value* value : convert(node->block(0), prefix, self)) node->addInput(value);
      convertInputs(node);
    }
    convertInputs(block->returnNode());
    return foreign;
  }

  Value* read(Block* block, const std::string& prefix, Value* self, Value* attribute,
              std::vector<Value*>& foreign) {
    const std::string& path = pathOf(attribute->node());
    if (!path.starts_with(prefix + ".")) {
      Value* input = block->addInput();
      input->copyMetadata(attribute);
      foreign.push_back(attribute);
      return input;
    }
    ir::WithInsertPoint guard(block->paramNode()->next());
    Value* at = self;
    for (size_t begin = prefix.size() + 1; begin <= path.size();) {
      const size_t end = std::min(path.find('.', begin), path.size());
      at = graph_.insertGetAttr(at, std::string_view(path).substr(begin, end - begin));
      begin = end + 1;
    }
    return at;
  }

  ir::Graph& graph_;
  std::unordered_map<std::string, Value*> byPath_;
};

// ---- values computed inside of a call and used after it become results of the call

class Results {
 public:
  void run(Block* block) {
    process(block->returnNode(), block);
    for (Node* node : block->nodes()) process(node, block);
  }

 private:
  static bool contains(const Block* outer, const Block* inner) {
    while (inner && inner != outer)
      inner = inner->owningNode() ? inner->owningNode()->owningBlock() : nullptr;
    return inner == outer;
  }

  void process(Node* node, Block* block) {
    for (size_t i = 0; i < node->inputs().size(); ++i) {
      Value* input = node->input(i);
      if (contains(input->node()->owningBlock(), block)) continue;
      if (auto lifted = lifted_.find(input); lifted != lifted_.end()) input = lifted->second;
      // Returns the value from one block after another, until it is visible.
      while (!contains(input->node()->owningBlock(), block)) {
        Block* inner = input->node()->owningBlock();
        inner->registerOutput(input);
        Value* outer = inner->owningNode()->addOutput();
        outer->setType(input->type());
        input = outer;
      }
      lifted_[node->input(i)] = input;
      node->replaceInput(i, input);
    }
    for (Block* inner : node->blocks()) run(inner);
  }

  std::unordered_map<Value*, Value*> lifted_;
};

// Packs several results into a tuple, because a method has one result.
void packResults(Block* block) {
  ir::Graph& graph = *block->owningGraph();
  for (Node* node : block->nodes()) {
    if (!isRegion(node)) continue;
    Block* body = node->block(0);
    packResults(body);
    if (node->is(kTracedFork)) continue;  // a fork already has one result
    const size_t count = body->outputs().size();
    if (count == 1) continue;
    ir::WithInsertPoint guard(body);
    if (count == 0) {
      body->registerOutput(graph.insertConstant(types::Constant::none()));
      node->addOutput()->setType(types::noneType());
      continue;
    }
    Value* tuple = graph.insertNode(graph.createTuple(body->outputs()))->output();
    body->removeAllOutputs();
    body->registerOutput(tuple);
    Value* packed = node->addOutput();
    packed->setType(tuple->type());
    Node* unpack = graph.createTupleUnpack(packed)->insertAfter(node);
    for (size_t i = 0; i < count; ++i) {
      unpack->output(i)->copyMetadata(node->output(0));
      node->output(0)->replaceAllUsesWith(unpack->output(i));
      node->eraseOutput(0);
    }
  }
}

// Converts blocks to graphs. Values from outside become inputs.
void liftBlocks(Block* block) {
  for (Node* node : block->nodes()) {
    if (!isRegion(node)) continue;
    liftBlocks(node->block(0));
    auto graph = std::make_shared<ir::Graph>();
    graph->shareOwners(*block->owningGraph());
    std::unordered_map<Value*, Value*> inputs;
    auto capture = [&](Value* value) {
      Value*& input = inputs[value];
      if (!input) {
        input = graph->addInput();
        input->copyMetadata(value);
        node->addInput(value);
      }
      return input;
    };
    graph->block()->cloneFrom(node->block(0), ir::ValueMapping(capture));
    node->set(ir::attr::Subgraph, ir::GraphPtr(graph));
    node->eraseBlock(0);
  }
}

// Converts regions to calls and forks. `graphs` receives their graphs.
void makeCalls(ir::Graph& graph, const MakeMethod& makeMethod, std::vector<ir::GraphPtr>& graphs) {
  for (auto at = graph.nodes().begin(); at != graph.nodes().end();) {
    Node* node = *at;
    if (!isRegion(node)) {
      ++at;
      continue;
    }
    ir::GraphPtr body = node->get<ir::GraphPtr>(ir::attr::Subgraph);
    makeCalls(*body, makeMethod, graphs);
    graphs.push_back(body);
    Node* call =
        graph.create(node->is(kTracedFork) ? prim::fork : prim::CallMethod, node->inputs());
    if (node->is(kTracedFork)) {
      call->set(ir::attr::Subgraph, body);
      call->output()->setType(node->output()->type());
    } else {
      const ir::Function* method =
          makeMethod(types::cast<types::ClassType>(node->input(0)->type()), body);
      call->set(ir::attr::name, std::string(method->simpleName()));
      call->output()->setType(method->schema.returns[0].type);
    }
    call->insertBefore(node);
    node->output(0)->replaceAllUsesWith(call->output());
    at.destroyCurrent();
  }
}

}  // namespace

void convertScopes(ir::Graph& graph, const MakeMethod& makeMethod) {
  if (makeMethod) {
    assignScopes(graph.block(), "");
    Attributes(graph).convert();
  }
  Results().run(graph.block());
  packResults(graph.block());
  liftBlocks(graph.block());
  std::vector<ir::GraphPtr> methods;
  makeCalls(graph, makeMethod, methods);
  for (const ir::GraphPtr& method : methods) {
    passes::lowerSimpleTuples(*method);
    passes::eliminateDeadCode(*method);
  }
}

}  // namespace ts::trace
