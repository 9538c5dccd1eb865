// What there is to show of a graph, apart from how it is laid out or written: nodes, nested blocks,
// values. All texts are copies, so that a model outlives its graph.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ts::ir {
class Graph;
}

namespace ts::viz {

using NodeId = uint32_t;
using ValueId = uint32_t;
using BlockId = uint32_t;
inline constexpr uint32_t kNone = UINT32_MAX;

// What a node is to a reader; decides its colour.
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
  bool named = false;  // it has a Python name; else the name is a number
  bool tensor = false;
  bool used = false;      // by a node that isn't folded, or as a result
  NodeId node = kNone;    // kNone: a parameter of its block
  BlockId block = kNone;  // where it is defined
};

// One input of a node, or one result of a block.
struct ModelArgument {
  std::string formal;  // the schema's name for it; may be empty
  ValueId value = kNone;
  bool folded = false;  // the value's node is folded: `text` stands for it
  std::string text;
  bool isDefault = false;  // folded, and what the schema would give by itself
};

struct ModelNode {
  std::string kind;   // "aten::add"
  std::string title;  // what heads its box: "add", "if i.1 < 10", "call forward"
  Category category = Category::Tensor;
  BlockId block = kNone;
  std::vector<ModelArgument> arguments;
  std::vector<ValueId> outputs;
  std::vector<BlockId> blocks;
  std::vector<std::pair<std::string, std::string>> attributes;
  // Constants, lists of constants and attribute paths are folded into the nodes that use them:
  // `text` is what stands there.
  bool folded = false;
  std::string text;
  std::string file;  // empty: no location
  uint32_t line = 0;
  uint32_t column = 0;     // from 0, as in printed graphs
  std::string sourceLine;  // without indentation; empty when the source isn't at hand
};

struct ModelBlock {
  std::string title;  // "true", "false", "body"; empty for the graph itself
  NodeId owner = kNone;
  uint32_t depth = 0;  // 0: the graph itself
  std::vector<ValueId> parameters;
  std::vector<ModelArgument> results;
  std::vector<NodeId> nodes;      // in order, the folded ones too
  std::vector<ValueId> captures;  // defined outside, used in here or deeper, by first use
  size_t shownNodes = 0;          // not folded, nested ones counted
};

struct Model {
  std::string name;              // of the function, or the file
  std::vector<ModelNode> nodes;  // in order of printing
  std::vector<ModelValue> values;
  std::vector<ModelBlock> blocks;  // the first is the graph itself; parents before children

  const ModelBlock& top() const { return blocks.front(); }
};

Model buildModel(const ir::Graph& graph, std::string name);

// "model.py:3:4", or empty.
std::string locationText(const ModelNode& node);

}  // namespace ts::viz
