#include "core/eval/codegen/codegen_at.h"
#include "core/eval/vm/lazy_definitions.h"
#include "core/eval/vm/state.h"
#include "core/syntax/ast_walk.h"
#include "core/syntax/relative_import.h"

namespace ts::eval {

using namespace syntax;

void Codegen::body(Stmts statements) {
  for (const Stmt* stmt : statements) statement(*stmt);
}

void Codegen::docstring(Stmts statements) {
  if (statements.empty() || statements[0]->kind != StmtKind::Expr) return;
  const auto* text = dynCast<Constant>(as<ExprStmt>(*statements[0]).value);
  if (!text || text->constant != ConstantKind::Str) return;
  At at(*this, statements[0]->span);
  load(vm_.str(std::string(text->text)));
  emit(code_.isModule ? Opcode::StoreGlobal : Opcode::StoreName, nameIndex("__doc__"));
}

// In the static domain an exception ends one statement of a user module, not the module.
void Codegen::moduleBody(Stmts statements) {
  docstring(statements);
  const LazyDefinitions definitions(vm_, *code_.module);
  for (const Stmt* stmt : statements) {
    Str* lazy = definitions.nameOf(*stmt);
    if (!lazy) {
      guarded(*stmt);
      continue;
    }
    Ref<Deferred> deferred = new Deferred(code_.module, lazy);
    deferred->definition = stmt;
    load(Value(deferred));
    storeName(lazy);
  }
}

void Codegen::guarded(const Stmt& stmt) {
  if (!guards_ || stmt.kind == StmtKind::Pass) return statement(stmt);
  Label next;
  uint16_t outer = handler_;
  handler_ = newHandler(next);
  code_.handlers[handler_].isGuard = true;
  next.depth = static_cast<int32_t>(depth_);
  statement(stmt);
  emit(Opcode::Nop);
  handler_ = outer;
  place(next);
}

void Codegen::statement(const Stmt& stmt) {
  At at(*this, stmt.span);
  switch (stmt.kind) {
    case StmtKind::FunctionDef:
    case StmtKind::AsyncFunctionDef: return functionDefinition(as<FunctionDef>(stmt));
    case StmtKind::ClassDef: return classDefinition(as<ClassDef>(stmt));
    case StmtKind::Return: {
      const auto& node = as<syntax::Return>(stmt);
      if (node.value) {
        expr(*node.value);
      } else {
        none();
      }
      return returnValue();
    }
    case StmtKind::Delete:
      for (const Expr* target : as<Delete>(stmt).targets) remove(*target);
      return;
    case StmtKind::Assign: {
      const auto& node = as<Assign>(stmt);
      expr(*node.value);
      for (size_t i = 0; i < node.targets.size(); ++i) {
        if (i + 1 < node.targets.size()) emit(Opcode::Copy, 1);
        store(*node.targets[i]);
      }
      return;
    }
    case StmtKind::TypeAlias: return typeAlias(as<syntax::TypeAlias>(stmt));
    case StmtKind::AugAssign: return augmentedAssignment(as<AugAssign>(stmt));
    case StmtKind::AnnAssign: return annotatedAssignment(as<AnnAssign>(stmt));
    case StmtKind::For: return forLoop(as<For>(stmt));
    case StmtKind::AsyncFor: return asyncForLoop(as<For>(stmt));
    case StmtKind::While: return whileLoop(as<While>(stmt));
    case StmtKind::If: return ifStatement(as<If>(stmt));
    case StmtKind::With:
    case StmtKind::AsyncWith: return with(as<With>(stmt), 0);
    case StmtKind::Match: return match(as<Match>(stmt));
    case StmtKind::Raise: {
      const auto& node = as<syntax::Raise>(stmt);
      if (node.exc) expr(*node.exc);
      if (node.cause) expr(*node.cause);
      emit(Opcode::Raise, (node.exc ? 1 : 0) + (node.cause ? 1 : 0));
      return;
    }
    case StmtKind::Try: return tryStatement(as<Try>(stmt));
    case StmtKind::TryStar: return tryStatement(as<Try>(stmt));
    case StmtKind::Assert: {
      const auto& node = as<Assert>(stmt);
      Label end;
      branch(*node.test, end, true, joinAt(end));
      emit(Opcode::LoadAssertionError);
      if (node.msg) {
        expr(*node.msg);
        emit(Opcode::Call, 1);
      }
      emit(Opcode::Raise, 1);
      return place(end);
    }
    case StmtKind::Import: return import(as<syntax::Import>(stmt));
    case StmtKind::ImportFrom: return importFrom(as<syntax::ImportFrom>(stmt));
    case StmtKind::Expr: {
      const Expr& value = *as<ExprStmt>(stmt).value;
      if (value.kind == ExprKind::Constant) return markLine();
      expr(value);
      emit(Opcode::Pop);
      return;
    }
    case StmtKind::Break: return leaveLoop(true);
    case StmtKind::Continue: return leaveLoop(false);
    case StmtKind::Error:
      // The statements that error recovery kept; they may raise.
      for (const Stmt* part : as<ErrorStmt>(stmt).body) statement(*part);
      return;
    case StmtKind::Global:
    case StmtKind::Nonlocal: return;
    case StmtKind::Pass: return markLine();
  }
}

// ---- assignments

void Codegen::augmentedAssignment(const AugAssign& node) {
  auto operate = [&] {
    expr(*node.value);
    emit(Opcode::Inplace, 0, 0, static_cast<uint32_t>(node.op));
  };
  switch (node.target->kind) {
    case ExprKind::Attribute: {
      const auto& target = as<Attribute>(*node.target);
      uint32_t name = nameIndex(mangle(target.attr.text));
      expr(*target.value);
      emit(Opcode::Copy, 1);
      emit(Opcode::LoadAttr, name);
      operate();
      emit(Opcode::Swap, 1);
      emit(Opcode::StoreAttr, name);
      return;
    }
    case ExprKind::Subscript: {
      const auto& target = as<Subscript>(*node.target);
      expr(*target.value);
      subscriptIndex(*target.slice);
      emit(Opcode::Copy, 2);
      emit(Opcode::Copy, 2);
      emit(Opcode::LoadItem);
      operate();
      emit(Opcode::Swap, 2);
      emit(Opcode::Swap, 1);
      emit(Opcode::StoreItem);
      return;
    }
    default:
      if (const auto* name = dynCast<syntax::Name>(node.target)) {
        loadName(mangle(name->id));
        operate();
        storeName(mangle(name->id));
      }
      return;
  }
}

void Codegen::annotatedAssignment(const AnnAssign& node) {
  if (node.value) {
    expr(*node.value);
    store(*node.target);
  }
  if (scope_.isFunction()) return;
  const auto* name = dynCast<syntax::Name>(node.target);
  if (!node.simple || !name) {
    if (!isFuture()) {
      expr(*node.annotation);
      emit(Opcode::Pop);
    }
    return;
  }
  annotation(*node.annotation);
  emit(Opcode::SetupAnnotations);
  load(Value(mangle(name->id)));
  emit(Opcode::StoreItem);
}

// ---- branches and loops

void Codegen::ifStatement(const If& node) {
  Label otherwise, end;
  uint32_t join = joinAt(end);
  branch(*node.test, otherwise, false, join);
  bool guardParts = guards_ && blocks_.empty() && code_.isModule && depth_ == 0;
  auto part = [&](Stmts statements) {
    for (const Stmt* stmt : statements) guardParts ? guarded(*stmt) : statement(*stmt);
  };
  part(node.body);
  if (!node.orelse.empty()) {
    jumpSilently(end);
    place(otherwise);
    part(node.orelse);
  } else {
    place(otherwise);
  }
  place(end);
}

void Codegen::whileLoop(const While& node) {
  Label head, otherwise, end;
  place(head);
  branch(*node.test, otherwise, false, joinAt(otherwise), 1);
  Block block{.kind = Block::Loop, .outerHandler = handler_, .outerHandled = handled_};
  block.breakTarget = &end;
  block.continueTarget = &head;
  blocks_.push_back(block);
  uint32_t depth = depth_;
  body(node.body);
  jumpSilently(head);
  blocks_.pop_back();
  depth_ = depth;
  place(otherwise);
  code_.loops.push_back({static_cast<uint32_t>(head.position), here()});
  body(node.orelse);
  place(end);
}

void Codegen::forLoop(const For& node) {
  expr(*node.iter);
  {
    At at(*this, node.iter->span);
    emit(Opcode::GetIter);
  }
  Label head, exit, end;
  uint32_t depth = depth_;
  place(head);
  {
    At at(*this, node.iter->span);
    jump(Opcode::ForIter, exit, joinAt(exit));
  }
  store(*node.target);
  Block block{.kind = Block::Loop, .outerHandler = handler_, .outerHandled = handled_};
  block.breakTarget = &end;
  block.continueTarget = &head;
  block.hasIterator = true;
  blocks_.push_back(block);
  body(node.body);
  jumpSilently(head);
  blocks_.pop_back();
  place(exit);
  code_.loops.push_back({static_cast<uint32_t>(head.position), here()});
  depth_ = depth - 1;
  body(node.orelse);
  place(end);
  depth_ = depth - 1;
}

void Codegen::asyncForLoop(const For& node) {
  expr(*node.iter);
  emit(Opcode::GetAsyncIter);
  Label head, ended, end;
  uint32_t depth = depth_;
  place(head);
  uint16_t outer = handler_;
  handler_ = newHandler(ended);
  emit(Opcode::AsyncNext);
  none();
  emit(Opcode::Delegate);
  handler_ = outer;
  store(*node.target);
  Block block{.kind = Block::Loop, .outerHandler = handler_, .outerHandled = handled_};
  block.breakTarget = &end;
  block.continueTarget = &head;
  block.hasIterator = true;
  blocks_.push_back(block);
  body(node.body);
  jumpSilently(head);
  blocks_.pop_back();
  place(ended);
  emit(Opcode::EndAsyncFor, handled_);
  code_.loops.push_back({static_cast<uint32_t>(head.position), here()});
  body(node.orelse);
  place(end);
  depth_ = depth - 1;
}

// ---- leaving blocks

// Emits the cleanup of the blocks from the innermost to downTo.
void Codegen::unwind(size_t downTo, bool valueOnTop) {
  std::vector<Block> saved(blocks_.begin() + static_cast<ptrdiff_t>(downTo), blocks_.end());
  uint16_t handler = handler_;
  uint32_t handled = handled_;
  auto dropBelow = [&] {
    if (valueOnTop) emit(Opcode::Swap, 1);
  };
  while (blocks_.size() > downTo) {
    Block block = blocks_.back();
    blocks_.pop_back();
    handler_ = block.outerHandler;
    switch (block.kind) {
      case Block::Loop:
        if (!block.hasIterator) break;
        [[fallthrough]];
      case Block::Value:
        dropBelow();
        emit(Opcode::Pop);
        break;
      case Block::Try: break;
      case Block::Finally: body(block.finalBody); break;
      case Block::Caught:
        dropBelow();
        emit(Opcode::PopHandled, block.outerHandled);
        handled_ = block.outerHandled;
        if (block.bound) forgetName(block.bound);
        break;
      case Block::With:
        dropBelow();
        if (block.isAsync) {
          emit(Opcode::AsyncWithExit);
          await();
          emit(Opcode::Pop);
        } else {
          emit(Opcode::WithExit);
        }
        break;
    }
  }
  blocks_.insert(blocks_.end(), saved.begin(), saved.end());
  handler_ = handler;
  handled_ = handled;
}

void Codegen::returnValue() {
  uint32_t depth = depth_ - 1;
  unwind(0, true);
  emit(Opcode::Return);
  depth_ = depth;
}

void Codegen::leaveLoop(bool toBreak) {
  size_t loop = blocks_.size();
  while (loop > 0 && blocks_[loop - 1].kind != Block::Loop) --loop;
  if (loop == 0) return;  // outside a loop: the parser has reported it
  uint32_t depth = depth_;
  unwind(loop, false);
  const Block& block = blocks_[loop - 1];
  if (toBreak && block.hasIterator) emit(Opcode::Pop);
  jump(Opcode::Jump, toBreak ? *block.breakTarget : *block.continueTarget);
  depth_ = depth;
}

// ---- imports

void Codegen::import(const Import& node) {
  for (const Alias* alias : node.names) {
    emit(Opcode::Import, nameIndex(alias->name), 0, alias->asname ? 1 : 0);
    storeName(mangle(boundName(*alias)));
  }
}

std::string importedModule(const Module& importer, const ImportFrom& import) {
  return syntax::absoluteModuleName(importer.name, importer.isPackage, import.level, import.module)
      .value_or(std::string(import.module));
}

void Codegen::importFrom(const ImportFrom& node) {
  const std::string from = importedModule(*code_.module, node);
  uint32_t index = nameIndex(from);
  for (const Alias* alias : node.names) {
    if (alias->name == "*") {
      emit(Opcode::ImportStar, index);
      continue;
    }
    emit(Opcode::ImportFrom, index, nameIndex(alias->name));
    storeName(mangle(boundName(*alias)));
  }
}

}  // namespace ts::eval
