// Short texts for readers: constants, conditions, titles of nodes.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/ir/ir.h"
#include "core/picture/model.h"

namespace ts::viz {

// A constant in Python syntax: 1.0, [3, 4], "text", None. Long lists are cut.
std::string constantText(const types::Constant& constant);

// The value of a node's attribute, in the same syntax.
std::string attributeText(const ir::AttributeValue& value);

// The text of a folded value; null when the value is not folded.
using FoldedText = std::function<const std::string*(const ir::Value*)>;

// The expression that computes a value, in at most `columns` columns: "i < 10", "len(xs) - 1".
// A named value is its name in the source. Nodes are expanded to a depth of two.
std::string expressionText(const ir::Value* value, const FoldedText& folded, size_t columns = 40);

// "helper" for the function __torch__.helper; empty when the value is not a function.
std::string functionName(const ir::Value* value);

struct KindLabel {
  std::string title;
  Category category;
};
// The title and the category of a node. If and Loop have their own functions below.
KindLabel kindLabel(const ir::Node& node);

// The sign that Python has for an operator: "<" for "aten::lt", "+=" for "aten::add_"; empty: none.
std::string_view operatorSign(std::string_view kind);

std::string ifTitle(const ir::Node& node, const FoldedText& folded);
// "for i in range(n)" or "while n > 0".
std::string loopTitle(const ir::Node& node, const FoldedText& folded);

}  // namespace ts::viz
