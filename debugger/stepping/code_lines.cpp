#include "debugger/stepping/code_lines.h"

#include <algorithm>
#include <set>

#include "core/diag/diagnostic.h"
#include "core/eval/opcodes.h"
#include "core/source/library_path.h"
#include "core/syntax/ast_walk.h"
#include "core/syntax/parser.h"

namespace ts::stepping {

namespace {

// Collects the first lines of statements and of the expressions that run with them.
class LineCollector {
 public:
  explicit LineCollector(const SourceFile& file) : file_(file) {}

  void add(syntax::List<syntax::Stmt*> statements) {
    for (const syntax::Stmt* statement : statements) look(*statement, false);
  }
  std::vector<uint32_t> take() const { return {lines_.begin(), lines_.end()}; }

 private:
  void addLine(Span span) { lines_.insert(file_.lineOf(span.begin)); }

  void look(const syntax::Stmt& statement, bool isFirst) {
    switch (statement.kind) {
      case syntax::StmtKind::Global:
      case syntax::StmtKind::Nonlocal: return;
      case syntax::StmtKind::Expr:
        // A docstring of a function has no code.
        if (isFirst &&
            syntax::as<syntax::ExprStmt>(statement).value->kind == syntax::ExprKind::Constant)
          return;
        break;
      case syntax::StmtKind::FunctionDef:
      case syntax::StmtKind::AsyncFunctionDef: {
        const auto& def = syntax::as<syntax::FunctionDef>(statement);
        for (const syntax::Expr* decorator : def.decorators) look(*decorator);
        addLine(def.headerSpan.size() ? def.headerSpan : def.name.span);
        bool first = true;
        for (const syntax::Stmt* part : def.body) look(*part, std::exchange(first, false));
        return;
      }
      case syntax::StmtKind::ClassDef:
        addLine(syntax::as<syntax::ClassDef>(statement).name.span);
        break;
      default: addLine(statement.span);
    }
    if (statement.kind == syntax::StmtKind::Expr) addLine(statement.span);
    syntax::forEachChild(statement, *this);
  }
  void look(const syntax::Expr& expr) {
    addLine(expr.span);
    syntax::forEachChild(expr, *this);
  }

 public:
  void operator()(const syntax::Stmt& statement) { look(statement, false); }
  void operator()(const syntax::Expr& expr) { look(expr); }
  void operator()(const syntax::Pattern& pattern) { addLine(pattern.span); }

 private:
  const SourceFile& file_;
  std::set<uint32_t> lines_;
};

// Finds the innermost function around a line.
struct FunctionFinder {
  const SourceFile& file;
  const uint32_t line;
  LineRange& found;

  void operator()(const syntax::Stmt& statement) {
    LineRange own{file.lineOf(statement.span.begin),
                  file.lineOf(std::max(statement.span.begin + 1, statement.span.end) - 1)};
    const bool isFunction = statement.kind == syntax::StmtKind::FunctionDef ||
                            statement.kind == syntax::StmtKind::AsyncFunctionDef;
    if (isFunction)
      for (const syntax::Expr* decorator : syntax::as<syntax::FunctionDef>(statement).decorators)
        own.first = std::min(own.first, file.lineOf(decorator->span.begin));
    if (line < own.first || line > own.last) return;
    if (isFunction) found = own;
    syntax::forEachChild(statement, *this);
  }
  void operator()(const syntax::Expr&) {}
  void operator()(const syntax::Pattern&) {}
};

}  // namespace

LineRange functionAround(const SourceFilePtr& file, uint32_t line) {
  LineRange found{1, file->lineCount()};
  diag::Sink problems;
  const syntax::ModulePtr tree = syntax::parse(file, problems);
  FunctionFinder finder{*file, line, found};
  for (const syntax::Stmt* statement : tree->body) finder(*statement);
  return found;
}

std::vector<uint32_t> linesOf(const eval::Code& code) {
  std::vector<uint32_t> lines;
  lines.reserve(code.spans.size());
  const SourceFile* file = code.module->source.get();
  for (const Span span : code.spans)
    lines.push_back(file && span.end > 0 ? file->lineOf(span.begin) : 0);
  return lines;
}

std::vector<bool> lineStartsOf(const eval::Code& code, const std::vector<uint32_t>& lines) {
  using eval::Opcode;
  const size_t count = code.instructions.size();
  std::vector<bool> starts(count + 1);
  for (size_t i = 0; i < count; ++i) {
    if (i == 0 || lines[i] != lines[i - 1]) starts[i] = true;
    switch (static_cast<Opcode>(code.opcodeAt(static_cast<uint32_t>(i)))) {
      case Opcode::Jump:
      case Opcode::PopJumpIfFalse:
      case Opcode::PopJumpIfTrue:
      case Opcode::JumpIfFalseOrPop:
      case Opcode::JumpIfTrueOrPop:
      case Opcode::ForIter: starts[code.instructions[i].operand] = true; break;
      default: break;
    }
  }
  for (const eval::Handler& handler : code.handlers) starts[handler.target] = true;
  for (const eval::Loop& loop : code.loops) starts[loop.head] = starts[loop.exit] = true;
  return starts;
}

std::vector<uint32_t> linesWithCode(const syntax::Module& tree) {
  LineCollector collector(*tree.file);
  collector.add(tree.body);
  return collector.take();
}

bool isUserCode(const eval::Code& code) {
  return !code.module->isLibrary && code.module->source && !isLibrary(code.module->source->path());
}

}  // namespace ts::stepping
