// Compiles a graph to bytecode.
#pragma once

#include "core/interp/liveness.h"
#include "core/interp/program.h"
#include "core/interp/registers.h"

namespace ts::interp {

// Fills a program whose graph and name are already set.
class Compiler {
 public:
  // observer: see Program::Program().
  Compiler(Program& program, Events events, Observer* observer);
  void compile();

 private:
  using Handler = void (Compiler::*)(const ir::Node&);
  struct Kind;
  static Handler handlerOf(Symbol kind);

  void block(const ir::Block& block);
  void node(const ir::Node& node);
  // ---- control flow
  void ifNode(const ir::Node& node);
  void loop(const ir::Node& node);
  void jumpUnless(const ir::Value* condition);
  void branch(const ir::Node& node, size_t which);
  struct Move {
    int32_t to;
    Operand from;
  };
  // Emits copies that behave as if they all happened at once.
  void moves(std::vector<Move> moves);
  void releaseUnused(const ir::Node& node);
  // ---- one function per kind of node
  void call(const ir::Node& node);
  void checkDefined(const ir::Node& node, const ops::FunctionSchema& schema);
  void operatorCall(const ir::Node& node);
  void copy(const ir::Node& node);
  void copyPresent(const ir::Node& node);
  void skip(const ir::Node&) {}
  void makeTuple(const ir::Node& node);
  void makeList(const ir::Node& node);
  void makeDict(const ir::Node& node);
  void unpackTuple(const ir::Node& node);
  void unpackList(const ir::Node& node);
  void tupleIndex(const ir::Node& node);
  void tupleSlice(const ir::Node& node);
  void makeObject(const ir::Node& node);
  void getAttr(const ir::Node& node);
  void setAttr(const ir::Node& node);
  void hasAttr(const ir::Node& node);
  void isInstance(const ir::Node& node);
  void toList(const ir::Node& node);
  void callFunction(const ir::Node& node);
  void callMethod(const ir::Node& node);
  void callPython(const ir::Node& node);
  void enter(const ir::Node& node);
  void exit(const ir::Node& node);
  void raise(const ir::Node& node);
  void fork(const ir::Node& node);
  void warn(const ir::Node& node);

  // ---- parts of instructions

  // The operand for an input of the node. The last use of a value moves it out of its register.
  Operand operand(const ir::Node& node, size_t input);
  Operand peek(const ir::Value* value);
  Operand constant(IValue value);
  Instruction& emit(Op op, Instruction parts = {});
  // Emits an instruction with a list of operands: the node's inputs from `first` on, then the
  // registers of its outputs.
  Instruction& emitList(Op op, const ir::Node& node, size_t first = 0);
  int32_t output(const ir::Node& node) { return registers_[node.output(0)]; }
  int32_t typeIndex(types::TypePtr type);
  int32_t nameIndex(std::string_view name);
  int32_t calleeIndex(std::string name, ir::GraphPtr graph);
  int32_t here() const { return static_cast<int32_t>(program_.code.size()); }
  bool isObserved() const { return events_ != Events::None; }
  bool seesNodes() const { return events_ == Events::All; }
  void event(Op op, const ir::Node& node, std::span<const ir::Value* const> values);
  bool seesLines() const { return events_ == Events::Lines; }
  void lineEvent(Op op, const ir::Node& node, int32_t index = 0);
  void returnStatement(const ir::Node& end, const ir::Node* previous);

  Program& program_;
  const Events events_;
  Observer* const observer_;
  Liveness liveness_;
  Registers registers_;
  int32_t line_ = 0;  // the register of the frame's line
  std::unordered_map<const ir::Value*, Operand> constants_;
  const ir::Node* at_ = nullptr;  // the node that is being compiled
  // For each open block, innermost last: values from outside of the block whose last use is in it.
  std::vector<std::vector<const ir::Value*>> endingInside_;
};

}  // namespace ts::interp
