// Compiles the kinds of nodes that are not operators, one function per kind.
#include <fmt/format.h>

#include "core/interp/compile.h"
#include "core/ir/kinds.h"

namespace ts::interp {

struct Compiler::Kind {
  std::string_view name;
  Handler handler;
};

Compiler::Handler Compiler::handlerOf(Symbol kind) {
  static constexpr Kind kKinds[] = {
      {"prim::If", &Compiler::ifNode},
      {"prim::Loop", &Compiler::loop},
      {"prim::unchecked_cast", &Compiler::copy},
      {"prim::AnnotateType", &Compiler::copy},
      {"prim::TupleConstruct", &Compiler::makeTuple},
      {"prim::ListConstruct", &Compiler::makeList},
      {"prim::DictConstruct", &Compiler::makeDict},
      {"prim::TupleUnpack", &Compiler::unpackTuple},
      {"prim::ListUnpack", &Compiler::unpackList},
      {"prim::TupleIndex", &Compiler::tupleIndex},
      {"prim::TupleSlice", &Compiler::tupleSlice},
      {"prim::CreateObject", &Compiler::makeObject},
      {"prim::GetAttr", &Compiler::getAttr},
      {"prim::SetAttr", &Compiler::setAttr},
      {"prim::HasAttr", &Compiler::hasAttr},
      {"prim::isinstance", &Compiler::isInstance},
      {"prim::tolist", &Compiler::toList},
      {"prim::CallFunction", &Compiler::callFunction},
      {"prim::CallMethod", &Compiler::callMethod},
      {"prim::PythonOp", &Compiler::callPython},
      {"prim::Enter", &Compiler::enter},
      {"prim::Exit", &Compiler::exit},
      {"prim::RaiseException", &Compiler::raise},
      {"prim::fork", &Compiler::fork},
      {"prim::Uninitialized", &Compiler::skip},
      {"aten::warn", &Compiler::warn},
      {"aten::_unwrap_optional", &Compiler::copyPresent},
      {"prim::unchecked_unwrap_optional", &Compiler::copy},
  };
  static const auto* table = [] {
    auto* handlers = new std::unordered_map<Symbol, Handler>;
    for (const Kind& kind : kKinds) handlers->emplace(Symbol::intern(kind.name), kind.handler);
    return handlers;
  }();
  auto handler = table->find(kind);
  return handler == table->end() ? nullptr : handler->second;
}

void Compiler::copy(const ir::Node& node) {
  emit(Op::Copy, {.a = output(node), .b = operand(node, 0)});
}
void Compiler::copyPresent(const ir::Node& node) {
  emit(Op::UnwrapOptional, {.a = output(node), .b = operand(node, 0)});
}

// ---- containers

void Compiler::makeTuple(const ir::Node& node) {
  const auto* type = types::cast<types::TupleType>(node.output()->type());
  const int32_t named = type && type->isNamed() ? typeIndex(type) : -1;
  emitList(Op::MakeTuple, node).c = named;
}

void Compiler::makeList(const ir::Node& node) {
  const types::TypePtr type = node.output()->type();
  const int32_t element =
      typeIndex(type->is(types::TypeKind::List) ? type->element() : types::anyType());
  emitList(Op::MakeList, node).c = element;
}

void Compiler::makeDict(const ir::Node& node) {
  const int32_t type = typeIndex(node.output()->type());
  emitList(Op::MakeDict, node).c = type;
}

void Compiler::unpackTuple(const ir::Node& node) { emitList(Op::UnpackTuple, node); }
void Compiler::unpackList(const ir::Node& node) { emitList(Op::UnpackList, node); }

void Compiler::tupleIndex(const ir::Node& node) {
  const Operand index = operand(node, 1);
  emit(Op::TupleIndex, {.a = output(node), .b = operand(node, 0), .c = index});
}

void Compiler::tupleSlice(const ir::Node& node) {
  const auto place = static_cast<int32_t>(program_.operands.size());
  program_.operands.push_back(static_cast<int32_t>(node.get<int64_t>(ir::attr::beg)));
  program_.operands.push_back(static_cast<int32_t>(node.get<int64_t>(ir::attr::end)));
  emit(Op::TupleSlice, {.a = output(node), .b = operand(node, 0), .c = place});
}

void Compiler::toList(const ir::Node& node) {
  const int32_t type = typeIndex(node.output()->type());
  emitList(Op::ToList, node).c = type;
}

// ---- objects

void Compiler::makeObject(const ir::Node& node) {
  emit(Op::MakeObject, {.a = output(node), .c = typeIndex(node.output()->type())});
}

namespace {

// The slot of an attribute in objects of the static type; -1 if the type has no such attribute.
int32_t slotOf(const ir::Value* object, const std::string& name) {
  const auto* type = types::cast<types::ClassType>(object->type());
  const auto slot = type ? type->attributeSlot(name) : std::nullopt;
  return slot ? static_cast<int32_t>(*slot) : -1;
}

}  // namespace

void Compiler::getAttr(const ir::Node& node) {
  const auto& name = node.get<std::string>(ir::attr::name);
  // A field of a named tuple is an element of the tuple.
  if (const auto* tuple = types::cast<types::TupleType>(node.input(0)->type())) {
    const auto field =
        static_cast<int64_t>(tuple->fieldIndex(name).value_or(tuple->contained().size()));
    emit(Op::TupleIndex, {.a = output(node), .b = operand(node, 0), .c = constant(field)});
    return;
  }
  const int32_t slot = slotOf(node.input(0), name);
  emit(Op::GetAttr, {.a = output(node), .b = operand(node, 0), .c = slot});
}

void Compiler::setAttr(const ir::Node& node) {
  const int32_t slot = slotOf(node.input(0), node.get<std::string>(ir::attr::name));
  const Operand value = operand(node, 1);
  emit(Op::SetAttr, {.outs = 0, .b = operand(node, 0), .c = slot, .n = value});
}

void Compiler::hasAttr(const ir::Node& node) {
  const bool isThere = slotOf(node.input(0), node.get<std::string>(ir::attr::name)) >= 0;
  emit(Op::Copy, {.a = output(node), .b = constant(isThere)});
}

void Compiler::isInstance(const ir::Node& node) {
  const auto& wanted = node.get<std::vector<ir::TypePtr>>(ir::attr::types);
  const auto first = static_cast<int32_t>(program_.types.size());
  program_.types.insert(program_.types.end(), wanted.begin(), wanted.end());
  emit(Op::IsInstance, {.a = output(node),
                        .b = operand(node, 0),
                        .c = first,
                        .n = static_cast<int32_t>(wanted.size())});
}

// ---- calls

void Compiler::callFunction(const ir::Node& node) {
  const auto* type = types::cast<types::FunctionType>(node.input(0)->type());
  const ir::Function* function = type ? type->function() : nullptr;
  if (function == nullptr || function->graph == nullptr) {
    emitList(Op::CallPython, node, 1);
    return;
  }
  const int32_t callee = calleeIndex(std::string(function->simpleName()), function->graph);
  emitList(Op::Call, node, 1).c = callee;
}

void Compiler::callMethod(const ir::Node& node) {
  const auto& name = node.get<std::string>(ir::attr::name);
  const auto* type = types::cast<types::ClassType>(node.input(0)->type());
  const ir::Function* method = type ? type->method(name) : nullptr;
  if (method == nullptr) {
    emitList(Op::CallMethod, node).c = nameIndex(name);
  } else if (method->graph == nullptr) {
    emitList(Op::CallPython, node);
  } else {
    const int32_t callee =
        calleeIndex(fmt::format("{}.{}", type->simpleName(), name), method->graph);
    emitList(Op::Call, node).c = callee;
  }
}

void Compiler::callPython(const ir::Node& node) { emitList(Op::CallPython, node); }
void Compiler::enter(const ir::Node& node) {
  emit(Op::Enter, {.a = output(node), .b = peek(node.input(0))});
}
void Compiler::exit(const ir::Node& node) {
  emit(Op::Exit, {.a = output(node), .b = operand(node, 0)});
}

void Compiler::raise(const ir::Node& node) {
  const Operand cls = node.inputs().size() > 1 ? operand(node, 1) : constant({});
  emit(Op::Raise, {.outs = 0, .b = operand(node, 0), .c = cls});
}

void Compiler::fork(const ir::Node& node) {
  const int32_t callee = calleeIndex("fork", node.get<ir::GraphPtr>(ir::attr::Subgraph));
  emitList(Op::Fork, node).c = callee;
}

void Compiler::warn(const ir::Node& node) { emit(Op::Warn, {.outs = 0, .b = operand(node, 0)}); }

}  // namespace ts::interp
