#include "core/compiler/emit/mismatch_messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include "core/compiler/emit/symbols.h"
#include "core/ir/kinds.h"
#include "core/types/distinct_names.h"

namespace ts::compiler {

using diag::Rule;
using ir::TypePtr;
using ops::Argument;
using types::TypeKind;

namespace {

// True when the argument would match if it could not be None.
bool fitsWithoutNone(const Mismatch& m) {
  if (m.kind != Mismatch::Kind::Type || !types::isOptionalLike(m.actual)) return false;
  TypePtr rest = types::subtract(m.actual, types::noneType());
  if (!rest) return false;
  types::TypeBindings bindings;
  return m.formal->type->hasFreeVariables()
             ? types::matchVariables(m.formal->type, rest, bindings) != nullptr
             : types::isSubtype(rest, m.formal->type);
}

Rule ruleFor(const Mismatch& m) {
  switch (m.kind) {
    case Mismatch::Kind::Type:
      return fitsWithoutNone(m) ? Rule::OptionalNotRefined : Rule::WrongArgumentType;
    case Mismatch::Kind::Missing: return Rule::MissingArgument;
    case Mismatch::Kind::TooMany: return Rule::TooManyArguments;
    case Mismatch::Kind::UnknownKeyword: return Rule::UnknownKeyword;
    case Mismatch::Kind::TwiceGiven: return Rule::ArgumentGivenTwice;
  }
  return Rule::WrongArgumentType;
}

// ---- the user's expressions

// Returns "`x` is int", or "this is int" for an expression that is not short. `wanted`: the type
// that it is set against.
std::string shownWithType(SourceRange at, TypePtr type, TypePtr wanted) {
  const std::string text = quoted(at);
  return fmt::format("{} is {}", text.empty() ? "this" : text,
                     types::annotationBeside(type, wanted));
}

// Returns the expression before the method's name: `x` for the range of `x.append`.
SourceRange receiverOf(SourceRange method) {
  if (!method.file) return {};
  const std::string_view text = method.file->text(method.span);
  const size_t dot = text.rfind('.');
  const bool isPlain = dot != text.npos && text.find_first_of(" ()\r\n", dot) == text.npos;
  if (isPlain)
    method.span.end =
        method.span.begin + static_cast<uint32_t>(text.find_last_not_of(' ', dot - 1) + 1);
  return method;
}

// Spells a type without the variables of a schema: "List" for t[].
std::string spelled(TypePtr type) {
  if (!type->hasFreeVariables()) return type->annotation();
  switch (type->kind()) {
    case TypeKind::List: return "List";
    case TypeKind::Dict: return "Dict";
    case TypeKind::Tuple: return "Tuple";
    case TypeKind::Optional: return fmt::format("Optional[{}]", spelled(type->element()));
    case TypeKind::Future: return "Future";
    default: return "another type";
  }
}

// ---- lists and dicts

// An operator that takes a container first, and the end of the sentence about an argument that does
// not fit; empty for an index.
struct ContainerUse {
  std::string_view symbol, formal, cannot;
};
constexpr ContainerUse kContainerUses[] = {
    {"aten::append", "el", "can't be appended to it"},
    {"aten::insert", "el", "can't be inserted into it"},
    {"aten::insert", "idx", "isn't a position in it"},
    {"aten::remove", "el", "can't be in it"},
    {"aten::index", "el", "can't be in it"},
    {"aten::count", "el", "can't be in it"},
    {"aten::extend", "other", "can't be appended to it"},
    {"aten::pop", "idx", "isn't a position in it"},
    {"aten::pop", "key", "can't be one of its keys"},
    {"aten::get", "key", "can't be one of its keys"},
    {"aten::get", "default_value", "can't be one of its values"},
    {"aten::setdefault", "key", "can't be one of its keys"},
    {"aten::setdefault", "default_value", "can't be one of its values"},
    {"aten::update", "to_add", "can't be merged into it"},
    {"aten::_set_item", "el", "can't be stored in it"},
    {"aten::_set_item", "v", "can't be stored in it"},
    {"aten::_set_item", "idx", ""},
    {"aten::_set_item", "key", ""},
    {"aten::__getitem__", "idx", ""},
    {"aten::__getitem__", "key", ""},
    {"aten::__getitem__", "index", ""},
    {"aten::Delete", "idx", ""},
    {"aten::Delete", "key", ""},
};

const ContainerUse* containerUse(const Mismatch& m) {
  const auto* entry = std::ranges::find_if(kContainerUses, [&](const ContainerUse& use) {
    return use.symbol == m.schema->name && use.formal == m.formal->name;
  });
  return entry == std::end(kContainerUses) ? nullptr : entry;
}

bool isContainer(TypePtr type) {
  return type->is(TypeKind::List) || type->is(TypeKind::Dict) || type->is(TypeKind::String);
}

// Returns the type that the container would need for the argument; empty when it would not help.
std::string neededType(const Mismatch& m, TypePtr container) {
  const std::string text = m.actual->annotation();
  if (m.actual->is(TypeKind::None) || !m.formal->type->is(TypeKind::Var)) return {};
  if (container->is(TypeKind::List)) return fmt::format("List[{}]", text);
  if (container->is(TypeKind::Dict) && m.formal->name == "v")
    return fmt::format("Dict[{}, {}]", container->element(0)->annotation(), text);
  return {};
}

// Returns the node that made the value of a variable, looking through loads from the last store
// above them; null when there is none.
const ir::Node* originOf(const ir::Value* value) {
  const ir::Node* node = value->node();
  constexpr int kMostSteps = 10'000;  // a search for a message must not take long
  for (int steps = 0; node && node->is(ir::prim::Load);) {
    const ir::Name* variable = node->variable();
    const ir::Node* before = node;
    do {
      const bool isFirst = before == before->owningBlock()->paramNode();
      before = isFirst ? before->owningBlock()->owningNode() : before->prev();
      if (++steps > kMostSteps) return nullptr;
    } while (before && !(before->is(ir::prim::Store) && before->variable() == variable));
    node = before ? before->input(0)->node() : nullptr;
  }
  return node;
}

// Adds the place where the container got its type, if that is an empty literal.
void noteOrigin(CompileError& error, const Mismatch& m, const NamedValue& container,
                const std::string& name) {
  const ir::Node* node = container.value ? originOf(container.value) : nullptr;
  const std::string needed = neededType(m, container.type());
  if (!node || needed.empty() || !node->range() || !node->inputs().empty()) return;
  const std::string literal = quoted(node->range());
  if (literal != "`[]`" && literal != "`{}`") return;
  error.note(fmt::format("{} got this type from {}: annotate it as `{}`", name, literal, needed),
             node->range());
}

// The sentence about a list, dict or string and an argument that does not fit it.
std::optional<CompileError> explainContainer(const Mismatch& m, SourceRange at,
                                             const CallArguments& arguments,
                                             const NamedValue* self) {
  if (m.kind != Mismatch::Kind::Type || ruleFor(m) != Rule::WrongArgumentType) return std::nullopt;
  const ContainerUse* use = containerUse(m);
  const NamedValue* container = self                           ? self
                                : arguments.positional.empty() ? nullptr
                                                               : &arguments.positional[0];
  if (!use || !container || !isContainer(container->type())) return std::nullopt;
  const SourceRange receiver = self ? receiverOf(self->at) : container->at;
  std::string name = quoted(receiver);
  if (name.empty() || receiver == at || receiver == m.at)
    name = container->type()->is(TypeKind::List)   ? "this list"
           : container->type()->is(TypeKind::Dict) ? "this dict"
                                                   : "this str";
  const std::string argument = m.at == at ? std::string() : quoted(m.at);
  const std::string value = argument.empty()
                                ? "a value of type " + m.actual->annotation()
                                : fmt::format("{}, which is {},", argument, m.actual->annotation());
  const std::string type = container->type()->annotation();
  CompileError error(ruleFor(m), at,
                     use->cannot.empty()
                         ? fmt::format("{} is {}, which can't be indexed with {}", name, type,
                                       m.actual->annotation())
                         : fmt::format("{} is {}, so {} {}", name, type, value, use->cannot));
  noteOrigin(error, m, *container, name);
  return error;
}

// ---- other calls

// Returns "its argument 'dim'", or "its input" for the argument that schemas call self.
std::string shownFormal(const Mismatch& m) {
  return m.formal->name == "self" ? "its input" : fmt::format("its argument '{}'", m.formal->name);
}

// Returns the callee as the user wrote it, such as `x.sum` or `torch.sum`; the method's or the
// operator's name when the call is written differently, such as an f-string.
std::string shownCallee(const CalleeName& name, SourceRange at, bool isMethod) {
  const std::string written = quoted(at);
  const bool isDotted = std::ranges::all_of(written, [](char c) {
    return c == '`' || c == '.' || c == '_' || std::isalnum(static_cast<unsigned char>(c));
  });
  if (!name.symbol) return name.text();
  if (isDotted && !written.empty()) return written;
  return isMethod ? fmt::format("method '{}'", name.symbol.name()) : name.text();
}

// Returns whether the callee is written in TorchScript or Python, so that its parameters have the
// names that its source gives them.
bool isUserFunction(const CalleeName& name) { return !name.symbol; }

std::string describe(const Mismatch& m, const CalleeName& name, SourceRange at, bool isMethod) {
  const std::string callee = shownCallee(name, at, isMethod);
  switch (m.kind) {
    case Mismatch::Kind::Type:
      if (isUserFunction(name))
        return fmt::format("argument '{}' of {} must be {}, but {}", m.formal->name, callee,
                           m.wanted->hasFreeVariables()
                               ? spelled(m.wanted)
                               : types::annotationBeside(m.wanted, m.actual),
                           shownWithType(m.at, m.actual, m.wanted));
      return fmt::format("{} takes {} as {}, but {}", callee, spelled(m.wanted), shownFormal(m),
                         shownWithType(m.at, m.actual, m.wanted));
    case Mismatch::Kind::Missing:
      return fmt::format(
          "{} needs a value for {}", callee,
          isUserFunction(name) ? fmt::format("its argument '{}'", m.formal->name) : shownFormal(m));
    case Mismatch::Kind::TooMany:
      return fmt::format("{} takes at most {} positional argument{}, but {} are given", callee,
                         m.expected, m.expected == 1 ? "" : "s", m.passed);
    case Mismatch::Kind::UnknownKeyword:
      return fmt::format("{} has no argument named '{}'", callee, m.keyword);
    case Mismatch::Kind::TwiceGiven:
      return fmt::format("argument '{}' of {} is given twice", m.keyword, callee);
  }
  return {};
}

// Returns "int and str" for the operands of an operator.
std::string operandTypes(const CallArguments& arguments, const NamedValue* self) {
  std::string text = self ? self->type()->annotation() : std::string();
  for (const NamedValue& operand : arguments.positional)
    text += fmt::format("{}{}", text.empty() ? "" : " and ", operand.type()->annotation());
  return text;
}

// Returns whether the schema can be shown as Python would write it.
bool isPythonic(const ops::FunctionSchema& schema) {
  return std::ranges::none_of(schema.arguments,
                              [](const Argument& a) { return a.type->hasFreeVariables(); });
}

// Spells a schema as Python would declare the function: "torch.sum(input: Tensor, dim: int)".
std::string pythonSignature(const ops::FunctionSchema& schema, const CalleeName& name) {
  std::string text;
  bool keywordOnly = false;
  for (const Argument& argument : schema.arguments) {
    if (!text.empty()) text += ", ";
    if (argument.keywordOnly && !std::exchange(keywordOnly, true)) text += "*, ";
    const bool isInput = name.symbol && argument.name == "self";
    text += fmt::format("{}: {}", isInput ? "input" : argument.name, argument.type->annotation());
    if (argument.defaultValue) text += " = ...";
  }
  const std::string callee = name.symbol ? shownName(name.symbol) : std::string(name.function);
  return fmt::format("{}({})", callee, text);
}

}  // namespace

std::string shownName(Symbol name) {
  return name.ns() == "aten" ? "torch." + std::string(name.name()) : std::string(name.name());
}

int closeness(const Mismatch& m) {
  int score = static_cast<int>(m.matched) * 4;
  switch (m.kind) {
    case Mismatch::Kind::Type: score += 6; break;
    case Mismatch::Kind::UnknownKeyword: score += 5; break;
    case Mismatch::Kind::TwiceGiven: score += 4; break;
    case Mismatch::Kind::TooMany: score += 1; break;
    case Mismatch::Kind::Missing: score += 0; break;
  }
  if (fitsWithoutNone(m)) score += 3;
  bool out = std::any_of(m.schema->arguments.begin(), m.schema->arguments.end(),
                         [](const Argument& a) { return a.name == "out" && a.keywordOnly; });
  return out ? score - 40 : score;
}

std::string CalleeName::text() const {
  if (isOperator()) return fmt::format("operator {}", sign);
  return fmt::format("'{}'", symbol ? shownName(symbol) : std::string(function));
}

CompileError explain(const Mismatch& m, SourceRange at, const CalleeName& name, size_t overloads,
                     const CallArguments& arguments, const NamedValue* self) {
  std::optional<CompileError> ofContainer;
  if (!name.isOperator()) ofContainer = explainContainer(m, at, arguments, self);
  const bool isOfContainer = ofContainer.has_value();
  CompileError error =
      isOfContainer
          ? std::move(*ofContainer)
          : CompileError(ruleFor(m), at,
                         name.isOperator() ? fmt::format("{} can't be applied to {}", name.text(),
                                                         operandTypes(arguments, self))
                                           : describe(m, name, at, self != nullptr));
  if (m.at && m.at != at) {
    error.label(m.at, m.kind == Mismatch::Kind::Type
                          ? fmt::format("this is {}", types::annotationBeside(m.actual, m.wanted))
                          : "here");
  }
  if (error.diagnostic.rule == Rule::OptionalNotRefined)
    error.note("it may be None here: test it with `is not None` first, on a local variable");
  const bool comparesNone =
      (name.sign == "==" || name.sign == "!=") && m.actual && m.actual->is(TypeKind::None);
  if (comparesNone) error.note("use `is` or `is not` to compare with None");
  if (m.isUndefined) {
    error.note(fmt::format("its default None is not a Tensor: annotate '{}' as Optional[Tensor]",
                           m.formal->name));
  }
  if (isOfContainer || name.isOperator()) return error;
  if (!m.why.empty() && !m.formal->type->hasFreeVariables()) error.note(m.why);
  if (!isPythonic(*m.schema)) return error;
  const std::string signature = pythonSignature(*m.schema, name);
  error.note(overloads > 1
                 ? fmt::format("the closest of its {} overloads is {}", overloads, signature)
                 : fmt::format("its signature is {}", signature));
  return error;
}

}  // namespace ts::compiler
