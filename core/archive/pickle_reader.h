// Reads pickles as data, without looking up, calling or executing anything. A call in a pickle
// becomes a call node in the tree, and a reader of the tree accepts only the functions that it
// knows. Format: protocols 0 to 4 as PyTorch writes them; see CPython's Lib/pickletools.py.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/archive/object_budget.h"

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
    Dict,        // items: keys and values alternate
    Global,      // text: "collections.OrderedDict"
    Call,        // items[0] called with the tuple items[1]: REDUCE
    Object,      // an instance of the class items[0], created with the tuple items[1]: NEWOBJ
    Persistent,  // items[0]: the id of an object outside of the pickle
  };
  Kind kind = Kind::None;
  long long integer = 0;  // of Bool and Int
  double real = 0;
  std::string text;
  std::vector<PickleNode*> items;
  // The contents of a Call or an Object that were added later; null when there are none.
  struct Added;
  std::unique_ptr<Added> added;

  PickleNode();
  ~PickleNode();
  bool is(Kind other) const { return kind == other; }
  bool isGlobal(std::string_view name) const { return kind == Kind::Global && text == name; }
  // True for a call of this global.
  bool isCallOf(std::string_view name) const {
    return kind == Kind::Call && items[0]->isGlobal(name);
  }
};

struct PickleNode::Added {
  PickleNode* state = nullptr;       // BUILD; may be null
  std::vector<PickleNode*> entries;  // SETITEMS: keys and values alternate
  std::vector<PickleNode*> items;    // APPENDS
};

// A pickle as a tree, which owns its nodes. Nodes may form cycles, so readers must limit their
// depth. Equal nodes of None, True, False and small integers may be one node.
struct PickleTree {
  PickleNode* root = nullptr;
  std::deque<PickleNode> nodes;
};

// Reads a pickle from the start of `bytes` and removes it from `bytes`. `name` is the name of the
// record for messages. Throws ArchiveError for unsupported opcodes, truncated input, and a tree
// that exceeds the budget.
PickleTree readPickle(std::string_view& bytes, std::string_view name, ObjectBudget& budget);

}  // namespace ts::archive
