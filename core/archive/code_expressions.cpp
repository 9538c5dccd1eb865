// Prints nodes as expressions.
#include <algorithm>
#include <array>

#include "core/archive/code_writer.h"
#include "core/ir/constant_text.h"
#include "core/ir/kinds.h"

namespace ts::archive {

using ir::Node;
using ir::Value;
using types::Constant;
using types::TypeKind;
namespace prim = ir::prim;
namespace attr = ir::attr;

namespace {

bool hasNonAscii(const Constant& value) {
  if (value.isString()) {
    const std::string& text = value.toString();
    return std::any_of(text.begin(), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) > 0x7f; });
  }
  if (!value.isContainer()) return false;
  return std::any_of(value.elements().begin(), value.elements().end(), hasNonAscii);
}

bool isTensor(const Constant& value) { return value.type()->is(TypeKind::Tensor); }

// Operators that are printed as calls of Python builtins.
struct BuiltinCall {
  std::string_view kind;
  std::string_view name;
};
constexpr std::array kBuiltinCalls = {
    BuiltinCall{"aten::Int", "int"},     BuiltinCall{"aten::Float", "float"},
    BuiltinCall{"aten::Bool", "bool"},   BuiltinCall{"aten::str", "str"},
    BuiltinCall{"prim::Print", "print"}, BuiltinCall{"aten::sorted", "sorted"},
};

std::string operatorName(Symbol kind) {
  if (kind.str() == "aten::backward" || kind.str() == "aten::grad")
    return "torch.autograd." + std::string(kind.name());
  if (kind.ns() == "aten") return "torch." + std::string(kind.name());
  return "ops." + std::string(kind.ns()) + "." + std::string(kind.name());
}

bool isOut(const ops::Argument& argument) {
  return argument.keywordOnly && argument.alias && argument.alias->isWrite;
}

bool sameValue(const Constant& value, const Constant& standard) {
  if (identical(value, standard)) return true;
  // The default of a broadcasting list may be stored as one number. An empty list is compared by
  // its elements.
  if (value.isContainer() && value.type()->is(TypeKind::List)) {
    const auto& elements = value.elements();
    if (standard.isContainer()) {
      return std::equal(elements.begin(), elements.end(), standard.elements().begin(),
                        standard.elements().end(),
                        [](const Constant& a, const Constant& b) { return identical(a, b); });
    }
    return !elements.empty() &&
           std::all_of(elements.begin(), elements.end(),
                       [&](const Constant& element) { return identical(element, standard); });
  }
  return false;
}

struct Printed {
  size_t arguments;  // from the left
  size_t outs;       // from the right, after them
};

// Omits trailing arguments that equal their default, so that older versions without these arguments
// can read the archive.
Printed printedArguments(const std::vector<ops::Argument>& formals,
                         std::span<Value* const> actuals) {
  size_t count = formals.size();
  while (count > 0 && isOut(formals[count - 1])) --count;
  size_t outs = formals.size() - count;
  if (formals.size() < actuals.size()) return {actuals.size(), outs};
  for (; count > 0; --count) {
    const std::optional<Constant>& standard = formals[count - 1].defaultValue;
    const Constant* value = ir::constantOf(actuals[count - 1]);
    if (!standard || !value || !sameValue(*value, *standard)) break;
  }
  return {count, outs};
}

}  // namespace

std::string CodeWriter::annotated(const Node* node, const std::string& value,
                                  const char* function) {
  return std::string(function) + "(" + node->output()->type()->annotation() + ", " + value + ")";
}

std::string CodeWriter::expression(const Node* node) {
  struct Form {
    std::string_view kind;
    std::string (*print)(CodeWriter& writer, const Node* node);
  };
  using W = CodeWriter;
  using N = const Node*;
  static constexpr std::array kForms = {
      Form{"prim::Constant", [](W& w, N n) { return w.constantNode(n); }},
      Form{"prim::PythonOp", [](W& w, N n) { return w.pythonCall(n); }},
      Form{"prim::Uninitialized",
           [](W&, N n) { return "uninitialized(" + n->output()->type()->annotation() + ")"; }},
      Form{"aten::ScalarImplicit", [](W& w, N n) { return w.annotated(n, w.use(n->input(0))); }},
      Form{"aten::FloatImplicit", [](W& w, N n) { return w.annotated(n, w.use(n->input(0))); }},
      Form{"aten::IntImplicit", [](W& w, N n) { return w.annotated(n, w.use(n->input(0))); }},
      Form{"prim::tolist",
           [](W& w, N n) { return w.annotated(n, w.use(n->input(0)) + ".tolist()"); }},
      Form{"prim::unchecked_cast",
           [](W& w, N n) { return w.annotated(n, w.use(n->input(0)), "unchecked_cast"); }},
      Form{"prim::unchecked_unwrap_optional",
           [](W& w, N n) { return w.annotated(n, w.use(n->input(0)), "unchecked_cast"); }},
      Form{"aten::__getitem__", [](W& w, N n) { return w.getItem(n); }},
      Form{"prim::TupleIndex",
           [](W& w, N n) { return "(" + w.use(n->input(0)) + ")[" + w.use(n->input(1)) + "]"; }},
      Form{"prim::TupleConstruct",
           [](W& w, N n) {
             const auto* type = types::cast<types::TupleType>(n->output()->type());
             bool isNamed = type == nullptr || !type->qualifiedName().empty();
             std::string name = isNamed ? n->output()->type()->annotation() : "";
             return name + "(" + w.list(n->inputs()) + (n->inputs().size() == 1 ? ",)" : ")");
           }},
      Form{"prim::ListConstruct", [](W& w, N n) { return w.listConstruct(n); }},
      Form{"prim::DictConstruct", [](W& w, N n) { return w.dictConstruct(n); }},
      Form{"prim::CreateObject",
           [](W&, N n) {
             std::string name = n->output()->type()->annotation();
             return name + ".__new__(" + name + ")";
           }},
      Form{"prim::GetAttr", [](W& w, N n) { return w.getAttr(n); }},
      Form{"prim::CallFunction", [](W& w, N n) { return w.callFunction(n); }},
      Form{"prim::CallMethod", [](W& w, N n) { return w.callMethod(n); }},
      Form{"aten::_unwrap_optional", [](W& w, N n) { return w.unwrapOptional(n); }},
      Form{"prim::isinstance", [](W& w, N n) { return w.isinstance(n); }},
      Form{"prim::EnumValue", [](W& w, N n) { return "(" + w.use(n->input(0)) + ").value"; }},
      Form{"prim::EnumName", [](W& w, N n) { return "(" + w.use(n->input(0)) + ").name"; }},
  };
  const std::string& kind = node->kind().str();
  for (const Form& form : kForms) {
    if (form.kind == kind) return form.print(*this, node);
  }
  for (const BuiltinCall& call : kBuiltinCalls) {
    if (call.kind == kind) return std::string(call.name) + "(" + list(node->inputs()) + ")";
  }
  return operatorCall(node);
}

std::string CodeWriter::constant(const Constant& value) {
  auto hook = [this](std::string& out, const Constant& part) {
    if (isTensor(part) || hasNonAscii(part)) {
      auto row = std::ranges::find_if(constants_,
                                      [&](const Constant& each) { return identical(each, part); });
      out += "CONSTANTS.c" + std::to_string(row - constants_.begin());
      if (row == constants_.end()) constants_.push_back(part);
      return true;
    }
    const auto* tuple = types::cast<types::TupleType>(part.type());
    if (tuple != nullptr && !tuple->qualifiedName().empty()) out += tuple->annotation();
    return false;
  };
  std::string text;
  ir::appendConstant(text, value, hook);
  return text;
}

std::string CodeWriter::constantNode(const Node* node) {
  types::TypePtr type = node->output()->type();
  if (type->is(TypeKind::Function)) return type->annotation();
  const Constant* value = ir::constantOf(node->output());
  return value ? constant(*value) : "None";
}

std::string CodeWriter::listConstruct(const Node* node) {
  types::TypePtr type = node->output()->type();
  std::string text = "[" + list(node->inputs()) + "]";
  bool isClear = !node->inputs().empty() && !type->contained().empty() &&
                 ir::isInferableElement(type->element());
  return isClear ? text : annotated(node, text);
}

std::string CodeWriter::dictConstruct(const Node* node) {
  std::string text = "{";
  for (size_t i = 0; i + 1 < node->inputs().size(); i += 2) {
    if (i > 0) text += ", ";
    text += use(node->input(i)) + ": " + use(node->input(i + 1));
  }
  text += "}";
  types::TypePtr type = node->output()->type();
  bool isClear = !node->inputs().empty() && type->contained().size() == 2 &&
                 ir::isInferableElement(type->element(0)) &&
                 ir::isInferableElement(type->element(1));
  return isClear ? text : annotated(node, text);
}

std::string CodeWriter::getAttr(const Node* node) {
  const std::string& field = node->get<std::string>(attr::name);
  if (isIdentifier(field)) return use(node->input(0)) + "." + field;
  std::string text = "getattr(" + use(node->input(0)) + ", ";
  ir::appendQuoted(text, field);
  return text + ")";
}

std::string CodeWriter::getItem(const Node* node) {
  const std::string& container = use(node->input(0));
  std::string text = isIdentifier(container) ? container : "(" + container + ")";
  return text + "[" + use(node->input(1)) + "]";
}

std::string CodeWriter::callFunction(const Node* node) {
  std::string text = use(node->input(0)) + "(";
  for (const Value* input : node->inputs().subspan(1)) text += use(input) + ", ";
  return text + ")";
}

std::string CodeWriter::callMethod(const Node* node) {
  std::string text = "(" + use(node->input(0)) + ")." + node->get<std::string>(attr::name) + "(";
  for (const Value* input : node->inputs().subspan(1)) text += use(input) + ", ";
  return text + ")";
}

std::string CodeWriter::unwrapOptional(const Node* node) {
  const Value* input = node->input(0);
  std::string text = use(input);
  // A plain None doesn't determine the type of the Optional.
  if (input->mustBeNone()) {
    text =
        "annotate(" + types::optionalOf(node->output()->type())->annotation() + ", " + text + ")";
  }
  return operatorName(node->kind()) + "(" + text + ")";
}

std::string CodeWriter::isinstance(const Node* node) {
  const auto& all = node->get<std::vector<types::TypePtr>>(attr::types);
  std::string text = "isinstance(" + use(node->input(0)) + ", " + (all.size() == 1 ? "" : "(");
  for (size_t i = 0; i < all.size(); ++i) {
    if (i > 0) text += ", ";
    text += all[i]->annotation();
  }
  return text + (all.size() == 1 ? ")" : "))");
}

// The empty parentheses are the scalar arguments, which compiled code does not have.
std::string CodeWriter::pythonCall(const Node* node) {
  return "^" + node->get<std::string>(attr::name) + "()(" + list(node->inputs()) + ")";
}

std::string CodeWriter::operatorCall(const Node* node) {
  std::string text = operatorName(node->kind()) + "(";
  const ops::FunctionSchema* schema = node->schema();
  if (schema == nullptr) return text + list(node->inputs()) + ")";
  const auto& formals = schema->arguments;
  if (formals.empty()) return text + ")";
  Printed printed = printedArguments(formals, node->inputs());
  for (size_t i = 0; i < printed.arguments; ++i) {
    if (i > 0) text += ", ";
    if (i < formals.size() && formals[i].keywordOnly) text += formals[i].name + "=";
    text += use(node->input(i));
  }
  for (size_t i = formals.size() - printed.outs; i < formals.size(); ++i) {
    text += ", " + formals[i].name + "=" +
            use(node->input(node->inputs().size() - (formals.size() - i)));
  }
  return text + ")";
}

}  // namespace ts::archive
