// A graph as data for display, independent of layout and file format: nodes, nested blocks, values.
// All texts are copies, so that a model can outlive its graph.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/source/source_file.h"

namespace ts::ops {
struct FunctionSchema;
}

namespace ts::ir {
class Graph;
class Node;
class Value;
}  // namespace ts::ir

namespace ts::viz {

using NodeId = uint32_t;
using ValueId = uint32_t;
using BlockId = uint32_t;
inline constexpr uint32_t kNone = UINT32_MAX;

// The kind of a node for a reader; decides its colour.
enum class Category : uint8_t {
  Tensor,
  Scalar,
  Container,
  Attribute,
  Call,
  Control,
  Effect,
  Input,
  Output
};
inline constexpr size_t kCategoryCount = 9;
// "tensor operation"; lower case, for the legend.
std::string_view categoryTitle(Category category);
// "tensor"; one word, for JSON and class names.
std::string_view categoryName(Category category);

struct ModelValue {
  std::string name;    // as printed behind the %: "rv.1", "17"
  std::string type;    // as printed in graphs: "int[]"
  bool named = false;  // it has a Python name; otherwise the name is a number
  bool tensor = false;
  bool used = false;      // an unfolded node or a result uses it
  NodeId node = kNone;    // kNone: a parameter of its block
  BlockId block = kNone;  // where it is defined
};

// One input of a node, or one result of a block.
struct ModelArgument {
  std::string formal;  // its name in the schema; may be empty
  ValueId value = kNone;
  bool folded = false;  // the value's node is folded; `text` replaces the value
  std::string text;
  bool isDefault = false;  // folded, and equal to the default of the schema
  bool isWritten = false;  // the node changes the value in place
};

struct ModelNode {
  std::string kind;   // "aten::add"
  std::string title;  // the heading of its box: "add", "if i.1 < 10", "call forward"
  Category category = Category::Tensor;
  BlockId block = kNone;
  const ops::FunctionSchema* schema = nullptr;  // of the tables, which are never freed; or null
  std::vector<ModelArgument> arguments;
  std::vector<ValueId> outputs;
  std::vector<BlockId> blocks;
  std::vector<std::pair<std::string, std::string>> attributes;
  // Constants, lists of constants and attribute paths are folded: nodes that use them show `text`
  // in the place of the value.
  bool folded = false;
  std::string text;
  std::string writes;                  // the formal names of inputs that the node writes to: "self"
  std::string views;                   // of inputs that share memory with an output
  uint32_t frame = kNone;              // in an expanded graph: see core/picture/expand.h
  std::string file;                    // empty: no location
  const SourceFile* source = nullptr;  // the same file, as long as the graph exists
  Span span;                           // in it
  uint32_t line = 0;
  uint32_t column = 0;     // from 0, as in printed graphs
  std::string sourceLine;  // without indentation; empty when the source is unknown
};

struct ModelBlock {
  std::string title;  // "true", "false", "body"; empty for the graph itself
  NodeId owner = kNone;
  uint32_t depth = 0;  // 0: the graph itself
  std::vector<ValueId> parameters;
  std::vector<ModelArgument> results;
  std::vector<NodeId> nodes;      // in order, folded ones included
  std::vector<ValueId> captures;  // defined outside, used inside, in the order of first use
  size_t shownNodes = 0;          // unfolded nodes, nested ones included
};

struct Model {
  std::string name;              // of the function, or the file
  std::vector<ModelNode> nodes;  // in order of printing
  std::vector<ModelValue> values;
  std::vector<ModelBlock> blocks;  // the first is the graph itself; parents before children

  const ModelBlock& top() const { return blocks.front(); }
};

// Where the values and nodes of a graph are in its model. Valid as long as the graph does not
// change.
struct ModelIndex {
  std::unordered_map<const ir::Value*, ValueId> values;
  std::unordered_map<const ir::Node*, NodeId> nodes;
};

// Fills `index` unless it is null.
Model buildModel(const ir::Graph& graph, std::string name, ModelIndex* index = nullptr);

// "model.py:3:4", or empty.
std::string locationText(const ModelNode& node);

}  // namespace ts::viz
