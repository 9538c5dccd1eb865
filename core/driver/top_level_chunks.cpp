#include "core/driver/top_level_chunks.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <ranges>
#include <utility>

#include "core/base/sort_unique.h"
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

// Returns the ids of all words, not only of names: a string may contain an annotation.
std::vector<uint32_t> wordsIn(std::string_view text, NameIds& names) {
  std::vector<uint32_t> words;
  forEachWord(text, [&](std::string_view word) {
    words.push_back(isAscii(word) ? names[word] : names[syntax::unicode::normalize(word)]);
  });
  sortUnique(words);
  return words;
}

// Returns the start of the line on which the statement or its first decorator begins.
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

bool isDocstring(const Stmt& stmt) {
  const auto* expr = syntax::dynCast<syntax::ExprStmt>(&stmt);
  return expr && expr->value->kind == syntax::ExprKind::Constant;
}

Chunk::Kind kindOf(const Stmt& stmt, std::string_view text) {
  if (isImport(stmt)) return Chunk::Kind::Import;
  if (stmt.kind == StmtKind::FunctionDef) return Chunk::Kind::Function;
  if (isDocstring(stmt)) return Chunk::Kind::Plain;
  // Only a call, a function or a class can lead to compiled code.
  const bool mayCompile = text.find('(') != text.npos || text.find("class") != text.npos ||
                          text.find("def") != text.npos;
  return mayCompile ? Chunk::Kind::Definition : Chunk::Kind::Plain;
}

ChunkPtr makeChunk(syntax::List<Stmt*> statements, const SourceFile& file, Span span,
                   NameIds& names, std::span<const Span> damaged) {
  const std::string_view text = file.text(span);
  auto chunk = std::make_shared<Chunk>();
  chunk->size = span.size();
  const auto damage = std::ranges::lower_bound(damaged, span.begin, {}, &Span::begin);
  chunk->isDamaged = damage != damaged.end() && damage->begin < span.end;
  chunk->isReplaced = chunk->isDamaged && damage->begin == span.begin;
  chunk->words = wordsIn(text, names);
  chunk->hasJit = text.find("jit") != text.npos;
  const compiler::Bindings bindings = compiler::collectBindings(statements);
  chunk->hasGlobalStatement = !bindings.outer.empty();
  for (const auto& [name, places] : bindings.names) chunk->binds.push_back(names[name]);
  std::ranges::sort(chunk->binds);
  if (statements.size() != 1) {
    chunk->kind = statements.empty() ? Chunk::Kind::Plain : Chunk::Kind::Definition;
    chunk->isPrologue = statements.empty();
    chunk->isClass = std::ranges::any_of(
        statements, [](const Stmt* stmt) { return stmt->kind == StmtKind::ClassDef; });
    return chunk;
  }
  const Stmt& stmt = *statements[0];
  chunk->kind = kindOf(stmt, text);
  chunk->isClass = stmt.kind == StmtKind::ClassDef;
  chunk->isPrologue =
      stmt.kind == StmtKind::Expr || (stmt.kind == StmtKind::ImportFrom &&
                                      syntax::as<syntax::ImportFrom>(stmt).module == "__future__");
  if (chunk->kind != Chunk::Kind::Function) return chunk;
  const auto& def = syntax::as<syntax::FunctionDef>(stmt);
  chunk->function = {stmt.span.begin - span.begin, stmt.span.end - span.begin};
  chunk->bodyBegin = (def.body.empty() ? stmt.span.end : def.body[0]->span.begin) - span.begin;
  if (const auto docstring = syntax::docstringOf(def, file))
    chunk->docstring = std::hash<std::string>()(*docstring) | 1;
  chunk->yields = text.find("yield") != text.npos;
  return chunk;
}

// Joins chunks that share names, with a union-find over the chunks' indices.
class Grouping {
 public:
  Grouping(const std::vector<ChunkPtr>& chunks, const NameIds& names)
      : chunks_(chunks),
        binders_(names.size()),
        followed_(names.size(), UINT32_MAX),
        seen_(chunks.size(), UINT32_MAX),
        leader_(chunks.size()) {
    std::iota(leader_.begin(), leader_.end(), 0);
    for (uint32_t i = 0; i < chunks.size(); ++i) {
      for (uint32_t name : chunks[i]->binds) binders_[name].push_back(i);
    }
  }

  ChunkGroups run() {
    std::vector<bool> bound(binders_.size());
    for (size_t name = 0; name < bound.size(); ++name) bound[name] = !binders_[name].empty();
    if (isIndivisible()) return {{whole()}, std::move(bound)};
    std::vector<std::vector<uint32_t>> needed(chunks_.size());
    for (uint32_t i = 0; i < chunks_.size(); ++i) {
      if (isMember(i)) needed[i] = connect(i);
    }
    std::vector<ChunkGroup> groups;
    std::vector<uint32_t> groupOf(chunks_.size(), UINT32_MAX);
    for (uint32_t i = 0; i < chunks_.size(); ++i) {
      if (!isMember(i)) continue;
      uint32_t& index = groupOf[leader(i)];
      if (index == UINT32_MAX) {
        index = static_cast<uint32_t>(groups.size());
        groups.push_back({{}, shared_});
      }
      ChunkGroup& group = groups[index];
      group.members.push_back(i);
      group.chunks.push_back(i);
      group.chunks.insert(group.chunks.end(), needed[i].begin(), needed[i].end());
    }
    for (ChunkGroup& group : groups) sortUnique(group.chunks);
    return {std::move(groups), std::move(bound)};
  }

 private:
  bool isMember(uint32_t i) const {
    return chunks_[i]->kind == Chunk::Kind::Function || chunks_[i]->kind == Chunk::Kind::Definition;
  }

  // Collects the chunks that every group contains: imports, and the prologue (docstring, imports
  // from __future__) with the chunk after it, because fixes insert imports there. Returns whether
  // the file has to stay one group.
  bool isIndivisible() {
    bool leading = true;
    for (uint32_t i = 0; i < chunks_.size(); ++i) {
      if (chunks_[i]->hasGlobalStatement) return true;
      if (leading && isMember(i)) return true;
      if (leading || chunks_[i]->kind == Chunk::Kind::Import) shared_.push_back(i);
      leading = leading && chunks_[i]->isPrologue;
    }
    return false;
  }

  ChunkGroup whole() const {
    ChunkGroup all;
    for (uint32_t i = 0; i < chunks_.size(); ++i) {
      all.chunks.push_back(i);
      if (isMember(i)) all.members.push_back(i);
    }
    return all;
  }

  uint32_t leader(uint32_t i) {
    while (leader_[i] != i) i = leader_[i] = leader_[leader_[i]];
    return i;
  }

  // Joins the chunk with every member that it reaches through names. Returns the other chunks that
  // lie on the paths: constants, for example.
  std::vector<uint32_t> connect(uint32_t from) {
    std::vector<uint32_t> needed, waiting{from};
    seen_[from] = from;
    while (!waiting.empty()) {
      const Chunk& chunk = *chunks_[waiting.back()];
      waiting.pop_back();
      if (chunk.kind == Chunk::Kind::Import) continue;  // its words name other modules
      for (uint32_t word : chunk.words) {
        if (std::exchange(followed_[word], from) == from) continue;
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

  const std::vector<ChunkPtr>& chunks_;
  std::vector<std::vector<uint32_t>> binders_;  // by name id: the chunks that bind the name
  std::vector<uint32_t> followed_;              // by name id: the last member that reached the name
  std::vector<uint32_t> seen_;                  // by chunk: the last member that reached the chunk
  std::vector<uint32_t> leader_;                // by chunk: its parent in the union-find
  std::vector<uint32_t> shared_;                // chunks that every group contains
};

}  // namespace

uint32_t NameIds::operator[](std::string_view name) {
  const auto entry = ids_.find(name);
  if (entry != ids_.end()) return entry->second;
  return ids_.emplace(name, static_cast<uint32_t>(ids_.size())).first->second;
}

void forEachWord(std::string_view text, const std::function<void(std::string_view)>& visit) {
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    if (!isWord(static_cast<unsigned char>(text[at++]))) continue;
    while (at < text.size() && isWord(static_cast<unsigned char>(text[at]))) ++at;
    if (isWordStart(static_cast<unsigned char>(text[begin]))) visit(text.substr(begin, at - begin));
  }
}

std::vector<TopLevelLine> statementLines(syntax::List<Stmt*> body, std::string_view text) {
  std::vector<TopLevelLine> lines;
  for (size_t i = 0; i < body.size(); ++i) {
    const uint32_t begin = lineBegin(text, *body[i]);
    // The statement shares a line with the previous one.
    if (i > 0 && begin < body[i - 1]->span.end) continue;
    lines.push_back({i, begin});
  }
  return lines;
}

std::vector<TopLevelLine> topLevelLines(const syntax::Module& tree, Span within) {
  std::vector<TopLevelLine> lines = statementLines(tree.body, tree.file->text());
  if (!lines.empty()) lines[0].begin = within.begin;
  return lines;
}

std::vector<ChunkPtr> splitIntoChunks(const syntax::Module& tree, Span within, NameIds& names,
                                      std::vector<uint32_t>& begins,
                                      std::span<const Span> damaged) {
  std::vector<TopLevelLine> lines = topLevelLines(tree, within);
  if (lines.empty() && within.size() > 0) lines.push_back({0, within.begin});
  begins.clear();
  std::vector<ChunkPtr> chunks;
  for (size_t i = 0; i < lines.size(); ++i) {
    const bool isLast = i + 1 == lines.size();
    const size_t first = lines[i].first, end = isLast ? tree.body.size() : lines[i + 1].first;
    const Span span{lines[i].begin, isLast ? within.end : lines[i + 1].begin};
    begins.push_back(span.begin);
    chunks.push_back(
        makeChunk(tree.body.subspan(first, end - first), *tree.file, span, names, damaged));
  }
  return chunks;
}

ChunkGroups groupChunks(const std::vector<ChunkPtr>& chunks, const NameIds& names) {
  return Grouping(chunks, names).run();
}

bool ChunkGroups::areValidAfter(const Chunk& before, const Chunk& after) const {
  if (before.kind != after.kind || before.isPrologue != after.isPrologue ||
      before.hasGlobalStatement != after.hasGlobalStatement || before.binds != after.binds)
    return false;
  // A name without a binding connects nothing.
  const auto boundOf = [&](const Chunk& chunk) {
    std::vector<uint32_t> words;
    std::ranges::copy_if(chunk.words, std::back_inserter(words),
                         [&](uint32_t word) { return word < bound.size() && bound[word]; });
    return words;
  };
  return boundOf(before) == boundOf(after);
}

}  // namespace ts::driver
