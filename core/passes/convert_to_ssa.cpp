#include "core/passes/convert_to_ssa.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/ir/kinds.h"
#include "core/passes/exit_transforms.h"
#include "core/passes/inline_loop_condition.h"
#include "core/passes/stable_iteration.h"

namespace ts::passes {

using ir::Block;
using ir::Graph;
using ir::Name;
using ir::Node;
using ir::Value;
using ir::WithInsertPoint;
using types::TypePtr;
namespace prim = ir::prim;

namespace {

// True for a name from the source: not "$temporary" and not "_1".
bool isMeaningful(std::string_view name) {
  if (name.empty() || name[0] == '$') return false;
  if (name[0] != '_') return true;
  return name.find_first_not_of("0123456789", 1) != name.npos;
}

// The values of variables in nested blocks, with a scope per block. `set` in an inner block shadows
// the outer value until `pop`.
template <typename T>
class Scopes {
 public:
  struct Variable {
    Name* name;
    T value;
  };
  // The variables that a block has set.
  struct VariableFrame : std::vector<Variable> {
    T find(const Name* name) const {
      for (const Variable& variable : *this) {
        if (variable.name == name) return variable.value;
      }
      return nullptr;
    }
    // PyTorch orders variables by name.
    void sort() {
      std::sort(this->begin(), this->end(),
                [](const Variable& a, const Variable& b) { return a.name->text < b.name->text; });
    }
  };

  void push() { starts_.push_back(hidden_.size()); }
  VariableFrame pop() {
    VariableFrame top;
    for (; hidden_.size() > starts_.back(); hidden_.pop_back()) {
      Slot& slot = slots_[hidden_.back().name->index];
      top.push_back({hidden_.back().name, slot.value});
      slot = hidden_.back().slot;
    }
    starts_.pop_back();
    return top;
  }
  void set(Name* name, T value) {
    if (name->index >= slots_.size()) slots_.resize(name->index + 16);
    Slot& slot = slots_[name->index];
    if (slot.depth != starts_.size()) hidden_.push_back({name, slot});
    slot = {value, starts_.size()};
  }
  T find(const Name* name) const {
    return name->index < slots_.size() ? slots_[name->index].value : nullptr;
  }

 private:
  struct Slot {
    T value = nullptr;
    size_t depth = 0;  // of the block that set it; 0: unset
  };
  struct Hidden {
    Name* name;
    Slot slot;
  };
  std::vector<Slot> slots_;     // by the index of the name
  std::vector<Hidden> hidden_;  // outer slots that inner blocks shadow
  std::vector<size_t> starts_;
};

// Adds inputs and outputs to If and Loop for the variables that their blocks change, with the loads
// and stores around them.
class ControlFlowVariables {
 public:
  std::optional<PassError> run(Graph& graph) {
    visit(graph.block());
    return std::move(error_);
  }

 private:
  using VariableFrame = Scopes<TypePtr>::VariableFrame;

  VariableFrame visit(Block* block) {
    scopes_.push();
    for (Node* node : block->nodes()) {
      if (node->is(prim::If)) {
        visitIf(node);
      } else if (node->is(prim::Loop)) {
        visitLoop(node);
      } else if (node->is(prim::Closure) || node->is(prim::LocalVariableScope)) {
        for (Block* inner : node->blocks()) visit(inner);
      } else if (node->is(prim::Store)) {
        scopes_.set(node->variable(), node->input()->type());
      }
    }
    return scopes_.pop();
  }

  void visitIf(Node* node) {
    VariableFrame onTrue = visit(node->block(0));
    VariableFrame onFalse = visit(node->block(1));
    auto typeIn = [&](const VariableFrame& frame, const Name* name) {
      TypePtr type = frame.find(name);
      return type != nullptr ? type : scopes_.find(name);
    };
    VariableFrame changed;
    for (const auto& [name, type] : onTrue) {
      if (typeIn(onFalse, name) != nullptr) changed.push_back({name, nullptr});
    }
    for (const auto& [name, type] : onFalse) {
      if (!onTrue.find(name) && typeIn(onTrue, name) != nullptr) changed.push_back({name, nullptr});
    }
    changed.sort();
    for (const auto& [name, ignored] : changed) {
      TypePtr trueType = typeIn(onTrue, name);
      TypePtr falseType = typeIn(onFalse, name);
      // The types don't unify only for a variable annotated as a Union, or for a variable that is
      // never read.
      TypePtr unified = types::unify(trueType, falseType, /*defaultToUnion=*/true);
      if (unified == nullptr) continue;
      addBlockOutput(node->block(0), trueType, name);
      addBlockOutput(node->block(1), falseType, name);
      addNodeOutput(node, unified, name);
    }
  }

  void visitLoop(Node* node) {
    Block* body = node->block(0);
    VariableFrame changed = visit(body);
    changed.sort();
    for (const auto& [name, type] : changed) {
      TypePtr outside = scopes_.find(name);
      if (outside == nullptr) continue;
      TypePtr unified = types::unify(outside, type, /*defaultToUnion=*/true);
      if (unified == nullptr) {
        if (!error_) {
          error_ = {"'" + name->text + "' is " + outside->annotation() + " before the loop and " +
                        type->annotation() + " after its body",
                    node->range()};
        }
        continue;
      }
      Graph* graph = node->owningGraph();
      node->addInput(graph->createLoad(name, outside)->insertBefore(node)->output());
      Value* carried = body->addInput(name->text);
      carried->setType(unified);
      graph->createStore(name, carried)->insertAfter(body->paramNode());
      addBlockOutput(body, type, name);
      addNodeOutput(node, unified, name);
    }
  }

  void addBlockOutput(Block* block, TypePtr type, Name* name) {
    Graph* graph = block->owningGraph();
    block->registerOutput(block->appendNode(graph->createLoad(name, type))->output());
  }

  void addNodeOutput(Node* node, TypePtr type, Name* name) {
    Value* output = node->addOutput();
    output->setType(type);
    if (isMeaningful(name->text)) output->setDebugName(name);
    // The walk visits this store next and records the new type.
    node->owningGraph()->createStore(name, output)->insertAfter(node);
  }

  Scopes<TypePtr> scopes_;
  std::optional<PassError> error_;
};

// Replaces break and continue by prim::LoopContinuation(%goOn, %carried...).
class LoopExits {
 public:
  std::optional<PassError> run(Block* block) {
    graph_ = block->owningGraph();
    WithInsertPoint guard(block->paramNode()->next());
    false_ = graph_->insertConstant(types::Constant::boolean(false));
    visit(block);
    return std::move(error_);
  }

 private:
  void visit(Block* block) {
    for (Node* node : StableNodes(block)) {
      if (node->is(prim::If)) {
        visit(node->block(0));
        visit(node->block(1));
      } else if (node->is(prim::Closure)) {
        auto error = LoopExits().run(node->block(0));
        if (error && !error_) error_ = std::move(error);
      } else if (node->is(prim::Loop)) {
        Node* outer = std::exchange(loop_, node);
        visit(node->block(0));
        loop_ = outer;
      } else if (node->is(prim::BreakStmt) || node->is(prim::ContinueStmt)) {
        replace(node);
      }
    }
  }

  void replace(Node* node) {
    bool isBreak = node->is(prim::BreakStmt);
    if (loop_ == nullptr) {
      if (!error_)
        error_ = {isBreak ? "'break' is outside of a loop" : "'continue' is outside of a loop",
                  node->range(), diag::Rule::MisplacedStatement};
      node->destroy();
      return;
    }
    Node* exit = graph_->create(prim::LoopContinuation, {}, 0)->insertAfter(node);
    if (isBreak) {
      exit->addInput(false_);
    } else {
      // `continue` evaluates a copy of the loop's condition.
      Block* condition = exit->addBlock();
      auto same = [](Value* value) { return value; };
      condition->cloneFrom(loop_->block(1), ir::ValueMapping(same));
      moveNodesBefore(condition, node);
      exit->addInput(condition->outputs()[0]);
      exit->eraseBlock(0);
    }
    addCarried(exit);
    node->destroy();
  }

  void addCarried(Node* exit) {
    for (Value* output : loop_->block(0)->outputs()) {
      auto same = [](Value* value) { return value; };
      Node* load = graph_->createClone(output->node(), same)->insertBefore(exit);
      exit->addInput(load->output());
    }
  }

  Graph* graph_ = nullptr;
  Value* false_ = nullptr;
  Node* loop_ = nullptr;
  std::optional<PassError> error_;
};

// Replaces each load by the value stored last.
class VariableEraser {
 public:
  void run(Graph& graph) { visit(graph.block()); }

 private:
  void visit(Block* block) {
    scopes_.push();
    for (Node* node : StableNodes(block)) {
      if (node->is(prim::Store)) {
        scopes_.set(node->variable(), node->input());
        node->destroy();
      } else if (node->is(prim::Load)) {
        replaceLoad(node);
      } else {
        for (Block* inner : node->blocks()) visit(inner);
        if (node->is(prim::LocalVariableScope)) {
          moveNodesBefore(node->block(0), node);
          node->destroy();
        }
      }
    }
    scopes_.pop();
  }

  void replaceLoad(Node* node) {
    Value* value = scopes_.find(node->variable());
    if (value == nullptr) {
      // The compiler has already reported the use of an undefined name. A placeholder keeps the
      // graph valid.
      value = node->owningGraph()
                  ->createUninitialized(node->output()->type())
                  ->insertBefore(node)
                  ->output();
    }
    node->output()->replaceAllUsesWith(value);
    node->destroy();
  }

  Scopes<Value*> scopes_;
};

}  // namespace

std::optional<PassError> convertToSsa(Graph& graph) {
  if (auto error = ControlFlowVariables().run(graph)) return error;
  if (auto error = LoopExits().run(graph.block())) return error;
  inlineLoopConditions(graph);
  VariableEraser().run(graph);
  return transformExits(graph);
}

}  // namespace ts::passes
