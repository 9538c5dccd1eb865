#include "core/ide/folding.h"

#include <algorithm>

#include "core/syntax/ast_walk.h"

namespace ts::ide {

namespace {

using namespace syntax;

class Folder {
 public:
  explicit Folder(const Document& document) : file_(document.file()), tree_(document.tree()) {}

  std::vector<Fold> run() {
    imports(tree_.body);
    for (const Stmt* statement : tree_.body) (*this)(*statement);
    comments();
    std::sort(folds_.begin(), folds_.end(), [](const Fold& a, const Fold& b) {
      return std::pair(a.firstLine, b.lastLine) < std::pair(b.firstLine, a.lastLine);
    });
    // A line starts at most one fold: the widest.
    folds_.erase(
        std::unique(folds_.begin(), folds_.end(),
                    [](const Fold& a, const Fold& b) { return a.firstLine == b.firstLine; }),
        folds_.end());
    return std::move(folds_);
  }

  void operator()(const Pattern&) {}
  void operator()(const Expr& node) {
    switch (node.kind) {
      case ExprKind::Call:
      case ExprKind::List:
      case ExprKind::Tuple:
      case ExprKind::Dict:
      case ExprKind::Set:
      case ExprKind::ListComp:
      case ExprKind::DictComp:
      case ExprKind::GeneratorExp: add(node.span); break;
      case ExprKind::Constant:
        if (as<Constant>(node).constant == ConstantKind::Str) add(node.span);
        break;
      default: break;
    }
    forEachChild(node, *this);
  }
  void operator()(const Stmt& node) {
    switch (node.kind) {
      case StmtKind::If: branches(node.span, as<If>(node).body, as<If>(node).orelse); break;
      case StmtKind::For:
      case StmtKind::AsyncFor: branches(node.span, as<For>(node).body, as<For>(node).orelse); break;
      case StmtKind::While:
        branches(node.span, as<While>(node).body, as<While>(node).orelse);
        break;
      case StmtKind::Try:
      case StmtKind::TryStar: {
        const auto& n = as<Try>(node);
        block(node.span.begin, n.body);
        for (const ExceptHandler* handler : n.handlers) block(handler->span.begin, handler->body);
        part(n.orelse, "else");
        part(n.finalbody, "finally");
        break;
      }
      case StmtKind::FunctionDef:
      case StmtKind::AsyncFunctionDef:
      case StmtKind::ClassDef:
      case StmtKind::With:
      case StmtKind::AsyncWith: add(node.span); break;
      case StmtKind::Match:
        add(node.span);
        for (const MatchCase* matchCase : as<Match>(node).cases) add(matchCase->span);
        break;
      default: break;
    }
    forEachChild(node, *this);
  }

 private:
  void add(Span span, FoldKind kind = FoldKind::Region) {
    const uint32_t first = file_.lineOf(span.begin);
    const uint32_t last = file_.lineOf(span.end > span.begin ? span.end - 1 : span.end);
    if (last > first) folds_.push_back({first, last, kind});
  }
  void block(uint32_t begin, List<Stmt*> body) {
    if (!body.empty()) add({begin, body.back()->span.end});
  }
  // The part's keyword (else, finally) begins a line shortly before its body.
  void part(List<Stmt*> body, std::string_view keyword) {
    if (body.empty()) return;
    uint32_t line = file_.lineOf(body.front()->span.begin);
    for (uint32_t at = line; at > 0 && at + 3 > line; --at) {
      std::string_view text = file_.lineText(at);
      text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
      if (!text.starts_with(keyword)) continue;
      return add({file_.lineStart(at), body.back()->span.end});
    }
  }
  void branches(Span statement, List<Stmt*> body, List<Stmt*> orelse) {
    block(statement.begin, body);
    // An elif has its own fold: the tree has it as an `if` that begins at the word elif.
    const bool isElif = orelse.size() == 1 && orelse[0]->kind == StmtKind::If &&
                        file_.text(orelse[0]->span).starts_with("elif");
    if (!isElif) part(orelse, "else");
  }
  void imports(List<Stmt*> body) {
    const Stmt* first = nullptr;
    const Stmt* last = nullptr;
    const auto flush = [&] {
      if (first) add({first->span.begin, last->span.end}, FoldKind::Imports);
      first = last = nullptr;
    };
    for (const Stmt* statement : body) {
      if (statement->kind != StmtKind::Import && statement->kind != StmtKind::ImportFrom) {
        flush();
        continue;
      }
      if (!first) first = statement;
      last = statement;
    }
    flush();
  }
  // Folds consecutive lines that contain only a comment.
  void comments() {
    const auto alone = [&](Span span) {
      const uint32_t start = file_.lineStart(file_.lineOf(span.begin));
      return file_.text({start, span.begin}).find_first_not_of(" \t") == std::string_view::npos;
    };
    for (size_t i = 0; i < tree_.comments.size();) {
      size_t next = i + 1;
      if (alone(tree_.comments[i].span)) {
        while (next < tree_.comments.size() && alone(tree_.comments[next].span) &&
               file_.lineOf(tree_.comments[next].span.begin) ==
                   file_.lineOf(tree_.comments[next - 1].span.begin) + 1)
          ++next;
        add({tree_.comments[i].span.begin, tree_.comments[next - 1].span.end}, FoldKind::Comment);
      }
      i = next;
    }
  }

  const SourceFile& file_;
  const Module& tree_;
  std::vector<Fold> folds_;
};

}  // namespace

std::vector<Fold> folds(const Document& document) { return Folder(document).run(); }

}  // namespace ts::ide
