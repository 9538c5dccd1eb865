// Splits a file into its top-level statements (chunks) and groups the chunks that depend on each
// other. After an edit, IncrementalChecker compiles only the groups that the edit touches.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/source/source_file.h"
#include "core/syntax/ast.h"

namespace ts::driver {

// Maps each name to a small integer, which stays the same for the lifetime of the object.
class NameIds {
 public:
  // Returns the id of the name; a new name gets the next free id.
  uint32_t operator[](std::string_view name);
  size_t size() const { return ids_.size(); }

 private:
  struct Hash {
    using is_transparent = void;
    size_t operator()(std::string_view name) const { return std::hash<std::string_view>()(name); }
  };
  std::unordered_map<std::string, uint32_t, Hash, std::equal_to<>> ids_;
};

// One top-level statement and the lines up to the next one. Statements that share a line share a
// chunk. Immutable. A chunk whose text an edit keeps is the same object before and after the edit.
struct Chunk {
  enum class Kind : uint8_t {
    Import,
    Function,    // a single def
    Definition,  // any other statement that may contain a function, a class or a call
    Plain,       // the rest: X = 3
  };
  Kind kind = Kind::Plain;
  // A Function chunk: the offset of its body in the chunk. Edits past this offset cannot affect
  // module execution unless the body ran.
  uint32_t bodyBegin = 0;
  size_t docstring = 0;  // hash of the function's docstring; 0: none
  bool yields = false;   // the text contains "yield"
  Span function;         // of a Function: its statement, relative to the chunk
  bool isClass = false;
  bool hasJit = false;              // the text contains "jit"
  bool isPrologue = false;          // a docstring or an import from __future__
  bool hasGlobalStatement = false;  // `global x`: the chunk may bind names of other chunks
  bool isDamaged = false;           // replaces text with syntax errors: see syntax_damage.h
  bool isReplaced = false;          // isDamaged, and one assignment replaces the whole chunk
  uint32_t size = 0;                // bytes
  std::vector<uint32_t> words;      // ids of all words in the text, strings and comments included
  std::vector<uint32_t> binds;      // ids of the names that the chunk binds in the module
};
using ChunkPtr = std::shared_ptr<const Chunk>;

// A statement that begins a line, and the offset of that line or of its first decorator's line.
struct TopLevelLine {
  size_t first;  // index of the statement in the body of its module or class
  uint32_t begin;
};
// Returns the lines of a class's text that begin with one of its statements.
std::vector<TopLevelLine> statementLines(syntax::List<syntax::Stmt*> body, std::string_view text);
// Returns the lines that begin with a top-level statement; `begin` of the first is `within.begin`.
std::vector<TopLevelLine> topLevelLines(const syntax::Module& tree, Span within);

// Calls `visit` with each word of a text that may be a name, also those in strings and comments.
void forEachWord(std::string_view text, const std::function<void(std::string_view)>& visit);

// Splits a tree without syntax errors into chunks. The first chunk begins at `within.begin`, the
// last one ends at `within.end`. `begins` receives the offset of each chunk. The chunks that
// contain a span of `damaged` are damaged.
std::vector<ChunkPtr> splitIntoChunks(const syntax::Module& tree, Span within, NameIds& names,
                                      std::vector<uint32_t>& begins,
                                      std::span<const Span> damaged = {});

// Chunks that are compiled together: those that share names, and the imports and constants that
// they use. The diagnostics of a group depend only on its chunks.
struct ChunkGroup {
  std::vector<uint32_t> members;  // indices of its Functions and Definitions, in order
  std::vector<uint32_t> chunks;   // indices of all its chunks, in order
};
// All groups of one file; a single group when the file cannot be divided. Immutable.
struct ChunkGroups {
  std::vector<ChunkGroup> all;
  std::vector<bool> bound;  // by the id of a name: whether a chunk binds the name

  // Returns whether the groups stay the same when `after` replaces `before`.
  bool areValidAfter(const Chunk& before, const Chunk& after) const;
};
ChunkGroups groupChunks(const std::vector<ChunkPtr>& chunks, const NameIds& names);

}  // namespace ts::driver
