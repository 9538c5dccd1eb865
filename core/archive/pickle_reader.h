// Reads pickles as data: nothing is looked up, called or run. What a pickle would call stands in
// the tree as a call, and whoever reads the tree knows the few that it takes. The format: CPython's
// Lib/pickletools.py; protocols 0 to 4 as far as PyTorch writes them.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace ts::archive {

struct PickleNode {
  enum class Kind : unsigned char {
    None,
    Bool,
    Int,
    Float,
    String,
    Bytes,
    Tuple,
    List,
    Set,         // items
    Dict,        // items: keys and values in turn
    Global,      // text: "collections.OrderedDict"
    Call,        // items[0] called with the tuple items[1]: REDUCE
    Object,      // an instance of the class items[0], made with the tuple items[1]: NEWOBJ
    Persistent,  // items[0]: the id of something outside of the pickle
  };
  Kind kind = Kind::None;
  long long integer = 0;  // of Bool and Int
  double real = 0;
  std::string text;
  std::vector<PickleNode*> items;
  // Of Call and Object: what was put into it afterwards.
  PickleNode* state = nullptr;        // BUILD
  std::vector<PickleNode*> entries;   // SETITEMS: keys and values in turn
  std::vector<PickleNode*> appended;  // APPENDS

  bool is(Kind other) const { return kind == other; }
  bool isGlobal(std::string_view name) const { return kind == Kind::Global && text == name; }
  // A call of this global.
  bool isCallOf(std::string_view name) const {
    return kind == Kind::Call && items[0]->isGlobal(name);
  }
};

// Owns the nodes of one pickle. They may form cycles: readers bound their depth.
struct PickleTree {
  PickleNode* root = nullptr;
  std::deque<PickleNode> nodes;
};

inline constexpr size_t kMaxPickleNodes = 50'000'000;

// Reads one pickle from the start of `bytes` and takes it off. name: of the record, for messages.
// Throws ArchiveError for opcodes that don't belong there, for what is cut off, and above the
// limit.
PickleTree readPickle(std::string_view& bytes, std::string_view name);

}  // namespace ts::archive
