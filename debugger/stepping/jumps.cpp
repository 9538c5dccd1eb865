#include "debugger/stepping/jumps.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/eval/bytecode/bytecode.h"
#include "core/syntax/blocks.h"

namespace ts::stepping {

using syntax::Block;
using syntax::Stmt;
using syntax::StmtKind;

namespace {

Block blockOf(const eval::Code& code) {
  if (code.isModule) return code.module->tree->body;
  if (code.def) return {code.def->body.begin(), code.def->body.end()};
  if (code.isClassBody) return static_cast<const syntax::ClassDef*>(code.node)->body;
  return {};
}

// The range of a statement with its decorators, which come before its span.
Span rangeOf(const Stmt& stmt) {
  Span range = stmt.span;
  const auto include = [&](const auto& decorators) {
    for (const syntax::Expr* decorator : decorators)
      range.begin = std::min(range.begin, decorator->span.begin);
  };
  if (const auto* cls = syntax::dynCast<syntax::ClassDef>(&stmt)) include(cls->decorators);
  if (stmt.kind == StmtKind::FunctionDef || stmt.kind == StmtKind::AsyncFunctionDef)
    include(syntax::as<syntax::FunctionDef>(stmt).decorators);
  return range;
}

struct StatementPlace {
  Block block;
  const Stmt* statement = nullptr;  // null: no statement
};

// Calls visit with each block inside of a statement. Bodies of nested functions and classes have
// code of their own.
template <typename F>
void eachInnerBlock(const Stmt& stmt, F&& visit) {
  switch (stmt.kind) {
    case StmtKind::FunctionDef:
    case StmtKind::AsyncFunctionDef:
    case StmtKind::ClassDef: return;
    default: syntax::forEachBlock(stmt, visit);
  }
}

// Finds the innermost statement at an offset.
StatementPlace placeAt(Block block, uint32_t offset) {
  for (const Stmt* stmt : block) {
    const Span range = rangeOf(*stmt);
    if (offset < range.begin || offset >= range.end) continue;
    StatementPlace innermost{block, stmt};
    eachInnerBlock(*stmt, [&](Block inner) {
      if (const StatementPlace place = placeAt(inner, offset); place.statement) innermost = place;
    });
    return innermost;
  }
  return {};
}

// Finds the first statement that starts on a line.
StatementPlace placeOnLine(const SourceFile& file, Block block, uint32_t line) {
  StatementPlace first;
  for (const Stmt* stmt : block) {
    if (file.lineOf(rangeOf(*stmt).begin) == line) return {block, stmt};
    eachInnerBlock(*stmt, [&](Block inner) {
      if (!first.statement) first = placeOnLine(file, inner, line);
    });
    if (first.statement) break;
  }
  return first;
}

// Cleanup code such as `finally` is compiled more than once. The first copy belongs to the first
// way out of the block; a frame in another copy does not stand at this instruction.
std::optional<uint32_t> firstInstruction(const eval::Code& code, const Stmt& stmt) {
  const Span range = rangeOf(stmt);
  for (uint32_t at = 0; at < code.spans.size(); ++at) {
    const Span span = code.spans[at];
    if (span.end > 0 && span.begin >= range.begin && span.end <= range.end) return at;
  }
  return {};
}

Jump refused(std::string problem) { return {0, std::move(problem)}; }

}  // namespace

Jump findJump(const eval::Frame& frame, uint32_t line) {
  const eval::Code& code = *frame.code;
  const SourceFile& file = *code.module->source;
  const uint32_t offset = code.spans[frame.at].begin, own = file.lineOf(offset);
  const Block block = blockOf(code);
  const StatementPlace from = placeAt(block, offset), to = placeOnLine(file, block, line);
  if (!from.statement || firstInstruction(code, *from.statement) != frame.at)
    return refused(fmt::format(
        "line {} has partly run: a frame jumps only from the start of a statement", own));
  if (!to.statement)
    return refused(fmt::format("no statement of this function starts on line {}", line));
  if (from.block.data() != to.block.data())
    return refused(fmt::format(
        "line {} is not in the block of line {}: a frame jumps only inside of one block", line,
        own));
  const auto start = firstInstruction(code, *to.statement);
  if (!start) return refused(fmt::format("line {} has no code", line));
  if (*start == frame.at) return refused(fmt::format("the frame is at line {} already", line));
  return {*start, {}};
}

}  // namespace ts::stepping
