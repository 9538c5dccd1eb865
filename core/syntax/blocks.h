// The blocks of statements: function and class bodies, branches, loops, handlers.
#pragma once

#include <span>

#include "core/syntax/ast.h"

namespace ts::syntax {

using Block = std::span<Stmt* const>;

// Calls f with each block directly inside a statement.
template <typename F>
void forEachBlock(const Stmt& stmt, F&& f) {
  switch (stmt.kind) {
    case StmtKind::FunctionDef:
    case StmtKind::AsyncFunctionDef: {
      const auto& body = as<FunctionDef>(stmt).body;
      return f(Block(body.begin(), body.end()));
    }
    case StmtKind::ClassDef: return f(Block(as<ClassDef>(stmt).body));
    case StmtKind::For:
    case StmtKind::AsyncFor: f(Block(as<For>(stmt).body)); return f(Block(as<For>(stmt).orelse));
    case StmtKind::While: f(Block(as<While>(stmt).body)); return f(Block(as<While>(stmt).orelse));
    case StmtKind::If: f(Block(as<If>(stmt).body)); return f(Block(as<If>(stmt).orelse));
    case StmtKind::With:
    case StmtKind::AsyncWith: return f(Block(as<With>(stmt).body));
    case StmtKind::Match:
      for (const MatchCase* clause : as<Match>(stmt).cases) f(Block(clause->body));
      return;
    case StmtKind::Try:
    case StmtKind::TryStar:
      f(Block(as<Try>(stmt).body));
      for (const ExceptHandler* handler : as<Try>(stmt).handlers) f(Block(handler->body));
      f(Block(as<Try>(stmt).orelse));
      return f(Block(as<Try>(stmt).finalbody));
    default: return;
  }
}

}  // namespace ts::syntax
