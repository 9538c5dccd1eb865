// prim::If and prim::Loop.
#include <fmt/format.h>

#include "core/ir/kinds.h"
#include "core/onnx/merger.h"

namespace ts::onnx {

namespace {

constexpr int64_t kMostUnrolled = 64;  // rounds
constexpr size_t kMostTries = 20;      // until a loop's types do not change any more

bool raisesAlways(const ir::Block& block) {
  for (const ir::Node* node : block.nodes())
    if (node->is(ir::prim::RaiseException)) return true;
  return false;
}

// Makes a value an output of the innermost scope, which has to make it itself.
std::string outputName(Builder& builder, const Wire& wire) {
  if (builder.isMadeHere(wire)) return wire.name;
  return builder.addMany("Identity", {&wire, 1}, {wire})[0].name;
}

bool areOneObject(const Val& a, const Val& b) {
  if (a.index() != b.index()) return false;
  return std::visit(
      [&]<typename T>(const T& value) {
        if constexpr (std::is_same_v<T, TensorPtr> || std::is_same_v<T, ListPtr> ||
                      std::is_same_v<T, DictPtr> || std::is_same_v<T, ObjectPtr>)
          return value == std::get<T>(b);
        else
          return false;
      },
      a);
}

GraphPtr graphOf(Builder::Scope scope, std::string name) {
  auto graph = std::make_shared<Graph>();
  graph->name = std::move(name);
  graph->nodes = std::move(scope.nodes);
  return graph;
}

}  // namespace

void Lowering::beginScope() {
  builder.pushScope();
  scopes_.emplace_back();
}

// A value as it is now, in objects of its own.
Val Lowering::copied(const Val& value, std::map<const void*, Val>& copies) {
  const auto known = [&](const void* address) { return copies.find(address); };
  const auto copiedAll = [&](const std::vector<Val>& all) {
    std::vector<Val> items;
    for (const Val& each : all) items.push_back(copied(each, copies));
    return items;
  };
  if (const auto* tensor = std::get_if<TensorPtr>(&value)) {
    if (const auto same = known(tensor->get()); same != copies.end()) return same->second;
    refresh(*tensor);
    auto cell = std::make_shared<TensorCell>(**tensor);
    // The copy may be used in place of the tensor only as long as neither is written to.
    bool isShared = cell->view.has_value() || cell->depth < depth();
    if (isShared && cell->unwritable.empty())
      cell->unwritable =
          "a tensor from a branch or loop is written to, and may share memory with another tensor";
    cell->view.reset();
    cell->depth = 0;
    return copies[tensor->get()] = cell;
  }
  if (const auto* list = std::get_if<ListPtr>(&value)) {
    if (const auto same = known(list->get()); same != copies.end()) return same->second;
    auto cell = std::make_shared<ListCell>(**list);
    cell->items = copiedAll((*list)->items);
    if (cell->depth < depth())
      cell->unwritable = "a list from a branch or loop is changed, and may be another list, too";
    return copies[list->get()] = cell;
  }
  if (const auto* tuple = std::get_if<TuplePtr>(&value)) {
    auto cell = std::make_shared<TupleCell>(**tuple);
    cell->items = copiedAll((*tuple)->items);
    return cell;
  }
  if (const auto* dict = std::get_if<DictPtr>(&value)) {
    auto cell = std::make_shared<DictCell>(**dict);
    for (auto& [key, item] : cell->items) item = copied(item, copies);
    return cell;
  }
  return value;
}

// Ends the scope: everything outside is as before it.
Lowering::Lowered Lowering::endScope(const ir::Block& block, Frame& frame) {
  Lowered lowered;
  std::map<const void*, Val> copies;
  for (const ir::Value* output : block.outputs()) {
    lowered.outputs.push_back(at(frame, output));
    lowered.copies.push_back(copied(lowered.outputs.back(), copies));
  }
  const Scope scope = scopes_.back();
  for (const auto& [cell, before] : scope.tensors) {
    if (cell->unreadable != before.unreadable)
      refuse("a branch or loop writes to a tensor that may be a view or a copy");
    if (cell->view || cell->version == before.version) continue;
    auto state = std::make_shared<TensorCell>(*cell);
    state->depth = 0;
    lowered.changes.tensors.emplace(cell, state);
  }
  std::map<const void*, Val> contents;
  for (const auto& [cell, before] : scope.lists) {
    auto state = std::make_shared<ListCell>(*cell);
    for (Val& item : state->items) item = copied(item, contents);
    lowered.changes.lists.emplace(cell, state);
  }
  for (const auto& [cell, before] : scope.dicts) {
    auto state = std::make_shared<DictCell>(*cell);
    for (auto& [key, item] : state->items) item = copied(item, contents);
    lowered.changes.dicts.emplace(cell, state);
  }
  if (!scope.objects.empty())
    refuse("an attribute of an object is set in a branch or loop that depends on a tensor");
  for (const auto& [cell, before] : scope.tensors) *cell = before;
  for (const auto& [cell, before] : scope.lists) *cell = before;
  for (const auto& [cell, before] : scope.dicts) *cell = before;
  scopes_.pop_back();
  lowered.scope = builder.takeScope();
  return lowered;
}

Lowering::Lowered Lowering::lowerScope(const ir::Block& block, Frame& frame) {
  const size_t open = scopes_.size(), calls = calls_;
  const size_t modules = paths_.size();
  beginScope();
  try {
    lowerBlock(block, frame);
    return endScope(block, frame);
  } catch (const Raises&) {
    // Raised in a nested scope or call, which are left.
    while (scopes_.size() > open) {
      for (const auto& [cell, before] : scopes_.back().tensors) *cell = before;
      for (const auto& [cell, before] : scopes_.back().lists) *cell = before;
      for (const auto& [cell, before] : scopes_.back().dicts) *cell = before;
      for (const auto& [cell, before] : scopes_.back().objects) *cell = before;
      scopes_.pop_back();
      builder.takeScope();
    }
    calls_ = calls;
    paths_.resize(modules);
  }
  Lowered lowered;
  lowered.raises = true;
  return lowered;
}

void Lowering::setChanged(const TensorPtr& cell, const Val& state) {
  const TensorPtr& from = std::get<TensorPtr>(state);
  touch(cell);
  cell->wire = from->wire;
  cell->known = from->known;
  ++cell->version;
}

void Lowering::setChanged(const ListPtr& cell, const Val& state) {
  const ListPtr& from = std::get<ListPtr>(state);
  touch(cell);
  cell->items = from->items;
  cell->sequence = from->sequence;
}

void Lowering::setChanged(const DictPtr& cell, const Val& state) {
  touch(cell);
  cell->items = std::get<DictPtr>(state)->items;
}

void Lowering::branch(const ir::Node& node, Frame& frame) {
  const SourceRange place = at_;
  const Val condition = at(frame, node.input(0));
  const auto inlined = [&](const ir::Block& block) {
    lowerBlock(block, frame);
    for (size_t i = 0; i < node.outputs().size(); ++i)
      frame[node.output(i)] = at(frame, block.outputs()[i]);
  };
  if (const auto taken = known(condition)) return inlined(*node.block(taken->toBool() ? 0 : 1));
  const bool raises[] = {raisesAlways(*node.block(0)), raisesAlways(*node.block(1))};
  std::optional<Lowered> ways[2];
  bool fails[2];
  for (size_t i = 0; i < 2; ++i) {
    if (!raises[i]) ways[i] = lowerScope(*node.block(i), frame);
    fails[i] = raises[i] || ways[i]->raises;
  }
  if (fails[0] && fails[1]) throw Raises{place};
  at_ = place;
  if (fails[0] || fails[1]) {
    ++counts.assertions;
    return inlined(*node.block(fails[0] ? 1 : 0));
  }
  Lowered &yes = *ways[0], &no = *ways[1];
  Merger merger(*this);
  std::vector<Val> results;
  for (size_t i = 0; i < node.outputs().size(); ++i) {
    // The same object on both ways stays one; else it depends on the way.
    const bool isOne = areOneObject(yes.outputs[i], no.outputs[i]);
    results.push_back(isOne ? yes.outputs[i] : merger.merge(yes.copies[i], no.copies[i]));
  }
  std::vector<std::function<void()>> changes;
  const auto mergeChanges = [&](const auto& a, const auto& b, const auto& current) {
    const auto add = [&](const auto& cell, const Val& ofA, const Val& ofB) {
      const Val state = merger.merge(ofA, ofB);
      changes.push_back([this, cell = cell, state] { setChanged(cell, state); });
    };
    for (const auto& [cell, state] : a) {
      const auto other = b.find(cell);
      add(cell, state, other == b.end() ? current(cell) : other->second);
    }
    for (const auto& [cell, state] : b)
      if (!a.contains(cell)) add(cell, current(cell), state);
  };
  std::map<const void*, Val> copies;
  const auto copy = [&](const auto& cell) { return copied(cell, copies); };
  mergeChanges(yes.changes.tensors, no.changes.tensors, copy);
  mergeChanges(yes.changes.lists, no.changes.lists, copy);
  mergeChanges(yes.changes.dicts, no.changes.dicts, copy);

  setPlace(node);
  const std::vector<Merger::Slot> slots = merger.slots();
  if (!slots.empty()) {
    const Wire test = builder.cast(wireOf(condition), DType::Bool);
    Attributes graphs;
    for (size_t way = 0; way < 2; ++way) {
      builder.pushScope(std::move(ways[way]->scope));
      std::vector<ValueInfo> outputs;
      for (const Merger::Slot& slot : slots) {
        const Wire wire = merger.convert(way == 0 ? slot.a : slot.b, slot.type);
        outputs.push_back(builder.infoOf(wire));
        // One value cannot be two outputs of a graph.
        outputs.back().name = outputName(builder, wire);
        if (std::ranges::count(outputs, outputs.back().name, &ValueInfo::name) > 1)
          outputs.back().name = builder.addMany("Identity", {&wire, 1}, {wire})[0].name;
      }
      const GraphPtr graph = graphOf(builder.takeScope(), way == 0 ? "then" : "else");
      graph->outputs = std::move(outputs);
      graphs.push_back({way == 0 ? "then_branch" : "else_branch", graph});
    }
    Wires types;
    for (const Merger::Slot& slot : slots) types.push_back(slot.type);
    const Wires made = builder.addMany("If", {&test, 1}, types, std::move(graphs));
    for (size_t i = 0; i < slots.size(); ++i) slots[i].fill(made[i]);
  }
  for (const auto& change : changes) change();
  for (size_t i = 0; i < results.size(); ++i) frame[node.output(i)] = results[i];
}

void Lowering::loop(const ir::Node& node, Frame& frame) {
  const std::optional<IValue> rounds = known(at(frame, node.input(0)));
  const std::optional<IValue> starts = known(at(frame, node.input(1)));
  const ir::Block& body = *node.block(0);
  const auto results = [&] {
    for (size_t i = 0; i < node.outputs().size(); ++i)
      frame[node.output(i)] = at(frame, node.input(i + 2));
  };
  if ((starts && !starts->toBool()) || (rounds && rounds->toInt() <= 0)) return results();
  const types::Constant* goesOn = ir::constantOf(body.outputs()[0]);
  if (rounds && rounds->toInt() <= kMostUnrolled && goesOn && goesOn->toBool())
    return unroll(node, frame, rounds->toInt());
  loopGraph(node, frame);
}

void Lowering::unroll(const ir::Node& node, Frame& frame, int64_t rounds) {
  const ir::Block& body = *node.block(0);
  std::vector<Val> carried;
  for (size_t i = 2; i < node.inputs().size(); ++i) carried.push_back(at(frame, node.input(i)));
  for (int64_t round = 0; round < rounds; ++round) {
    ++counts.unrolled;
    frame[body.inputs()[0]] = IValue(round);
    for (size_t i = 0; i < carried.size(); ++i) frame[body.inputs()[i + 1]] = carried[i];
    lowerBlock(body, frame);
    for (size_t i = 0; i < carried.size(); ++i) carried[i] = at(frame, body.outputs()[i + 1]);
  }
  for (size_t i = 0; i < carried.size(); ++i) frame[node.output(i)] = carried[i];
}

void Lowering::loopGraph(const ir::Node& node, Frame& frame) {
  const SourceRange place = at_;
  const ir::Block& body = *node.block(0);
  std::vector<Val> initial, state;
  std::map<const void*, Val> copies;
  for (size_t i = 2; i < node.inputs().size(); ++i) initial.push_back(at(frame, node.input(i)));
  state = initial;
  // Objects that the body changes are carried, too.
  std::map<TensorPtr, Val> tensors;
  std::map<ListPtr, Val> lists;
  std::map<DictPtr, Val> dicts;
  std::vector<Merger::Slot> slots;
  std::string signature;
  for (size_t attempt = 0; attempt < kMostTries; ++attempt) {
    at_ = place;
    beginScope();
    // Parameters of the body.
    std::vector<ValueInfo> parameters;
    const auto parameter = [&](std::string_view name, Wire wire) {
      wire.name = builder.newName(name);
      parameters.push_back(builder.infoOf(wire));
      return wire;
    };
    const Wire round = parameter("round", {{}, DType::Int64, PartialShape::of({})});
    parameter("goes_on", {{}, DType::Bool, PartialShape::of({})});
    for (const Merger::Slot& slot : slots) slot.fill(parameter("carried", slot.type));
    for (const auto& [cell, value] : tensors) setChanged(cell, value);
    for (const auto& [cell, value] : lists) setChanged(cell, value);
    for (const auto& [cell, value] : dicts) setChanged(cell, value);
    frame[body.inputs()[0]] = Number(round);
    for (size_t i = 0; i < state.size(); ++i) frame[body.inputs()[i + 1]] = state[i];
    lowerBlock(body, frame);
    Lowered lowered = endScope(body, frame);

    // The values at the beginning of a round: the initial ones, or those behind a round.
    Merger merger(*this, "a tensor that a loop carries is written to");
    std::vector<Val> next;
    for (size_t i = 0; i < state.size(); ++i) {
      const bool isOne = areOneObject(initial[i], lowered.outputs[i + 1]);
      merger.beginPart(std::to_string(i));
      next.push_back(isOne ? initial[i]
                           : merger.merge(copied(initial[i], copies), lowered.copies[i + 1]));
    }
    const auto mergeChanges = [&](const auto& changes, auto& carried) {
      auto all = carried;
      for (const auto& [cell, value] : changes) {
        merger.beginPart("object");
        all[cell] = merger.merge(copied(cell, copies), value);
      }
      for (const auto& [cell, value] : carried)
        if (!changes.contains(cell)) all[cell] = value;
      carried = std::move(all);
    };
    mergeChanges(lowered.changes.tensors, tensors);
    mergeChanges(lowered.changes.lists, lists);
    mergeChanges(lowered.changes.dicts, dicts);
    std::string newSignature = merger.signature();
    const bool isDone = attempt > 0 && newSignature == signature;
    signature = std::move(newSignature);
    const std::vector<Merger::Slot> before = std::move(slots);
    slots = merger.slots();
    state = std::move(next);
    if (!isDone && !(attempt == 0 && slots.empty())) {
      // The types of the slots include those of the parameters of this round.
      continue;
    }
    setPlace(node);
    builder.pushScope(std::move(lowered.scope));
    const auto graph = std::make_shared<Graph>();
    const auto addOutput = [&](const Wire& wire) {
      std::string name = outputName(builder, wire);
      if (std::ranges::count(graph->outputs, name, &ValueInfo::name) > 0)
        name = builder.addMany("Identity", {&wire, 1}, {wire})[0].name;
      graph->outputs.push_back(builder.infoOf(wire));
      graph->outputs.back().name = name;
    };
    addOutput(builder.cast(wireOf(lowered.copies[0]), DType::Bool));
    for (const Merger::Slot& slot : slots) addOutput(merger.convert(slot.b, slot.type));
    graph->name = "body";
    graph->nodes = builder.takeScope().nodes;
    graph->inputs = std::move(parameters);
    Wires operands = {builder.unsqueeze(wireOf(at(frame, node.input(0))), {}),
                      builder.cast(wireOf(at(frame, node.input(1))), DType::Bool)};
    Wires types;
    for (const Merger::Slot& slot : slots) {
      operands.push_back(merger.convert(slot.a, slot.type));
      types.push_back(slot.type);
    }
    if (types.empty()) break;  // a body without effects
    const Wires made = builder.addMany("Loop", operands, types, {{"body", graph}});
    for (size_t i = 0; i < slots.size(); ++i) slots[i].fill(made[i]);
    for (const auto& [cell, value] : tensors) setChanged(cell, value);
    for (const auto& [cell, value] : lists) setChanged(cell, value);
    for (const auto& [cell, value] : dicts) setChanged(cell, value);
    for (size_t i = 0; i < state.size(); ++i) frame[node.output(i)] = state[i];
    return;
  }
  if (!slots.empty()) refuse("the types of the loop's values do not settle");
  for (size_t i = 0; i < state.size(); ++i) frame[node.output(i)] = state[i];
}

}  // namespace ts::onnx
