// try, except, finally and with.
#include "core/eval/codegen/codegen_at.h"

namespace ts::eval {

using namespace syntax;

void Codegen::forgetName(Str* name) {
  At at(*this, Span{});
  none();
  storeName(name);
  deleteName(name);
}

void Codegen::tryStatement(const Try& node) {
  markLine();
  At at(*this, Span{});  // of the cleanup
  if (!node.finalbody.empty()) return tryFinally(node);
  if (node.handlers.empty()) return body(node.body);
  node.kind == StmtKind::TryStar ? tryGroup(node) : tryExcept(node);
}

// The final body is compiled once for each exit: normal, by exception, and by each return, break
// and continue (Codegen::unwind).
void Codegen::tryFinally(const Try& node) {
  Label caught, end;
  uint32_t depth = depth_;
  Block block{.kind = Block::Finally, .outerHandler = handler_, .outerHandled = handled_};
  block.finalBody = node.finalbody;
  uint16_t handler = newHandler(caught);
  blocks_.push_back(block);
  handler_ = handler;
  if (node.handlers.empty()) {
    body(node.body);
    body(node.orelse);
  } else {
    node.kind == StmtKind::TryStar ? tryGroup(node) : tryExcept(node);
  }
  emit(Opcode::Nop);
  blocks_.pop_back();
  handler_ = block.outerHandler;
  depth_ = depth;
  body(node.finalbody);
  depth_ = depth;
  jump(Opcode::Jump, end);

  place(caught);
  blocks_.push_back({.kind = Block::Caught, .outerHandler = handler_, .outerHandled = handled_});
  handled_ = depth + 1;
  body(node.finalbody);
  depth_ = depth + 1;
  emit(Opcode::Reraise);
  handled_ = blocks_.back().outerHandled;
  blocks_.pop_back();
  depth_ = depth;
  place(end);
}

// Compiles the body under a handler, then `else` without it. The code continues where exceptions
// arrive.
void Codegen::guardedBody(const Try& node, Label& caught, Label& end) {
  uint32_t depth = depth_;
  uint16_t outer = handler_;
  uint16_t handler = newHandler(caught);
  code_.handlers[handler].isExcept = true;
  blocks_.push_back({.kind = Block::Try, .outerHandler = outer, .outerHandled = handled_});
  handler_ = handler;
  body(node.body);
  emit(Opcode::Nop);
  handler_ = outer;
  blocks_.pop_back();
  body(node.orelse);
  depth_ = depth;
  jump(Opcode::Jump, end);
  place(caught);
}

void Codegen::tryExcept(const Try& node) {
  Label caught, end;
  uint32_t depth = depth_;
  uint32_t outerHandled = handled_;
  guardedBody(node, caught, end);
  handled_ = depth + 1;
  for (const ExceptHandler* clause : node.handlers) {
    At at(*this, clause->type ? clause->type->span : clause->span);
    depth_ = depth + 1;
    Label next;
    if (clause->type) {
      expr(*clause->type);
      emit(Opcode::MatchException);
      jump(Opcode::PopJumpIfFalse, next, joinAt(end));
    }
    handlerBody(*clause, outerHandled);
    depth_ = depth;
    jumpSilently(end);
    depth_ = depth + 1;
    place(next);
  }
  depth_ = depth + 1;
  emit(Opcode::Reraise);
  handled_ = outerHandled;
  depth_ = depth;
  place(end);
}

// The exception is on the stack, and is popped at the end.
void Codegen::handlerBody(const ExceptHandler& handler, uint32_t outerHandled) {
  At at(*this, Span{});
  Block block{.kind = Block::Caught, .outerHandler = handler_, .outerHandled = outerHandled};
  uint32_t depth = depth_;
  if (!handler.name) {
    blocks_.push_back(block);
    body(handler.body);
    blocks_.pop_back();
    depth_ = depth;
    emit(Opcode::PopHandled, outerHandled);
    return;
  }
  Str* name = mangle(handler.name.text);
  block.bound = name;
  emit(Opcode::Copy, 1);
  storeName(name);
  Label failed, end;
  uint16_t cleanup = newHandler(failed);
  blocks_.push_back(block);
  handler_ = cleanup;
  body(handler.body);
  emit(Opcode::Nop);
  handler_ = block.outerHandler;
  blocks_.pop_back();
  depth_ = depth;
  emit(Opcode::PopHandled, outerHandled);
  forgetName(name);
  jump(Opcode::Jump, end);
  place(failed);
  forgetName(name);
  emit(Opcode::Reraise);
  place(end);
}

// except*: each clause takes its part of the group. The rest, and exceptions of the clauses, are
// raised together at the end. The stack has the rest and the list of raised exceptions.
void Codegen::tryGroup(const Try& node) {
  Label caught, end;
  uint32_t depth = depth_;
  uint32_t outerHandled = handled_;
  uint16_t outer = handler_;
  guardedBody(node, caught, end);
  emit(Opcode::BeginGroup);
  for (const ExceptHandler* clause : node.handlers) {
    At at(*this, clause->span);
    Label next, raised;
    emit(Opcode::Swap, 1);  // list, rest
    expr(*clause->type);
    emit(Opcode::MatchGroup);  // list, rest, match
    emit(Opcode::Swap, 2);     // match, rest, list
    emit(Opcode::Copy, 3);
    none();
    emit(Opcode::Is);
    Label skipped;
    jump(Opcode::PopJumpIfTrue, skipped);
    uint32_t matchedDepth = depth_;
    uint16_t guard = newHandler(raised);
    handled_ = matchedDepth - 2;
    blocks_.push_back({.kind = Block::Try, .outerHandler = outer, .outerHandled = outerHandled});
    handler_ = guard;
    if (clause->name) {
      emit(Opcode::Copy, 3);
      storeName(mangle(clause->name.text));
    }
    body(clause->body);
    {
      At silent(*this, Span{});
      emit(Opcode::Nop);
    }
    handler_ = outer;
    blocks_.pop_back();
    depth_ = matchedDepth;
    jumpSilently(next);
    place(raised);
    emit(Opcode::ListAppend);
    place(next);
    if (clause->name) forgetName(mangle(clause->name.text));
    place(skipped);
    emit(Opcode::Swap, 2);  // list, rest, match
    emit(Opcode::Pop);
    emit(Opcode::Swap, 1);  // rest, list
    handled_ = depth + 1;
  }
  emit(Opcode::EndGroup);
  Label done;
  emit(Opcode::Copy, 1);
  none();
  emit(Opcode::Is);
  jump(Opcode::PopJumpIfTrue, done);
  emit(Opcode::Reraise);
  depth_ = depth + 1;
  place(done);
  emit(Opcode::PopHandled, outerHandled);
  handled_ = outerHandled;
  depth_ = depth;
  place(end);
}

void Codegen::with(const With& node, size_t item) {
  if (item == node.items.size()) return body(node.body);
  bool isAsync = node.kind == StmtKind::AsyncWith;
  const WithItem& first = *node.items[item];
  expr(*first.contextExpr);
  At at(*this, first.contextExpr->span);
  emit(isAsync ? Opcode::AsyncWithEnter : Opcode::WithEnter);
  if (isAsync) await();
  uint32_t depth = depth_ - 1;  // the stack with __exit__
  Label caught, suppressed, end;
  --depth_;
  uint16_t handler = newHandler(caught);
  ++depth_;
  Block block{.kind = Block::With, .outerHandler = handler_, .outerHandled = handled_};
  block.isAsync = isAsync;
  blocks_.push_back(block);
  handler_ = handler;
  if (first.optionalVars) {
    store(*first.optionalVars);
  } else {
    emit(Opcode::Pop);
  }
  with(node, item + 1);
  {
    At silent(*this, Span{});
    emit(Opcode::Nop);
  }
  handler_ = block.outerHandler;
  blocks_.pop_back();
  depth_ = depth;
  if (isAsync) {
    emit(Opcode::AsyncWithExit);
    await();
    emit(Opcode::Pop);
  } else {
    emit(Opcode::WithExit);
  }
  jumpSilently(end);

  place(caught);
  uint32_t outerHandled = handled_;
  handled_ = depth + 1;
  emit(isAsync ? Opcode::AsyncWithExitException : Opcode::WithExitException);
  if (isAsync) await();
  jump(Opcode::PopJumpIfTrue, suppressed);
  emit(Opcode::Reraise);
  depth_ = depth + 1;
  place(suppressed);
  emit(Opcode::PopHandled, outerHandled);
  emit(Opcode::Pop);
  handled_ = outerHandled;
  place(end);
}

}  // namespace ts::eval
