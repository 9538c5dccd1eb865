// A file cut into its statements at module level, and what these have to do with each other: so
// that after an edit only what the edit can matter to is checked again.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/source/source_file.h"
#include "core/syntax/ast.h"

namespace ts::driver {

// Numbers for names, the same as long as the object lives.
class NameNumbers {
 public:
  uint32_t operator[](std::string_view name);
  size_t size() const { return numbers_.size(); }

 private:
  struct Hash {
    using is_transparent = void;
    size_t operator()(std::string_view name) const { return std::hash<std::string_view>()(name); }
  };
  std::unordered_map<std::string, uint32_t, Hash, std::equal_to<>> numbers_;
};

// One statement with the lines behind it up to the next; several when they share a line. Immutable;
// one that an edit leaves as it is stays the same object.
struct Piece {
  enum class Kind : uint8_t {
    Import,
    Function,    // one def
    Definition,  // whatever else may have functions, classes or calls in it: something that is
                 // compiled
    Plain,       // the rest: X = 3
  };
  Kind kind = Kind::Plain;
  // How it may differ from another one without a change to what the file does while it runs, as
  // long as nobody looks at the body: of a Function, relative to its begin.
  uint32_t bodyBegin = 0;
  size_t docstring = 0;  // its hash
  bool yields = false;
  Span function;  // of a Function, relative: the statement
  bool isClass = false;
  bool hasJit = false;  // the text has the word
  bool leads = false;   // a docstring or an import from __future__: what may stand before all else
  bool entangles = false;       // a global statement: nothing can be said about names
  uint32_t size = 0;            // bytes
  std::vector<uint32_t> words;  // names in its text, strings and comments included; each once
  std::vector<uint32_t> binds;  // names that it binds in the module
};
using PiecePtr = std::shared_ptr<const Piece>;

// The pieces of a tree without errors, which begins where the first piece shall begin and ends at
// `end`. begins: where each begins.
std::vector<PiecePtr> cutIntoPieces(const syntax::Module& tree, Span within, NameNumbers& names,
                                    std::vector<uint32_t>& begins);

// Pieces that are checked together: those that are connected by the names in them, and what these
// need to be understood. What is found out about a group depends on its pieces alone.
struct Group {
  std::vector<uint32_t> members;  // Functions and Definitions, in order
  std::vector<uint32_t> pieces;   // all, in order
};
// Of the whole file; one group of all pieces where it can't be divided. Immutable.
struct Groups {
  std::vector<Group> all;
  std::vector<bool> bound;  // by the number of a name: whether a piece binds it

  // Whether they are the same when `now` stands where `before` has stood.
  bool holdFor(const Piece& before, const Piece& now) const;
};
Groups groupsOf(const std::vector<PiecePtr>& pieces, const NameNumbers& names);

}  // namespace ts::driver
