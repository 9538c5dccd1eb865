#include "core/driver/syntax_damage.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <unordered_set>

#include "core/base/sort_unique.h"
#include "core/compiler/resolve/namespaces.h"
#include "core/compiler/roots/check_file.h"
#include "core/driver/method_damage.h"
#include "core/driver/module_search.h"
#include "core/driver/top_level_chunks.h"
#include "core/syntax/bindings.h"
#include "core/syntax/partial_parse.h"

namespace ts::driver {

using diag::Rule;
using syntax::Expr;
using syntax::Stmt;
using syntax::StmtKind;

namespace {

// Returns whether the parser reads everything around such an error as it was meant.
bool isLocal(Rule rule) {
  return diag::info(rule).family == diag::Family::Syntax && rule != Rule::BadEncoding &&
         rule != Rule::NestingTooDeep && rule != Rule::FileTooLarge;
}

// Returns the offset of the body of a function or class, or of its end if it has no statement;
// nothing for other statements.
std::optional<uint32_t> bodyBegin(const Stmt& stmt) {
  auto beginOf = [&](const auto& body) {
    return body.empty() ? stmt.span.end : body[0]->span.begin;
  };
  if (stmt.kind == StmtKind::FunctionDef || stmt.kind == StmtKind::AsyncFunctionDef)
    return beginOf(syntax::as<syntax::FunctionDef>(stmt).body);
  if (stmt.kind == StmtKind::ClassDef) return beginOf(syntax::as<syntax::ClassDef>(stmt).body);
  return std::nullopt;
}

class DamageFinder {
 public:
  DamageFinder(const syntax::Module& tree, const std::vector<diag::Diagnostic>& problems)
      : tree_(tree),
        text_(tree.file->text()),
        lines_(topLevelLines(tree, {0, static_cast<uint32_t>(text_.size())})),
        damaged_(lines_.size()),
        misplaced_(lines_.size()),
        problems_(problems),
        methods_(tree, problems) {}

  bool mark() {
    if (lines_.empty()) return false;
    for (const diag::Diagnostic& problem : problems_) {
      if (problem.severity != diag::Severity::Error) continue;
      if (!isLocal(problem.rule) || problem.range.file != tree_.file.get()) return false;
      markError(problem);
    }
    bool isDecorated = false;  // by a damaged decorator: its definition follows
    for (size_t i = 1; i < lines_.size(); ++i) {
      // An indented line does not begin a statement of a module: it belongs to the block above.
      if (isIndented(i)) {
        damaged_[i - 1] = damaged_[i] = true;
        misplaced_[i - 1] = misplaced_[i] = true;
      }
      if (!damaged_[i - 1]) continue;
      isDecorated = hasLooseDecorator(i - 1) || (isDecorated && !isDefinition(i - 1));
      if (isDecorated) damaged_[i] = misplaced_[i] = true;
    }
    return isSeparable();
  }

  HealthyTree separate(const syntax::ModulePtr& tree) {
    collectNames();
    HealthyTree healthy;
    size_t next = 0;
    healthy.tree = syntax::choose(tree, [&](Stmt& stmt, Arena& arena) -> Stmt* {
      const size_t index = next++;
      const size_t line = lineOf(index);
      if (!damaged_[line]) return &stmt;
      if (index != lines_[line].first) return nullptr;
      if (RepairedClass repaired = repair(line, arena); repaired.definition) {
        std::ranges::move(repaired.damaged, std::back_inserter(healthy.damaged));
        return repaired.definition;
      }
      healthy.damaged.push_back(spanOf(line));
      return replacement(line, arena);
    });
    return healthy;
  }

 private:
  bool isDefinition(size_t line) const {
    return std::ranges::all_of(statementsOf(line),
                               [](const Stmt* stmt) { return bodyBegin(*stmt).has_value(); });
  }
  Span spanOf(size_t line) const {
    return {lines_[line].begin, line + 1 < lines_.size() ? lines_[line + 1].begin
                                                         : static_cast<uint32_t>(text_.size())};
  }
  std::span<Stmt*> statementsOf(size_t line) const {
    const size_t end = line + 1 < lines_.size() ? lines_[line + 1].first : tree_.body.size();
    return tree_.body.subspan(lines_[line].first, end - lines_[line].first);
  }
  size_t lineAt(uint32_t offset) const {
    const auto after = std::ranges::upper_bound(lines_, offset, {}, &TopLevelLine::begin);
    return after == lines_.begin() ? 0 : static_cast<size_t>(after - lines_.begin() - 1);
  }
  // Returns the line of the statement with an index in the tree's body.
  size_t lineOf(size_t statement) const {
    const auto after = std::ranges::upper_bound(lines_, statement, {}, &TopLevelLine::first);
    return static_cast<size_t>(after - lines_.begin() - 1);
  }
  uint32_t firstToken(size_t line) const {
    const Stmt& stmt = *tree_.body[lines_[line].first];
    // The span of a decorated definition begins after its decorators.
    return bodyBegin(stmt) ? lines_[line].begin : stmt.span.begin;
  }
  bool isIndented(size_t line) const {
    const char first = text_[lines_[line].begin];
    return first == ' ' || first == '\t' || first == '\f';
  }

  // Returns whether a decorator follows the line's last statement or is all that it consists of.
  bool hasLooseDecorator(size_t line) const {
    const Span lineSpan = spanOf(line);
    if (text_[lineSpan.begin] == '@' && !isDefinition(line)) return true;
    const uint32_t end = std::min(statementsOf(line).back()->span.end, lineSpan.end);
    return tree_.file->text({end, lineSpan.end}).find("\n@") != std::string_view::npos;
  }

  void markError(const diag::Diagnostic& problem) {
    const size_t line = lineAt(problem.range.span.begin);
    // An error at the start of a line may belong to the statement before: its block is missing.
    const bool isAtStart = line > 0 && problem.range.span.begin <= firstToken(line);
    if (isAtStart) damaged_[line - 1] = true;
    const bool lacksBlock = isAtStart && problem.rule == Rule::BadIndentation && !isIndented(line);
    if (!lacksBlock) damaged_[line] = true;
    if (problem.rule == Rule::UnterminatedString) {
      unterminated_ = std::min(unterminated_, problem.range.span.begin);
    }
    auto markRange = [&](const SourceRange& range) {
      if (range.file == tree_.file.get()) damaged_[lineAt(range.span.begin)] = true;
    };
    for (const diag::Label& label : problem.labels) markRange(label.range);
    for (const diag::Note& note : problem.notes) markRange(note.range);
    for (size_t end = lineAt(problem.range.span.end), i = line + 1; i <= end; ++i)
      damaged_[i] = true;
    errors_.push_back(problem.range.span);
  }

  // Returns false when the names that damaged text defines cannot be told.
  bool isSeparable() const {
    for (size_t i = 0; i < lines_.size(); ++i) {
      if (!damaged_[i]) continue;
      const std::string_view text = tree_.file->text(spanOf(i));
      if (text.find("global") != text.npos) return false;
      const bool mayImport = text.find("from") != text.npos || text.find("import") != text.npos;
      if (mayImport && !isDefinition(i) && text.find('*') != text.npos) return false;
    }
    return true;
  }

  void collectNames() {
    for (size_t i = 0; i < lines_.size(); ++i) {
      if (damaged_[i]) continue;
      syntax::forEachBinding(statementsOf(i), [&](const syntax::NameBinding& binding) {
        healthyNames_.insert(binding.name);
      });
    }
  }

  // Returns the names that the damaged line may bind: those that the recovered statements bind, and
  // the words near its errors unless they are builtin or a healthy statement binds them.
  std::vector<std::string_view> namesOf(size_t line) const {
    std::vector<std::string_view> names;
    syntax::forEachBinding(statementsOf(line), [&](const syntax::NameBinding& binding) {
      if (!binding.name.empty()) names.push_back(binding.name);
    });
    auto addWords = [&](Span span) {
      forEachWord(tree_.file->text(span), [&](std::string_view word) {
        if (!healthyNames_.contains(word) &&
            !compiler::namespaceMember("builtins." + std::string(word)))
          names.push_back(word);
      });
    };
    const Span lineSpan = spanOf(line);
    const std::optional<uint32_t> body = bodyBegin(*statementsOf(line).front());
    for (Span error : errors_) {
      if (!lineSpan.contains(error.begin) && error.begin != lineSpan.end) continue;
      if (!isDefinition(line)) {
        const uint32_t number = tree_.file->lineOf(error.begin);
        addWords({tree_.file->lineStart(number), tree_.file->lineStart(number + 1)});
      } else if (error.begin <= body) {
        addWords(lineSpan);  // the header may contain statements that followed it
      }
    }
    // A string without an end may have swapped strings and code from its begin on.
    if (unterminated_ != UINT32_MAX && lineAt(unterminated_) == line)
      addWords({lineSpan.begin, static_cast<uint32_t>(text_.size())});
    sortUnique(names);
    return names;
  }

  // Returns nothing unless the line is a class whose methods contain all its errors.
  RepairedClass repair(size_t line, Arena& arena) {
    const std::span<Stmt*> statements = statementsOf(line);
    const auto* definition = syntax::dynCast<syntax::ClassDef>(statements.front());
    if (statements.size() != 1 || !definition || misplaced_[line]) return {};
    return methods_.repair(*definition, spanOf(line), arena);
  }

  Stmt* replacement(size_t line, Arena& arena) const {
    const uint32_t begin = lines_[line].begin;
    const Span span{begin, statementsOf(line).back()->span.end};
    const std::vector<std::string_view> names = namesOf(line);
    if (names.empty())
      return arena.make<syntax::ErrorStmt>(Stmt{{span}, StmtKind::Error}, syntax::List<Expr*>{},
                                           syntax::List<Stmt*>{});
    std::vector<Expr*> targets;
    for (std::string_view name : names)
      targets.push_back(arena.make<syntax::Name>(Expr{{{begin, begin}}, syntax::ExprKind::Name},
                                                 syntax::Context::Store, name));
    Expr* value = arena.make<syntax::ErrorExpr>(
        Expr{{{span.end, span.end}}, syntax::ExprKind::Error}, syntax::List<Expr*>{});
    return arena.make<syntax::Assign>(Stmt{{span}, StmtKind::Assign}, arena.copy(targets), value,
                                      std::string_view(), Span());
  }

  const syntax::Module& tree_;
  std::string_view text_;
  std::vector<TopLevelLine> lines_;
  std::vector<bool> damaged_;    // by line
  std::vector<bool> misplaced_;  // by line: it may belong to another statement
  const std::vector<diag::Diagnostic>& problems_;
  MethodRepair methods_;
  std::vector<Span> errors_;
  uint32_t unterminated_ = UINT32_MAX;  // offset of the first string without an end
  std::unordered_set<std::string_view> healthyNames_;
};

}  // namespace

std::optional<HealthyTree> withoutDamage(const syntax::ModulePtr& tree,
                                         const std::vector<diag::Diagnostic>& problems) {
  DamageFinder finder(*tree, problems);
  if (!finder.mark()) return std::nullopt;
  return finder.separate(tree);
}

HealthyFile healthyFile(const ParsedFile& parsed) {
  std::optional<HealthyTree> healthy = withoutDamage(parsed.tree, parsed.problems);
  if (!healthy) return {};
  auto result = std::make_shared<ParsedFile>();
  result->file = parsed.file;
  result->tree = std::move(healthy->tree);
  return {std::move(result), std::move(healthy->damaged)};
}

void dropDamaged(const SourceFile& file, std::span<const Span> damaged,
                 std::vector<diag::Diagnostic>& diagnostics) {
  std::erase_if(diagnostics, [&](const diag::Diagnostic& diagnostic) {
    return diagnostic.range.file == &file &&
           diag::info(diagnostic.rule).family != diag::Family::Syntax &&
           std::ranges::any_of(
               damaged, [&](Span span) { return span.contains(diagnostic.range.span.begin); });
  });
}

void addDamagedFacts(const Snapshot& snapshot, const syntax::ModulePtr& recovered,
                     const std::vector<Span>& damaged, FileResult& result,
                     const std::stop_token& stop) {
  const ModuleName name = moduleNameOf(snapshot.files(), result.path);
  ModuleLoader loader = snapshot.moduleLoader(name.top);
  compiler::CompilationUnit unit(loader, compiler::Purpose::Checks, stop);
  compiler::Facts facts(recovered->file.get());
  unit.setFacts(&facts);
  const compiler::PyModule* module =
      unit.environment().addModule(name.dotted, result.path, name.isPackage, recovered);
  compiler::checkModule(unit, *module, snapshot.options().roots);

  auto add = [&](auto& list, auto added) {
    std::erase_if(added, [&](const auto& fact) {
      return std::ranges::none_of(damaged,
                                  [&](Span span) { return span.contains(fact.span.begin); });
    });
    compiler::addFacts(list, added);
  };
  add(result.types, facts.types(recovered->file.get()));
  add(result.overloads, facts.overloads(recovered->file.get()));
  using Owners = std::pair<std::shared_ptr<const void>, std::shared_ptr<const void>>;
  result.typesOwner = std::make_shared<const Owners>(result.typesOwner, unit.sharedTypes());
}

}  // namespace ts::driver
