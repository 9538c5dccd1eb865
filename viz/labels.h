// Short texts for people: constants, conditions, the names of node kinds.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/ir/ir.h"
#include "viz/model.h"

namespace ts::viz {

// As one would write it in Python: 1.0, [3, 4], "text", None.
std::string constantText(const types::Constant& constant);

// The value of a node's attribute, for a reader.
std::string attributeText(const ir::AttributeValue& value);

// The text of a value that is folded away, or null.
using FoldedText = std::function<const std::string*(const ir::Value*)>;

// What computes a value, in at most `columns` columns: "i.1 < 10", "len(xs.1) - 1". Named values
// stand for themselves, nodes are written out to a depth of two.
std::string expressionText(const ir::Value* value, const FoldedText& folded, size_t columns = 40);

// "helper" for a value that is the function __torch__.helper; empty for any other.
std::string functionName(const ir::Value* value);

struct KindPhrase {
  std::string title;
  Category category;
};
// For every node but If and Loop, whose titles tell of their inputs.
KindPhrase kindPhrase(const ir::Node& node);

std::string ifTitle(const ir::Node& node, const FoldedText& folded);
// "for i.1 in range(n.1)" or "while n.1 > 0".
std::string loopTitle(const ir::Node& node, const FoldedText& folded);

}  // namespace ts::viz
