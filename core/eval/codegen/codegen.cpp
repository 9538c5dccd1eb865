#include "core/eval/codegen/codegen.h"

#include "core/eval/codegen/codegen_at.h"
#include "core/eval/vm/state.h"
#include "core/eval/vm/watcher.h"

namespace ts::eval {

using namespace syntax;

// The number of instructions to allocate at first: enough for most codes.
constexpr size_t kUsualSize = 32;

Codegen::Codegen(Vm& vm, Code& code)
    : vm_(vm), code_(code), scope_(*code.scope), scopes_(scopesOf(vm, *code.module)) {
  code_.instructions.reserve(kUsualSize);
  code_.spans.reserve(kUsualSize);
  code_.handlerOf.reserve(kUsualSize);
  code_.handlers.emplace_back();
  code_.joins.push_back(0);
  guards_ = code.isModule && !code.module->isLibrary && !vm.strict;
  for (uint32_t i = 0; i < code_.localNames.size(); ++i)
    fastIndices_[code_.localNames[i].get()] = i;
}

void Codegen::generate() {
  // The parameters have slots already; add the other locals, cells and free cells.
  bool isFunction = scope_.isFunction();
  std::vector<Str*> cells, free;
  for (Str* name : scope_.order) {
    const Symbol& symbol = scope_.symbols.find(name)->second;
    if (symbol.free) {
      free.push_back(name);
    } else if (symbol.cell) {
      cells.push_back(name);
    } else if (isFunction && symbol.bound && !symbol.parameter && !symbol.global &&
               !symbol.nonlocal) {
      fastIndices_[name] = static_cast<uint32_t>(code_.localNames.size());
      code_.localNames.push_back(name);
    }
  }
  for (Str* name : cells) {
    code_.cellNames.push_back(name->text);
    auto parameter = fastIndices_.find(name);
    code_.cellParameters.push_back(
        parameter == fastIndices_.end() ? -1 : static_cast<int32_t>(parameter->second));
    cellIndices_[name] = static_cast<uint32_t>(cellIndices_.size());
  }
  code_.freeNames.clear();
  for (Str* name : free) {
    code_.freeNames.push_back(name->text);
    cellIndices_[name] = static_cast<uint32_t>(cellIndices_.size());
  }

  switch (scope_.kind) {
    case ScopeKind::Module:
      if (code_.statement) {
        guarded(*code_.statement);
      } else {
        moduleBody(code_.module->tree->body);
      }
      break;
    case ScopeKind::Class: {
      const auto& def = *static_cast<const ClassDef*>(scope_.node);
      span_ = def.decorators.empty() ? def.name.span : def.decorators[0]->span;
      load(Value(vm_.intern(code_.module->name)));
      emit(Opcode::StoreName, nameIndex("__module__"));
      load(Value(code_.qualname));
      emit(Opcode::StoreName, nameIndex("__qualname__"));
      docstring(def.body);
      body(def.body);
      break;
    }
    case ScopeKind::Function: body(static_cast<const FunctionDef*>(scope_.node)->body); break;
    case ScopeKind::Lambda:
      expr(*static_cast<const syntax::Lambda*>(scope_.node)->body);
      emit(Opcode::Return);
      break;
    case ScopeKind::Comprehension:
    case ScopeKind::Generator: {
      const auto& node = *static_cast<const Expr*>(scope_.node);
      span_ = node.span;
      if (node.kind == ExprKind::ListComp) emit(Opcode::BuildList);
      if (node.kind == ExprKind::SetComp) emit(Opcode::BuildSet);
      if (node.kind == ExprKind::DictComp) emit(Opcode::BuildDict);
      comprehensionClauses(node.kind == ExprKind::DictComp ? as<DictComp>(node).generators
                                                           : as<Comp>(node).generators,
                           0, node);
      if (node.kind != ExprKind::GeneratorExp) emit(Opcode::Return);
      break;
    }
    case ScopeKind::TypeParams: {
      const auto& node = *static_cast<const Stmt*>(scope_.node);
      span_ = node.span;
      if (node.kind == StmtKind::ClassDef) {
        typeParams(as<ClassDef>(node).typeParams, &node);
        buildClass(as<ClassDef>(node));
      } else if (node.kind == StmtKind::TypeAlias) {
        typeParams(as<syntax::TypeAlias>(node).typeParams, &node);
        expr(*as<syntax::TypeAlias>(node).value);
        emit(Opcode::MakeTypeAlias,
             nameIndex(as<syntax::Name>(*as<syntax::TypeAlias>(node).name).id));
      } else {
        typeParams(as<FunctionDef>(node).typeParams, &node);
        makeFunction(as<FunctionDef>(node));
      }
      emit(Opcode::Return);
      break;
    }
    case ScopeKind::Annotations:
      annotationsBody(*static_cast<const FunctionDef*>(scope_.node));
      emit(Opcode::Return);
      break;
  }
  span_ = {};
  none();
  emit(Opcode::Return);
  code_.compiled = true;
}

// ---- emitting

uint32_t Codegen::emit(Opcode op, uint32_t n, uint32_t m, uint32_t s) {
  Instruction instruction;
  instruction.op = static_cast<uint8_t>(op);
  instruction.small = static_cast<uint8_t>(s);
  instruction.middle = static_cast<uint16_t>(m);
  instruction.operand = n;
  uint32_t index = here();
  code_.instructions.push_back(instruction);
  code_.spans.push_back(span_);
  code_.handlerOf.push_back(handler_);
  StackEffect effect = stackEffect(op, n, m, s);
  depth_ =
      depth_ >= effect.pops ? depth_ - effect.pops : 0;  // lower only in dead code behind a return
  depth_ += effect.pushes;
  // Reserves one more value, because ForIter and handlers push one.
  if (depth_ + 2 > code_.stackSize) code_.stackSize = depth_ + 2;
  return index;
}

void Codegen::jump(Opcode op, Label& target, uint32_t join, uint32_t small) {
  uint32_t before = depth_;
  uint32_t index =
      emit(op, static_cast<uint32_t>(target.position < 0 ? 0 : target.position), join, small);
  uint32_t taken = op == Opcode::Jump                                                ? before
                   : op == Opcode::JumpIfFalseOrPop || op == Opcode::JumpIfTrueOrPop ? before
                                                                                     : before - 1;
  if (target.depth < 0) target.depth = static_cast<int32_t>(taken);
  if (target.position < 0) target.sources.push_back(index);
}

void Codegen::jumpSilently(Label& target) {
  At at(*this, Span{});
  jump(Opcode::Jump, target);
}

void Codegen::markLine() {
  if (vm_.steppable) emit(Opcode::Nop);
}

void Codegen::place(Label& label) {
  label.position = here();
  if (label.depth >= 0) depth_ = static_cast<uint32_t>(label.depth);
  for (uint32_t source : label.sources) code_.instructions[source].operand = here();
  for (uint32_t join : label.joins) code_.joins[join] = here();
  for (uint32_t handler : label.handlers) code_.handlers[handler].target = here();
}

uint32_t Codegen::joinAt(Label& label) {
  if (code_.joins.size() > 0xffff) return 0;
  uint32_t index = static_cast<uint32_t>(code_.joins.size());
  code_.joins.push_back(label.position < 0 ? 0 : static_cast<uint32_t>(label.position));
  if (label.position < 0) label.joins.push_back(index);
  return index;
}

uint16_t Codegen::newHandler(Label& target) {
  Handler handler;
  handler.depth = depth_;
  handler.begin = here();
  target.depth = static_cast<int32_t>(depth_) + 1;
  target.handlers.push_back(static_cast<uint32_t>(code_.handlers.size()));
  code_.handlers.push_back(handler);
  return static_cast<uint16_t>(code_.handlers.size() - 1);
}

uint32_t Codegen::constant(Value value) {
  // The tables are small, and equal immediates and interned strings are usually among the last
  // entries.
  size_t size = code_.constants.size();
  for (size_t i = size; i > 0 && size - i < 16; --i)
    if (code_.constants[i - 1].tag() == value.tag() && !value.isFloat() &&
        code_.constants[i - 1].same(value))
      return static_cast<uint32_t>(i - 1);
  code_.constants.push_back(std::move(value));
  return static_cast<uint32_t>(size);
}

uint32_t Codegen::nameIndex(Str* name) {
  auto [at, isNew] = nameIndices_.try_emplace(name, static_cast<uint32_t>(code_.names.size()));
  if (isNew) code_.names.push_back(name);
  return at->second;
}
uint32_t Codegen::nameIndex(std::string_view text) { return nameIndex(vm_.intern(text)); }

// ---- variables

uint32_t Codegen::cellIndex(Str* name) const { return cellIndices_.find(name)->second; }
uint32_t Codegen::fastIndex(Str* name) const { return fastIndices_.find(name)->second; }

void Codegen::loadName(Str* name) {
  switch (scope_.variable(name)) {
    case Variable::Fast: emit(Opcode::LoadFast, fastIndex(name)); break;
    case Variable::Cell: emit(Opcode::LoadCell, cellIndex(name)); break;
    case Variable::Global: emit(Opcode::LoadGlobal, nameIndex(name)); break;
    case Variable::Named: emit(Opcode::LoadName, nameIndex(name)); break;
    case Variable::NamedCell: emit(Opcode::LoadNamedCell, cellIndex(name), nameIndex(name)); break;
  }
}

void Codegen::storeName(Str* name) {
  switch (scope_.variable(name)) {
    case Variable::Fast: emit(Opcode::StoreFast, fastIndex(name)); break;
    case Variable::Cell: emit(Opcode::StoreCell, cellIndex(name)); break;
    case Variable::Global: emit(Opcode::StoreGlobal, nameIndex(name)); break;
    default: emit(Opcode::StoreName, nameIndex(name)); break;
  }
}

void Codegen::deleteName(Str* name) {
  switch (scope_.variable(name)) {
    case Variable::Fast: emit(Opcode::DeleteFast, fastIndex(name)); break;
    case Variable::Cell: emit(Opcode::DeleteCell, cellIndex(name)); break;
    case Variable::Global: emit(Opcode::DeleteGlobal, nameIndex(name)); break;
    default: emit(Opcode::DeleteName, nameIndex(name)); break;
  }
}

// ---- the outside

void compile(Vm& vm, Code& code) {
  if (code.compiled) return;
  scopesOf(vm, *code.module).analyse(*code.scope);
  Codegen(vm, code).generate();
  if (Watcher* watcher = currentWatcher()) watcher->compiled(vm, code);
}

Ref<Code> moduleCode(Vm& vm, Module& module) {
  Ref<Code> code = new Code();
  code->cls = vm.types.code;
  code->name = code->qualname = vm.intern("<module>");
  code->module = &module;
  code->isModule = true;
  code->node = module.tree.get();
  code->scope = &scopesOf(vm, module).get(ScopeKind::Module, module.tree.get(), nullptr);
  return code;
}

}  // namespace ts::eval
