#include "core/interp/compile.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "core/ir/kinds.h"

namespace ts::interp {

// ---- operators with an instruction of their own

namespace {

struct DirectRow {
  std::string_view name;
  Op op;
};
constexpr DirectRow kDirect[] = {
    {"aten::add.int", Op::AddInt},
    {"aten::sub.int", Op::SubInt},
    {"aten::mul.int", Op::MulInt},
    {"aten::floordiv.int", Op::FloorDivInt},
    {"aten::remainder.int", Op::RemainderInt},
    {"aten::neg.int", Op::NegInt},
    {"aten::lt.int", Op::LtInt},
    {"aten::le.int", Op::LeInt},
    {"aten::gt.int", Op::GtInt},
    {"aten::ge.int", Op::GeInt},
    {"aten::eq.int", Op::EqInt},
    {"aten::ne.int", Op::NeInt},
    {"aten::add.float", Op::AddFloat},
    {"aten::sub.float", Op::SubFloat},
    {"aten::mul.float", Op::MulFloat},
    {"aten::div.float", Op::DivFloat},
    {"aten::lt.float", Op::LtFloat},
    {"aten::le.float", Op::LeFloat},
    {"aten::gt.float", Op::GtFloat},
    {"aten::ge.float", Op::GeFloat},
    {"aten::__not__", Op::Not},
    {"aten::len.t", Op::Len},
    {"aten::__getitem__.t", Op::GetItem},
    {"aten::_set_item.t", Op::SetItem},
    {"aten::append.t", Op::Append},
    {"aten::__derive_index", Op::DeriveIndex},
    {"aten::__range_length", Op::RangeLength},
    {"aten::__is__", Op::Is},
    {"aten::__isnot__", Op::IsNot},
};

std::optional<Op> directOp(const std::string& name) {
  static const auto* table = [] {
    auto* byName = new std::unordered_map<std::string_view, Op>;
    for (const DirectRow& row : kDirect) byName->emplace(row.name, row.op);
    return byName;
  }();
  auto row = table->find(name);
  if (row == table->end()) return std::nullopt;
  return row->second;
}

// True for in-place operators on tensors, such as aten::add_.
bool writesToSelf(const ops::FunctionSchema& schema) {
  if (schema.name == "aten::requires_grad_" || schema.name == "aten::detach_")
    return false;  // these don't change the elements
  return schema.name.ends_with('_') && !schema.arguments.empty() &&
         schema.arguments[0].type == types::tensorType();
}

bool isSameLine(const ir::Node& a, const ir::Node& b) {
  const SourceRange &first = a.range(), &second = b.range();
  return first.file == second.file && a.callStack() == b.callStack() &&
         (!first || first.file->lineOf(first.span.begin) == second.file->lineOf(second.span.begin));
}

}  // namespace

// ---- the walk

Compiler::Compiler(Program& program, Events events, Observer* observer)
    : program_(program),
      events_(events),
      observer_(observer),
      liveness_(*program.graph),
      registers_(*program.graph) {}

void Compiler::compile() {
  const ir::Graph& graph = *program_.graph;
  at_ = graph.paramNode();
  if (isObserved()) emit(Op::FrameEvent, {.n = static_cast<int32_t>(graph.inputs().size())});
  if (seesLines()) {
    line_ = registers_.freshInt();
    emit(Op::Copy, {.a = line_, .b = constant(int64_t{0})});
  }
  endingInside_.emplace_back();
  for (const ir::Value* input : graph.inputs())
    if (!input->hasUses() && !isImmediate(input->type()))
      emit(Op::Release, {.a = registers_[input]});
  block(*graph.block());
  at_ = graph.returnNode();
  if (isObserved()) event(Op::ReturnEvent, *at_, at_->inputs());
  emitList(Op::Return, *at_);
  program_.registers = registers_.contents();
  std::ranges::reverse(program_.constants);
}

void Compiler::block(const ir::Block& block) {
  const ir::Node* previous = nullptr;  // null: another block may have run
  for (const ir::Node* node : block.nodes()) {
    if (node->is(ir::prim::Constant)) continue;
    at_ = node;
    if (seesLines() && (!previous || !isSameLine(*previous, *node)))
      lineEvent(Op::LineEvent, *node);
    this->node(*node);
    previous = node->blocks().empty() ? node : nullptr;
  }
  returnStatement(*block.returnNode(), previous);
}

// Reports the return statement that ends a block, unless a node on its line has just run.
void Compiler::returnStatement(const ir::Node& end, const ir::Node* previous) {
  if (!end.range() || (previous && isSameLine(*previous, end))) return;
  at_ = &end;
  if (seesLines()) lineEvent(Op::LineEvent, end);
  if (seesNodes()) event(Op::EnterEvent, end, end.inputs());
}

void Compiler::node(const ir::Node& node) {
  if (seesNodes()) event(Op::EnterEvent, node, node.inputs());
  Handler handler = handlerOf(node.kind());
  (this->*(handler ? handler : &Compiler::operatorCall))(node);
  at_ = &node;
  if (seesNodes()) event(Op::LeaveEvent, node, {node.outputs().data(), node.outputs().size()});
  releaseUnused(node);
}

// Releases unused outputs.
void Compiler::releaseUnused(const ir::Node& node) {
  if (!program_.code.empty() && program_.nodes.back() == &node && program_.code.back().outs == 0)
    return;
  for (const ir::Value* value : node.outputs())
    if (!value->hasUses() && !isImmediate(value->type()))
      emit(Op::Release, {.a = registers_[value]});
}

void Compiler::event(Op op, const ir::Node& node, std::span<const ir::Value* const> values) {
  (void)node;
  const auto begin = static_cast<int32_t>(program_.operands.size());
  for (const ir::Value* value : values) program_.operands.push_back(peek(value));
  emit(op, {.b = begin, .n = static_cast<int32_t>(values.size())});
}

void Compiler::lineEvent(Op op, const ir::Node& node, int32_t index) {
  const Line line = observer_->lineOf(node);
  if (op == Op::LineEvent && line.number == 0) return;
  program_.lines.push_back(line);
  emit(op, {.a = line_, .b = index, .c = static_cast<int32_t>(program_.lines.size()) - 1});
}

Instruction& Compiler::emit(Op op, Instruction parts) {
  parts.op = op;
  program_.nodes.push_back(at_);
  return program_.code.emplace_back(parts);
}

Instruction& Compiler::emitList(Op op, const ir::Node& node, size_t first) {
  const auto begin = static_cast<int32_t>(program_.operands.size());
  for (size_t i = first; i < node.inputs().size(); ++i)
    program_.operands.push_back(operand(node, i));
  const auto count = static_cast<int32_t>(program_.operands.size()) - begin;
  const std::span<ir::Value* const> outputs = node.outputs();
  const int32_t result = outputs.size() == 1 ? registers_[outputs[0]] : 0;
  if (outputs.size() > 1)
    for (const ir::Value* value : outputs) program_.operands.push_back(registers_[value]);
  return emit(op,
              {.outs = static_cast<uint16_t>(outputs.size()), .a = result, .b = begin, .n = count});
}

Operand Compiler::peek(const ir::Value* value) {
  if (!value->node()->is(ir::prim::Constant)) return registers_[value];
  auto [operand, isNew] = constants_.try_emplace(value, 0);
  if (isNew) {
    if (auto literal = ir::constantOf(value))
      operand->second = constant(valueOf(*literal));
    else
      operand->second = constant({});  // a function; calls use its type
  }
  return operand->second;
}

Operand Compiler::constant(IValue value) {
  program_.constants.push_back(std::move(value));
  return -static_cast<int32_t>(program_.constants.size());
}

Operand Compiler::operand(const ir::Node& node, size_t input) {
  const ir::Value* value = node.input(input);
  const Operand read = peek(value);
  if (read < 0 || isImmediate(value->type())) return read;
  const auto& ending = liveness_.endingAt(&node);
  if (std::ranges::find(ending, value) == ending.end()) return read;
  const bool isOurs = value->node()->owningBlock() == node.owningBlock() ||
                      std::ranges::find(endingInside_.back(), value) != endingInside_.back().end();
  if (!isOurs) return read;
  // If a value is used several times, the last input takes it.
  for (size_t i = input + 1; i < node.inputs().size(); ++i)
    if (node.input(i) == value) return read;
  return read | kTaken;
}

int32_t Compiler::typeIndex(types::TypePtr type) {
  program_.types.push_back(type);
  return static_cast<int32_t>(program_.types.size()) - 1;
}

int32_t Compiler::nameIndex(std::string_view name) {
  program_.names.emplace_back(name);
  return static_cast<int32_t>(program_.names.size()) - 1;
}

int32_t Compiler::calleeIndex(std::string name, ir::GraphPtr graph) {
  program_.callees.push_back({std::move(name), std::move(graph)});
  return static_cast<int32_t>(program_.callees.size()) - 1;
}

// ---- operators

// Checks the arguments that may be undefined tensors: parameters, and values that came from them
// through control flow, calls and containers. Results of operators and attributes are defined.
void Compiler::checkDefined(const ir::Node& node, const ops::FunctionSchema& schema) {
  const size_t count = std::min(node.inputs().size(), schema.arguments.size());
  for (size_t i = 0; i < count; ++i) {
    const ir::Value* value = node.input(i);
    if (!schema.arguments[i].type->is(types::TypeKind::Tensor) || value->node()->schema() ||
        value->node()->is(ir::prim::Constant) || value->node()->is(ir::prim::GetAttr))
      continue;
    emit(Op::CheckDefined, {.b = peek(value), .c = nameIndex(schema.arguments[i].name)});
  }
}

void Compiler::operatorCall(const ir::Node& node) {
  const ops::FunctionSchema* schema = node.schema();
  const std::string name = schema ? schema->nameWithOverload() : node.kind().str();
  if (schema) checkDefined(node, *schema);
  if (auto op = schema ? directOp(name) : std::nullopt) {
    const std::span<ir::Value* const> inputs = node.inputs();
    // The list that these operators return is seldom used.
    const bool returnsList = *op == Op::SetItem || *op == Op::Append;
    const bool hasResult =
        !node.outputs().empty() && (seesNodes() || !returnsList || node.output(0)->hasUses());
    const Operand b = operand(node, 0);
    const Operand c = inputs.size() > 1 ? operand(node, 1) : 0;
    const Operand n = inputs.size() > 2 ? operand(node, 2) : 0;
    emit(*op, {.outs = hasResult, .a = hasResult ? output(node) : 0, .b = b, .c = c, .n = n});
    return;
  }
  kernels::KernelFunction function = findOperator(name);
  if (function == nullptr) {
    emitList(Op::Missing, node).c = nameIndex(name);
    return;
  }
  if (schema && writesToSelf(*schema)) emit(Op::CheckLeaf, {.b = peek(node.input(0))});
  auto kernel = std::ranges::find(program_.kernels, function);
  const auto index = static_cast<int32_t>(kernel - program_.kernels.begin());
  if (kernel == program_.kernels.end()) {
    const DirectOperator* direct = findDirect(function);
    program_.kernels.push_back(function);
    program_.directs.push_back(direct ? direct->run : nullptr);
  }
  const bool isDirect = program_.directs[static_cast<size_t>(index)] != nullptr && schema &&
                        schema->arguments.size() == node.inputs().size() &&
                        schema->returns.size() == node.outputs().size();
  emitList(isDirect ? Op::Direct : Op::Kernel, node).c = index;
}

// ---- control flow

namespace {

// The instruction that compares two ints and jumps if the comparison fails.
std::optional<Op> fusedJump(Op comparison) {
  switch (comparison) {
    case Op::LtInt: return Op::JumpIfNotLtInt;
    case Op::LeInt: return Op::JumpIfNotLeInt;
    case Op::GtInt: return Op::JumpIfNotGtInt;
    case Op::GeInt: return Op::JumpIfNotGeInt;
    case Op::EqInt: return Op::JumpIfNotEqInt;
    case Op::NeInt: return Op::JumpIfNotNeInt;
    default: return std::nullopt;
  }
}

}  // namespace

// Fuses the jump with the comparison just before it, if the comparison has no other use.
void Compiler::jumpUnless(const ir::Value* condition) {
  const ir::Node* computed = condition->node();
  const Instruction* last = program_.code.empty() ? nullptr : &program_.code.back();
  if (!seesNodes() && condition->uses().size() == 1 && last && program_.nodes.back() == computed) {
    if (auto jump = fusedJump(last->op)) {
      const Instruction comparison = *last;
      program_.code.pop_back();
      program_.nodes.pop_back();
      const ir::Node* node = std::exchange(at_, computed);
      emit(*jump, {.a = comparison.b, .b = comparison.c});
      at_ = node;
      return;
    }
  }
  emit(Op::JumpIfNot, {.b = peek(condition)});
}

void Compiler::ifNode(const ir::Node& node) {
  jumpUnless(node.input(0));
  const size_t toElse = program_.code.size() - 1;
  branch(node, 0);
  const int32_t toEnd = here();
  emit(Op::Jump);
  program_.code[toElse].c = here();
  branch(node, 1);
  // An empty else branch needs no jump over it.
  if (here() == toEnd + 1) {
    program_.code.pop_back();
    program_.nodes.pop_back();
    program_.code[toElse].c = here();
  } else {
    program_.code[static_cast<size_t>(toEnd)].c = here();
  }
}

void Compiler::branch(const ir::Node& node, size_t which) {
  const ir::Block& inner = *node.block(which);
  if (seesNodes()) emit(Op::BlockEvent, {.c = static_cast<int32_t>(which)});
  // A value whose last use is in the If must be released in both branches: at its last use in a
  // branch, or at the start of a branch without uses.
  std::vector<const ir::Value*> ending;
  for (const ir::Value* value : liveness_.endingAt(&node)) {
    const bool isOurs =
        value->node()->owningBlock() == node.owningBlock() ||
        std::ranges::find(endingInside_.back(), value) != endingInside_.back().end();
    if (!isOurs || value->node()->is(ir::prim::Constant)) continue;
    const bool isUsedHere = std::ranges::any_of(
        value->uses(), [&](const ir::Use& use) { return ancestorIn(&inner, use.user) != nullptr; });
    if (isUsedHere)
      ending.push_back(value);
    else
      emit(Op::Release, {.a = registers_[value]});
  }
  endingInside_.push_back(std::move(ending));
  block(inner);
  std::vector<Move> handed;
  for (size_t i = 0; i < node.outputs().size(); ++i)
    handed.push_back({registers_[node.output(i)], operand(*inner.returnNode(), i)});
  at_ = &node;
  moves(std::move(handed));
  endingInside_.pop_back();
}

void Compiler::loop(const ir::Node& node) {
  const ir::Block& body = *node.block(0);
  const size_t carried = node.outputs().size();
  std::vector<Move> initial;
  for (size_t i = 0; i < carried; ++i) {
    Operand from = operand(node, i + 2);
    // A value that the body reads directly must stay available in each iteration.
    const ir::Value* value = node.input(i + 2);
    const bool isReadInside = std::ranges::any_of(
        value->uses(), [&](const ir::Use& use) { return ancestorIn(&body, use.user) != nullptr; });
    if (from >= 0 && isReadInside) from &= ~kTaken;
    initial.push_back({registers_[node.output(i)], from});
  }
  moves(std::move(initial));

  const int32_t index = registers_[body.inputs()[0]];
  auto isTrue = [](const ir::Value* value) {
    auto literal = ir::constantOf(value);
    return literal && literal->isBool() && literal->toBool();
  };
  std::vector<size_t> exits;
  if (!isTrue(node.input(1))) {
    exits.push_back(program_.code.size());
    emit(Op::JumpIfNot, {.b = peek(node.input(1))});
  }
  exits.push_back(program_.code.size());
  const Operand limit = peek(node.input(0));
  emit(Op::LoopBegin, {.a = index, .b = limit});
  const int32_t top = here();
  if (seesNodes()) emit(Op::IterationEvent, {.a = index});
  if (seesLines()) lineEvent(Op::RoundEvent, node, index);
  endingInside_.emplace_back();  // no outer value ends in a body that may run again
  block(body);
  at_ = &node;
  std::vector<Move> handed;
  for (size_t i = 0; i < carried; ++i)
    handed.push_back({registers_[node.output(i)], operand(*body.returnNode(), i + 1)});
  // The condition is read after the moves.
  const ir::Value* again = body.outputs()[0];
  Operand condition = peek(again);
  if (!isTrue(again) && condition >= 0 && std::ranges::any_of(handed, [&](const Move& move) {
        return move.to == condition && (move.from & ~kTaken) != condition;
      })) {
    const int32_t kept = registers_.freshLike(condition);
    emit(Op::Copy, {.a = kept, .b = condition});
    condition = kept;
  }
  moves(std::move(handed));
  endingInside_.pop_back();
  if (condition == peek(again) && !isTrue(again)) {
    jumpUnless(again);
    exits.push_back(program_.code.size() - 1);
  } else if (!isTrue(again)) {
    exits.push_back(program_.code.size());
    emit(Op::JumpIfNot, {.b = condition});
  }
  emit(Op::LoopNext, {.a = index, .b = limit, .c = top});
  for (size_t exit : exits) program_.code[exit].c = here();
  // Releases values whose last use is in the body.
  for (const ir::Value* value : liveness_.endingAt(&node)) {
    const bool isOurs =
        value->node()->owningBlock() == node.owningBlock() ||
        std::ranges::find(endingInside_.back(), value) != endingInside_.back().end();
    const bool isInside = std::ranges::any_of(
        value->uses(), [&](const ir::Use& use) { return ancestorIn(&body, use.user) != nullptr; });
    if (isOurs && isInside && !value->node()->is(ir::prim::Constant))
      emit(Op::Release, {.a = registers_[value]});
  }
}

void Compiler::moves(std::vector<Move> all) {
  auto sourceOf = [](const Move& move) { return move.from < 0 ? move.from : move.from & ~kTaken; };
  // A value that is already in its target register stays there, even if other moves read it too.
  for (const Move& staying : all)
    if (sourceOf(staying) == staying.to)
      for (Move& move : all)
        if (sourceOf(move) == staying.to) move.from = staying.to;
  std::erase_if(all, [&](const Move& move) { return sourceOf(move) == move.to; });
  // A source that an earlier move overwrites is first copied to a fresh register.
  for (size_t i = 0; i < all.size(); ++i) {
    const int32_t source = sourceOf(all[i]);
    const bool isOverwritten = std::any_of(all.begin(), all.begin() + static_cast<long>(i),
                                           [&](const Move& move) { return move.to == source; });
    if (source < 0 || !isOverwritten) continue;
    const int32_t kept = registers_.freshLike(source);
    emit(Op::Copy, {.a = kept, .b = source});
    all[i].from = kept | kTaken;
  }
  for (const Move& move : all) emit(Op::Copy, {.a = move.to, .b = move.from});
}

}  // namespace ts::interp
