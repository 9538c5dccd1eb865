#include "core/picture/labels.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <unordered_map>

#include "core/ir/kinds.h"
#include "core/picture/text_metrics.h"

namespace ts::viz {
namespace {

using ir::Node;
using ir::Value;
using types::Constant;
using types::TypeKind;

constexpr size_t kLongestList = 16;  // elements of a constant list
constexpr int kMaxConstantDepth = 8;
constexpr int64_t kEndless = INT64_MAX;  // the trip count of a while loop

std::string realText(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  char buffer[32];
  auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  std::string text(buffer, end);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    switch (c) {
      case '\n': out += "\\n"; break;
      case '\t': out += "\\t"; break;
      case '\r': out += "\\r"; break;
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      default: out += c;
    }
  }
  return out + '"';
}

std::string literal(const Constant& constant, int depth);

std::string containerText(const Constant& constant, int depth) {
  bool tuple = constant.type()->is(TypeKind::Tuple);
  bool dict = constant.type()->is(TypeKind::Dict);
  const auto& elements = constant.elements();
  std::string out = tuple ? "(" : dict ? "{" : "[";
  for (size_t i = 0; i < elements.size(); ++i) {
    if (i > 0) out += dict && i % 2 == 1 ? ": " : ", ";
    if (i == kLongestList || depth == 0) {
      out += "…";
      break;
    }
    out += literal(elements[i], depth - 1);
  }
  if (tuple && elements.size() == 1) out += ",";
  return out + (tuple ? ")" : dict ? "}" : "]");
}

std::string literal(const Constant& constant, int depth) {
  if (constant.isNone()) return "None";
  if (constant.isBool()) return constant.toBool() ? "True" : "False";
  if (constant.isInt()) return std::to_string(constant.toInt());
  if (constant.isReal()) return realText(constant.toReal());
  if (constant.isComplex()) {
    auto value = constant.toComplex();
    return "(" + realText(value.real()) + (std::signbit(value.imag()) ? "" : "+") +
           realText(value.imag()) + "j)";
  }
  if (constant.isString()) return quoted(constant.toString());
  if (constant.isContainer()) return containerText(constant, depth);
  switch (constant.type()->kind()) {
    case TypeKind::Device: return quoted(constant.toDevice().name);
    case TypeKind::Enum: return constant.toEnum().name;
    case TypeKind::Function: {
      const ir::Function* function = types::cast<types::FunctionType>(constant.type())->function();
      return function != nullptr ? std::string(function->simpleName()) : "function";
    }
    default: return "<" + constant.type()->str() + ">";
  }
}

struct AttributeText {
  std::string operator()(int64_t value) const { return std::to_string(value); }
  std::string operator()(double value) const { return realText(value); }
  std::string operator()(const std::string& value) const { return quoted(value); }
  std::string operator()(const Constant& value) const { return viz::constantText(value); }
  std::string operator()(types::TypePtr type) const { return type->annotation(); }
  std::string operator()(const ir::GraphPtr&) const { return "graph"; }
  template <typename T>
  std::string operator()(const std::vector<T>& values) const {
    std::string out = "[";
    for (size_t i = 0; i < values.size(); ++i) {
      if (i > 0) out += ", ";
      if (i == kLongestList) {
        out += "…";
        break;
      }
      out += (*this)(values[i]);
    }
    return out + "]";
  }
};

// The signs of Python's operators between two operands.
const std::unordered_map<std::string_view, std::string_view>& infixOperators() {
  static const std::unordered_map<std::string_view, std::string_view> table = {
      {"aten::lt", "<"},
      {"aten::le", "<="},
      {"aten::gt", ">"},
      {"aten::ge", ">="},
      {"aten::eq", "=="},
      {"aten::ne", "!="},
      {"aten::add", "+"},
      {"aten::sub", "-"},
      {"aten::mul", "*"},
      {"aten::div", "/"},
      {"aten::floordiv", "//"},
      {"aten::floor_divide", "//"},
      {"aten::remainder", "%"},
      {"aten::pow", "**"},
      {"aten::matmul", "@"},
      {"aten::__is__", "is"},
      {"aten::__isnot__", "is not"},
      {"aten::__and__", "&"},
      {"aten::__or__", "|"},
      {"aten::__xor__", "^"},
      {"aten::__lshift__", "<<"},
      {"aten::__rshift__", ">>"},
  };
  return table;
}

// The signs in boxes only: of one operand, of an operator that reverses its operands, and of
// operators that write their first operand.
const std::unordered_map<std::string_view, std::string_view>& otherSigns() {
  static const std::unordered_map<std::string_view, std::string_view> table = {
      {"aten::neg", "-"},           {"aten::bitwise_not", "~"}, {"aten::__not__", "not"},
      {"aten::__contains__", "in"}, {"aten::add_", "+="},       {"aten::sub_", "-="},
      {"aten::mul_", "*="},         {"aten::div_", "/="},       {"aten::floor_divide_", "//="},
      {"aten::remainder_", "%="},   {"aten::pow_", "**="},      {"aten::__iand__", "&="},
      {"aten::__ior__", "|="},      {"aten::__ixor__", "^="},   {"aten::__ilshift__", "<<="},
      {"aten::__irshift__", ">>="},
  };
  return table;
}

class Expression {
 public:
  explicit Expression(const FoldedText& folded) : folded_(folded) {}

  std::string of(const Value* value, int depth) const {
    if (const std::string* text = folded_(value)) return *text;
    if (value->hasDebugName()) return value->debugNameBase();
    const Node* node = value->node();
    if (node->is(ir::prim::Param) || !node->blocks().empty() || node->outputs().size() != 1) {
      return "%" + value->printedName();
    }
    if (depth == 0) return "…";
    const std::string& kind = node->kind().str();
    auto inputs = node->inputs();
    auto infix = infixOperators().find(kind);
    if (infix != infixOperators().end() && inputs.size() >= 2) {
      return of(inputs[0], depth - 1) + " " + std::string(infix->second) + " " +
             of(inputs[1], depth - 1);
    }
    // A conversion of a tensor to a Python number, which the source does not have.
    if ((kind == "aten::Bool" || kind == "aten::ScalarImplicit") && inputs.size() == 1)
      return of(inputs[0], depth);
    if (kind == "aten::__not__" && inputs.size() == 1) return "not " + of(inputs[0], depth - 1);
    if (kind == "aten::__contains__" && inputs.size() == 2) {
      return of(inputs[1], depth - 1) + " in " + of(inputs[0], depth - 1);
    }
    if (kind == "aten::__getitem__" && inputs.size() == 2) {
      return of(inputs[0], depth - 1) + "[" + of(inputs[1], depth - 1) + "]";
    }
    if (node->is(ir::prim::ListConstruct)) return "[" + list(inputs, depth - 1) + "]";
    return std::string(node->kind().name()) + "(" + list(inputs, depth - 1) + ")";
  }

 private:
  std::string list(std::span<Value* const> operands, int depth) const {
    std::string out;
    for (const Value* operand : operands) {
      if (!out.empty()) out += ", ";
      out += of(operand, depth);
    }
    return out;
  }

  const FoldedText& folded_;
};

bool isConstantBool(const Value* value, bool wanted) {
  auto constant = ir::constantOf(value);
  return constant && constant->isBool() && constant->toBool() == wanted;
}

struct PrimLabel {
  std::string_view title;
  Category category;
};

const std::unordered_map<std::string_view, PrimLabel>& primLabels() {
  using enum Category;
  static const std::unordered_map<std::string_view, PrimLabel> table = {
      {"prim::ListConstruct", {"list", Container}},
      {"prim::ListUnpack", {"unpack", Container}},
      {"prim::TupleConstruct", {"tuple", Container}},
      {"prim::TupleUnpack", {"unpack", Container}},
      {"prim::TupleIndex", {"tuple index", Container}},
      {"prim::TupleSlice", {"tuple slice", Container}},
      {"prim::DictConstruct", {"dict", Container}},
      {"prim::RaiseException", {"raise", Effect}},
      {"prim::Print", {"print", Effect}},
      {"prim::Enter", {"enter with", Effect}},
      {"prim::Exit", {"exit with", Effect}},
      {"aten::warn", {"warn", Effect}},
      {"prim::unchecked_cast", {"cast", Scalar}},
      {"prim::unchecked_unwrap_optional", {"unwrap", Scalar}},
      {"prim::fork", {"fork", Call}},
      {"prim::forkClosure", {"fork", Call}},
      {"prim::Closure", {"closure", Call}},
      {"aten::wait", {"wait", Call}},
      {"aten::__getitem__", {"getitem", Container}},
      {"aten::_set_item", {"setitem", Container}},
      {"aten::append", {"append", Container}},
  };
  return table;
}

bool isTensor(const Value* value) {
  types::TypePtr type = value->type();
  if (type->is(TypeKind::Optional)) type = type->element();
  return type->is(TypeKind::Tensor);
}

bool isContainer(const Value* value) {
  types::TypePtr type = value->type();
  return type->is(TypeKind::List) || type->is(TypeKind::Dict) || type->is(TypeKind::Tuple);
}

Category categoryOf(const Node& node) {
  auto any = [&](auto&& matches) {
    return std::ranges::any_of(node.outputs(), matches) ||
           std::ranges::any_of(node.inputs(), matches);
  };
  if (std::ranges::any_of(node.outputs(), isTensor)) return Category::Tensor;
  if (std::ranges::any_of(node.outputs(), isContainer)) return Category::Container;
  if (node.outputs().empty() && any(isTensor)) return Category::Effect;
  return any(isTensor) ? Category::Tensor : Category::Scalar;
}

std::string attributeName(const Node& node) {
  const ir::AttributeValue* name = node.attribute(ir::attr::name);
  const std::string* text = name != nullptr ? std::get_if<std::string>(name) : nullptr;
  return text != nullptr ? *text : std::string();
}

}  // namespace

std::string constantText(const Constant& constant) { return literal(constant, kMaxConstantDepth); }

std::string attributeText(const ir::AttributeValue& value) {
  return std::visit(AttributeText{}, value);
}

std::string functionName(const Value* value) {
  const types::FunctionType* type = types::cast<types::FunctionType>(value->type());
  return type != nullptr && type->function() != nullptr
             ? std::string(type->function()->simpleName())
             : std::string();
}

std::string expressionText(const Value* value, const FoldedText& folded, size_t columns) {
  return shortened(Expression(folded).of(value, 2), columns);
}

KindLabel kindLabel(const Node& node) {
  const std::string& kind = node.kind().str();
  if (auto label = primLabels().find(kind); label != primLabels().end()) {
    Category category = label->second.category;
    // The type of the result decides: an element of a list of tensors is a tensor.
    if (category == Category::Scalar || kind == "aten::__getitem__") category = categoryOf(node);
    return {std::string(label->second.title), category};
  }
  if (node.is(ir::prim::GetAttr)) return {"get ." + attributeName(node), Category::Attribute};
  if (node.is(ir::prim::SetAttr)) return {"set ." + attributeName(node), Category::Attribute};
  if (node.is(ir::prim::CallMethod)) return {"call ." + attributeName(node), Category::Call};
  if (node.is(ir::prim::CallFunction)) {
    std::string name = node.inputs().empty() ? "" : functionName(node.input(0));
    return {name.empty() ? "call" : "call " + name, Category::Call};
  }
  if (node.is(ir::prim::CreateObject) && !node.outputs().empty()) {
    return {"new " + shortened(node.output()->type()->annotation(), 40), Category::Attribute};
  }
  return {std::string(node.kind().name()), categoryOf(node)};
}

std::string_view operatorSign(std::string_view kind) {
  for (const auto* table : {&infixOperators(), &otherSigns()})
    if (const auto sign = table->find(kind); sign != table->end()) return sign->second;
  return {};
}

std::string ifTitle(const Node& node, const FoldedText& folded) {
  return "if " + expressionText(node.input(0), folded);
}

std::string loopTitle(const Node& node, const FoldedText& folded) {
  const ir::Block* body = node.block(0);
  const Value* trips = node.input(0);
  auto count = ir::constantOf(trips);
  bool counted = !(count && count->isInt() && count->toInt() == kEndless);
  bool conditional = body->outputs().empty() || !isConstantBool(body->outputs()[0], true);

  std::string title;
  if (counted) {
    const Value* index = body->inputs().empty() ? nullptr : body->inputs()[0];
    std::string name = index != nullptr && index->hasDebugName() ? index->debugNameBase() : "_";
    title = "for " + name + " in range(" + expressionText(trips, folded, 28) + ")";
  }
  if (conditional && !body->outputs().empty()) {
    title += (counted ? ", while " : "while ") + expressionText(body->outputs()[0], folded, 32);
  } else if (!counted) {
    title = "while True";
  }
  return title;
}

}  // namespace ts::viz
