#include "debugger/stepping/code_lines.h"

#include <algorithm>
#include <set>

#include "core/diag/diagnostic.h"
#include "core/eval/bytecode/opcodes.h"
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
  LineRange& range;

  void operator()(const syntax::Stmt& statement) {
    LineRange own{file.lineOf(statement.span.begin),
                  file.lineOf(std::max(statement.span.begin + 1, statement.span.end) - 1)};
    const bool isFunction = statement.kind == syntax::StmtKind::FunctionDef ||
                            statement.kind == syntax::StmtKind::AsyncFunctionDef;
    if (isFunction)
      for (const syntax::Expr* decorator : syntax::as<syntax::FunctionDef>(statement).decorators)
        own.first = std::min(own.first, file.lineOf(decorator->span.begin));
    if (line < own.first || line > own.last) return;
    if (isFunction) range = own;
    syntax::forEachChild(statement, *this);
  }
  void operator()(const syntax::Expr&) {}
  void operator()(const syntax::Pattern&) {}
};

// Finds the statement on a line, and the next line with code in its block.
class BlockSearch {
 public:
  BlockSearch(const SourceFile& file, uint32_t line, const std::set<uint32_t>& lines)
      : file_(file), line_(line), lines_(lines) {}

  // Returns false when the block does not contain the line.
  bool search(syntax::List<syntax::Stmt*> block) {
    const auto own = std::ranges::find_if(block, [&](const syntax::Stmt* statement) {
      const LineRange range = rangeOf(*statement);
      return range.first <= line_ && line_ <= range.last;
    });
    if (own == block.end()) return false;
    const auto inner = blocksOf(**own);
    isSimple = inner.empty();
    // The parts of a statement with blocks do not run in the order of their lines.
    for (const auto& innerBlock : inner)
      if (search(innerBlock)) return true;
    for (auto next = own + 1; inner.empty() && next != block.end(); ++next) {
      const LineRange range = rangeOf(**next);
      const auto blocks = blocksOf(**next);
      const auto at = lines_.lower_bound(range.first);
      const uint32_t last = blocks.empty() ? range.last : rangeOf(*blocks[0][0]).first - 1;
      if (at != lines_.end() && *at <= std::max(last, range.first)) {
        stopLine = *at;
        break;
      }
      if (!blocks.empty()) break;
    }
    return true;
  }

  bool isSimple = false;  // the statement on the line has no blocks
  uint32_t stopLine = 0;  // 0: none

 private:
  using Block = syntax::List<syntax::Stmt*>;

  LineRange rangeOf(const syntax::Stmt& statement) const {
    return {file_.lineOf(statement.span.begin),
            file_.lineOf(std::max(statement.span.begin + 1, statement.span.end) - 1)};
  }

  // The blocks of statements that TorchScript has. None of them is empty.
  static std::vector<Block> blocksOf(const syntax::Stmt& statement) {
    std::vector<Block> blocks;
    const auto add = [&](Block block) {
      if (!block.empty()) blocks.push_back(block);
    };
    const auto addBoth = [&](const auto& parts) {
      add(parts.body);
      add(parts.orelse);
    };
    switch (statement.kind) {
      case syntax::StmtKind::FunctionDef:
        add(syntax::as<syntax::FunctionDef>(statement).body);
        break;
      case syntax::StmtKind::ClassDef: add(syntax::as<syntax::ClassDef>(statement).body); break;
      case syntax::StmtKind::With: add(syntax::as<syntax::With>(statement).body); break;
      case syntax::StmtKind::For: addBoth(syntax::as<syntax::For>(statement)); break;
      case syntax::StmtKind::While: addBoth(syntax::as<syntax::While>(statement)); break;
      case syntax::StmtKind::If: addBoth(syntax::as<syntax::If>(statement)); break;
      default: break;
    }
    return blocks;
  }

  const SourceFile& file_;
  const uint32_t line_;
  const std::set<uint32_t>& lines_;
};

// Returns `outside` for a line outside of functions.
LineRange functionIn(const syntax::Module& tree, uint32_t line, LineRange outside) {
  LineRange range = outside;
  FunctionFinder finder{*tree.file, line, range};
  for (const syntax::Stmt* statement : tree.body) finder(*statement);
  return range;
}

}  // namespace

NextLine nextInBlock(const syntax::Module& tree, uint32_t line, const std::set<uint32_t>& lines) {
  BlockSearch search(*tree.file, line, lines);
  search.search(tree.body);
  if (search.stopLine || !search.isSimple) return {search.stopLine};
  const LineRange function = functionIn(tree, line, {0, 0});
  const auto first = lines.lower_bound(function.first);
  return {0, first != lines.end() && *first <= function.last};
}

LineRange functionAround(const SourceFilePtr& file, uint32_t line) {
  diag::Sink problems;
  return functionIn(*syntax::parse(file, problems), line, {1, file->lineCount()});
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
