#include "core/driver/pieces.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <ranges>

#include "core/compiler/resolve/bindings.h"
#include "core/syntax/docstring.h"
#include "core/syntax/unicode.h"

namespace ts::driver {

using syntax::Stmt;
using syntax::StmtKind;

namespace {

bool isWordStart(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
}
bool isWord(unsigned char c) { return isWordStart(c) || (c >= '0' && c <= '9'); }

bool isAscii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

void sortOnce(std::vector<uint32_t>& numbers) {
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

// More than names: what is in strings may be an annotation.
std::vector<uint32_t> wordsIn(std::string_view text, NameNumbers& names) {
  std::vector<uint32_t> words;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    if (!isWord(static_cast<unsigned char>(text[at++]))) continue;
    while (at < text.size() && isWord(static_cast<unsigned char>(text[at]))) ++at;
    if (!isWordStart(static_cast<unsigned char>(text[begin]))) continue;
    const std::string_view word = text.substr(begin, at - begin);
    words.push_back(isAscii(word) ? names[word] : names[syntax::unicode::normalize(word)]);
  }
  sortOnce(words);
  return words;
}

// Where the line begins on which a statement begins, its decorators included.
uint32_t lineBegin(std::string_view text, const Stmt& stmt) {
  uint32_t at = stmt.span.begin;
  const syntax::List<syntax::Expr*>* decorators = nullptr;
  if (stmt.kind == StmtKind::FunctionDef || stmt.kind == StmtKind::AsyncFunctionDef) {
    decorators = &syntax::as<syntax::FunctionDef>(stmt).decorators;
  } else if (stmt.kind == StmtKind::ClassDef) {
    decorators = &syntax::as<syntax::ClassDef>(stmt).decorators;
  }
  if (decorators && !decorators->empty())
    at = static_cast<uint32_t>(text.rfind('@', (*decorators)[0]->span.begin));
  while (at > 0 && text[at - 1] != '\n' && text[at - 1] != '\r') --at;
  return at;
}

bool isImport(const Stmt& stmt) {
  return stmt.kind == StmtKind::Import || stmt.kind == StmtKind::ImportFrom;
}

bool isDocstring(const Stmt& stmt) {
  const auto* expr = syntax::dynCast<syntax::ExprStmt>(&stmt);
  return expr && expr->value->kind == syntax::ExprKind::Constant;
}

Piece::Kind kindOf(const Stmt& stmt, std::string_view text) {
  if (isImport(stmt)) return Piece::Kind::Import;
  if (stmt.kind == StmtKind::FunctionDef) return Piece::Kind::Function;
  if (isDocstring(stmt)) return Piece::Kind::Plain;
  // All of these need a bracket, a function or a class to have something compiled.
  const bool mayCompile = text.find('(') != text.npos || text.find("class") != text.npos ||
                          text.find("def") != text.npos;
  return mayCompile ? Piece::Kind::Definition : Piece::Kind::Plain;
}

PiecePtr pieceOf(syntax::List<Stmt*> statements, const SourceFile& file, Span span,
                 NameNumbers& names) {
  const std::string_view text = file.text(span);
  auto piece = std::make_shared<Piece>();
  piece->size = span.size();
  piece->words = wordsIn(text, names);
  piece->hasJit = text.find("jit") != text.npos;
  const compiler::Bindings bindings = compiler::collectBindings(statements);
  piece->entangles = !bindings.outer.empty();
  for (const auto& [name, places] : bindings.names) piece->binds.push_back(names[name]);
  std::ranges::sort(piece->binds);
  if (statements.size() != 1) {
    piece->kind = statements.empty() ? Piece::Kind::Plain : Piece::Kind::Definition;
    piece->leads = statements.empty();
    piece->isClass = std::ranges::any_of(
        statements, [](const Stmt* stmt) { return stmt->kind == StmtKind::ClassDef; });
    return piece;
  }
  const Stmt& stmt = *statements[0];
  piece->kind = kindOf(stmt, text);
  piece->isClass = stmt.kind == StmtKind::ClassDef;
  piece->leads =
      stmt.kind == StmtKind::Expr || (stmt.kind == StmtKind::ImportFrom &&
                                      syntax::as<syntax::ImportFrom>(stmt).module == "__future__");
  if (piece->kind != Piece::Kind::Function) return piece;
  const auto& def = syntax::as<syntax::FunctionDef>(stmt);
  piece->function = {stmt.span.begin - span.begin, stmt.span.end - span.begin};
  piece->bodyBegin = (def.body.empty() ? stmt.span.end : def.body[0]->span.begin) - span.begin;
  if (const auto docstring = syntax::docstringOf(def, file))
    piece->docstring = std::hash<std::string>()(*docstring) | 1;
  piece->yields = text.find("yield") != text.npos;
  return piece;
}

// Which pieces have a name in common with which.
class Grouping {
 public:
  Grouping(const std::vector<PiecePtr>& pieces, const NameNumbers& names)
      : pieces_(pieces),
        binders_(names.size()),
        seen_(pieces.size(), UINT32_MAX),
        leader_(pieces.size()) {
    std::iota(leader_.begin(), leader_.end(), 0);
    for (uint32_t i = 0; i < pieces.size(); ++i) {
      for (uint32_t name : pieces[i]->binds) binders_[name].push_back(i);
    }
  }

  Groups run() {
    std::vector<bool> bound(binders_.size());
    for (size_t name = 0; name < bound.size(); ++name) bound[name] = !binders_[name].empty();
    if (isEntangled()) return {{whole()}, std::move(bound)};
    std::vector<std::vector<uint32_t>> needs(pieces_.size());
    for (uint32_t i = 0; i < pieces_.size(); ++i) {
      if (isMember(i)) needs[i] = connect(i);
    }
    std::vector<Group> groups;
    std::vector<uint32_t> groupOf(pieces_.size(), UINT32_MAX);
    for (uint32_t i = 0; i < pieces_.size(); ++i) {
      if (!isMember(i)) continue;
      uint32_t& index = groupOf[leader(i)];
      if (index == UINT32_MAX) {
        index = static_cast<uint32_t>(groups.size());
        groups.push_back({{}, ambient_});
      }
      Group& group = groups[index];
      group.members.push_back(i);
      group.pieces.push_back(i);
      group.pieces.insert(group.pieces.end(), needs[i].begin(), needs[i].end());
    }
    for (Group& group : groups) sortOnce(group.pieces);
    return {std::move(groups), std::move(bound)};
  }

 private:
  bool isMember(uint32_t i) const {
    return pieces_[i]->kind == Piece::Kind::Function || pieces_[i]->kind == Piece::Kind::Definition;
  }

  // Imports belong to every group, and so does what comes before the first statement that isn't a
  // docstring or from __future__: fixes put imports there.
  bool isEntangled() {
    bool leading = true;
    for (uint32_t i = 0; i < pieces_.size(); ++i) {
      if (pieces_[i]->entangles) return true;
      if (leading && isMember(i)) return true;
      if (leading || pieces_[i]->kind == Piece::Kind::Import) ambient_.push_back(i);
      leading = leading && pieces_[i]->leads;
    }
    return false;
  }

  Group whole() const {
    Group all;
    for (uint32_t i = 0; i < pieces_.size(); ++i) {
      all.pieces.push_back(i);
      if (isMember(i)) all.members.push_back(i);
    }
    return all;
  }

  uint32_t leader(uint32_t i) {
    while (leader_[i] != i) i = leader_[i] = leader_[leader_[i]];
    return i;
  }

  // Joins the piece with the members that it leads to; gives the other pieces on the way.
  std::vector<uint32_t> connect(uint32_t from) {
    std::vector<uint32_t> needed, waiting{from};
    seen_[from] = from;
    while (!waiting.empty()) {
      const Piece& piece = *pieces_[waiting.back()];
      waiting.pop_back();
      if (piece.kind == Piece::Kind::Import) continue;  // what its words mean isn't looked up here
      for (uint32_t word : piece.words) {
        for (uint32_t binder : binders_[word]) {
          if (seen_[binder] == from) continue;
          seen_[binder] = from;
          if (isMember(binder)) {
            leader_[leader(binder)] = leader(from);
          } else {
            needed.push_back(binder);
            waiting.push_back(binder);
          }
        }
      }
    }
    return needed;
  }

  const std::vector<PiecePtr>& pieces_;
  std::vector<std::vector<uint32_t>> binders_;
  std::vector<uint32_t> seen_;  // from which piece it was reached last
  std::vector<uint32_t> leader_;
  std::vector<uint32_t> ambient_;
};

}  // namespace

uint32_t NameNumbers::operator[](std::string_view name) {
  const auto known = numbers_.find(name);
  if (known != numbers_.end()) return known->second;
  return numbers_.emplace(name, static_cast<uint32_t>(numbers_.size())).first->second;
}

std::vector<PiecePtr> cutIntoPieces(const syntax::Module& tree, Span within, NameNumbers& names,
                                    std::vector<uint32_t>& begins) {
  const std::string_view text = tree.file->text();
  // Where each piece has its first statement, and the end.
  std::vector<size_t> first;
  begins.clear();
  for (size_t i = 0; i < tree.body.size(); ++i) {
    const uint32_t begin = i == 0 ? within.begin : lineBegin(text, *tree.body[i]);
    // On a line with the one before it, which may end in a block there.
    if (i > 0 && begin < tree.body[i - 1]->span.end) continue;
    first.push_back(i);
    begins.push_back(begin);
  }
  if (first.empty() && within.size() > 0) {
    first.push_back(0);
    begins.push_back(within.begin);
  }
  std::vector<PiecePtr> pieces;
  for (size_t i = 0; i < first.size(); ++i) {
    const size_t end = i + 1 < first.size() ? first[i + 1] : tree.body.size();
    const Span span{begins[i], i + 1 < first.size() ? begins[i + 1] : within.end};
    pieces.push_back(pieceOf(tree.body.subspan(first[i], end - first[i]), *tree.file, span, names));
  }
  return pieces;
}

Groups groupsOf(const std::vector<PiecePtr>& pieces, const NameNumbers& names) {
  return Grouping(pieces, names).run();
}

bool Groups::holdFor(const Piece& before, const Piece& now) const {
  if (before.kind != now.kind || before.leads != now.leads || before.entangles != now.entangles ||
      before.binds != now.binds)
    return false;
  // Names that nobody binds lead nowhere.
  const auto boundOf = [&](const Piece& piece) {
    std::vector<uint32_t> words;
    std::ranges::copy_if(piece.words, std::back_inserter(words),
                         [&](uint32_t word) { return word < bound.size() && bound[word]; });
    return words;
  };
  return boundOf(before) == boundOf(now);
}

}  // namespace ts::driver
