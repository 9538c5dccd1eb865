// Errors about annotations, with fixes.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/compiler/resolve/annotation_reader.h"
#include "core/compiler/resolve/namespaces.h"
#include "core/ops/edit_distance.h"
#include "core/syntax/ast_walk.h"

namespace ts::compiler {

using namespace syntax;
using diag::Edit;
using diag::Rule;

namespace {

// A TorchScript type to use in place of a Python type.
struct Replacement {
  std::string_view name;  // the last component of the Python name
  std::string_view type;
};
constexpr Replacement kReplacements[] = {
    {"Sequence", "List"},
    {"Iterable", "List"},
    {"Iterator", "List"},
    {"Collection", "List"},
    {"Set", "List"},
    {"set", "List"},
    {"FrozenSet", "List"},
    {"Deque", "List"},
    {"MutableSequence", "List"},
    {"Mapping", "Dict"},
    {"MutableMapping", "Dict"},
    {"OrderedDict", "Dict"},
    {"DefaultDict", "Dict"},
    {"defaultdict", "Dict"},
    {"Generator", "List"},
    {"deque", "List"},
};
constexpr Replacement kNameReplacements[] = {
    {"dict", "Dict[str, Tensor]"},
    {"set", "List[Tensor]"},
    {"Sequence", "List[Tensor]"},
    {"Iterable", "List[Tensor]"},
    {"Mapping", "Dict[str, Tensor]"},
    {"object", "Any"},
    {"layout", "int"},
    {"memory_format", "int"},
    {"Size", "List[int]"},
    {"Number", "float"},
    {"integer", "int"},
    {"double", "float"},
    {"string", "str"},
    {"boolean", "bool"},
    {"tensor", "Tensor"},
    {"Parameter", "Tensor"},
    {"qscheme", "int"},
};

const Replacement* find(std::span<const Replacement> table, std::string_view name) {
  std::string_view last = name.substr(name.rfind('.') + 1);
  auto entry = std::ranges::find(table, last, &Replacement::name);
  return entry == table.end() ? nullptr : &*entry;
}

constexpr std::string_view kTypeNames[] = {"Tensor",  "int",      "float", "bool", "str",
                                           "complex", "Any",      "List",  "Dict", "Tuple",
                                           "Union",   "Optional", "Future"};

// Returns the type name that this may be a misspelling of; empty when there is none.
std::string_view nearType(std::string_view name) {
  std::string_view best;
  size_t least = std::min<size_t>(3, name.size() / 2 + 1);
  for (std::string_view text : kTypeNames) {
    size_t distance = ops::editDistance(name, text, least);
    if (distance < least) least = distance, best = text;
  }
  return best;
}

std::string_view describeKind(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::Call: return "a call";
    case ExprKind::List: return "a list";
    case ExprKind::Tuple: return "a tuple";
    case ExprKind::Dict: return "a dict";
    case ExprKind::Constant:
      return as<Constant>(expr).constant == ConstantKind::Ellipsis ? "an ellipsis" : "a literal";
    case ExprKind::JoinedStr: return "an f-string";
    case ExprKind::Starred: return "a starred expression";
    case ExprKind::Lambda: return "a lambda";
    default: return "an expression";
  }
}

}  // namespace

std::string AnnotationReader::typingName(std::string_view name, std::vector<Edit>& edits) {
  std::string full = "typing." + std::string(name);
  PyRef bound = environment_.lookup(scope_, name);
  if (bound && bound->kind == PyKind::External && bound->name == full) return std::string(name);
  PyRef typing = environment_.lookup(scope_, "typing");
  if (typing && typing->kind == PyKind::Module && typing->name == "typing") return full;
  if (bound) return full;
  // Before the first import that is not from __future__.
  uint32_t at = 0;
  for (auto* stmt : scope_.module->tree->body) {
    at = stmt->span.begin;
    bool doc = stmt->kind == StmtKind::Expr;
    bool future =
        stmt->kind == StmtKind::ImportFrom && as<ImportFrom>(*stmt).module == "__future__";
    if (!doc && !future) break;
  }
  if (&file_ == scope_.module->tree->file.get()) {
    edits.push_back({{&file_, {at, at}}, fmt::format("from typing import {}\n", name)});
  }
  return std::string(name);
}

std::string AnnotationReader::unionText(const std::vector<const Expr*>& members,
                                        std::vector<Edit>& edits) {
  std::vector<std::string> texts;
  bool optional = false;
  for (auto* member : members) {
    auto* constant = dynCast<Constant>(member);
    bool none = constant && constant->constant == ConstantKind::None;
    optional = optional || none;
    if (!none) texts.emplace_back(file_.text(member->span));
  }
  std::string text =
      texts.size() == 1 ? texts[0]
                        : fmt::format("{}[{}]", typingName("Union", edits), fmt::join(texts, ", "));
  return optional ? fmt::format("{}[{}]", typingName("Optional", edits), text) : text;
}

std::string AnnotationReader::describe(const PyObject& object) const {
  switch (object.kind) {
    case PyKind::External:
      return object.name.starts_with("builtins.") ? object.name.substr(9) : object.name;
    case PyKind::Class:
      return object.cls->qualifiedName.substr(object.cls->qualifiedName.rfind('.') + 1);
    case PyKind::Constant:
      return object.constant.isString() ? "'" + object.constant.toString() + "'"
                                        : object.constant.str();
    case PyKind::Ellipsis: return "...";
    case PyKind::Opaque:
      return object.name == "UnionType" ? "a type written with |" : "a " + object.name;
    case PyKind::Alias: {
      std::vector<std::string> parts;
      for (size_t i = 1; i < object.elements.size(); ++i)
        parts.push_back(describe(*object.elements[i]));
      return fmt::format("{}[{}]", describe(*object.elements[0]), fmt::join(parts, ", "));
    }
    default: return "part of it";
  }
}

void AnnotationReader::requireDefined(const Expr& annotation) {
  if (scope_.module->importer) return;  // Python never runs an archive's code
  if (auto* name = dynCast<Name>(&annotation); name && !environment_.lookup(scope_, name->id)) {
    CompileError error(Rule::UnknownTypeName, rangeOf(annotation),
                       fmt::format("the name '{}' is not defined", name->id));
    std::vector<Edit> edits;
    if (namespaceMember("typing." + std::string(name->id))) {
      typingName(name->id, edits);
      error.fix(fmt::format("Import {} from typing", name->id), std::move(edits));
    } else if (std::string_view near = nearType(name->id); !near.empty()) {
      error.fix(fmt::format("Change to {}", near), {{rangeOf(annotation), std::string(near)}},
                /*safe=*/false);
    }
    throw error;
  }
  forEachChild(annotation, [&](const auto& child) {
    if constexpr (std::is_base_of_v<Expr, std::remove_cvref_t<decltype(child)>>)
      requireDefined(child);
  });
}

void AnnotationReader::unknownName(const Expr& at, std::string_view name) {
  CompileError error(Rule::UnknownTypeName, rangeOf(at),
                     fmt::format("TorchScript has no type '{}'", name));
  bool text = at.kind == ExprKind::Constant;
  PyRef bound = text ? nullptr : object(at);
  if (const Replacement* replacement = find(kNameReplacements, name); replacement && !text) {
    std::vector<Edit> edits;
    if (replacement->type.starts_with("List") || replacement->type.starts_with("Dict")) {
      typingName(replacement->type.substr(0, 4), edits);
    }
    edits.push_back({rangeOf(at), std::string(replacement->type)});
    error.fix(fmt::format("Use {}", replacement->type), std::move(edits), /*safe=*/false);
  } else if (bound && bound->kind == PyKind::Class && bound->cls->kind == ClassKind::NnModule) {
    error.note(
        "a module can't be passed to a function: call it as an attribute of the module that owns "
        "it");
  } else if (bound && bound->kind == PyKind::External && bound->name.starts_with("torch.nn.")) {
    error.note(
        "a module can't be passed to a function: call it as an attribute of the module that owns "
        "it");
  } else if (bound) {
    error.note(fmt::format("'{}' is {}", name,
                           bound->kind == PyKind::External || bound->kind == PyKind::Opaque ||
                                   bound->kind == PyKind::Alias
                               ? describe(*bound)
                               : "not a type that it can compile"));
  } else if (std::string_view near = nearType(name); !near.empty() && !text) {
    error.fix(fmt::format("Change to {}", near), {{rangeOf(at), std::string(near)}},
              /*safe=*/false);
  }
  throw error;
}

void AnnotationReader::unknownConstructor(const Subscript& at, std::string_view name) {
  CompileError error(Rule::UnsupportedAnnotation, rangeOf(at),
                     fmt::format("'{}' is not a generic type of TorchScript", name));
  if (const Replacement* replacement = find(kReplacements, name)) {
    std::vector<Edit> edits;
    std::string text = typingName(replacement->type, edits);
    edits.push_back({rangeOf(*at.value), text});
    error.fix(fmt::format("Use {}", replacement->type), std::move(edits), /*safe=*/false);
  } else if (name.ends_with("Callable")) {
    error.note("functions can't be passed around: call them by their names");
  } else if (name.starts_with("BroadcastingList")) {
    error.note("it can only be the type of a parameter");
  } else if (name.starts_with("typing.")) {
    // Dotted names are only looked up as Python objects, and Python does not evaluate strings.
    error.note("with a string inside, only the plain name is known: import it from typing");
  }
  throw error;
}

void AnnotationReader::unsupported(const Expr& at) {
  std::vector<const Expr*> members;
  flattenPipe(at, members);
  if (members.size() > 1) {
    CompileError error(Rule::UnsupportedAnnotation, rangeOf(at),
                       "types can't be joined with | in TorchScript");
    std::vector<Edit> edits;
    std::string text = unionText(members, edits);
    edits.push_back({rangeOf(at), text});
    error.fix(fmt::format("Write it as {}", text), std::move(edits));
    throw error;
  }
  CompileError error(Rule::UnsupportedAnnotation, rangeOf(at),
                     fmt::format("{} is not a type", describeKind(at)));
  if (describeKind(at) == "an ellipsis")
    error.note("a tuple has a fixed length: use List for any number of elements");
  if (at.kind == ExprKind::Tuple) error.note("a tuple of types is written Tuple[...]");
  if (at.kind == ExprKind::List) error.note("a list of a type is written List[...]");
  throw error;
}

void AnnotationReader::unresolvable(const Expr& at, const PyObject& part) {
  CompileError error(
      Rule::UnsupportedAnnotation, rangeOf(at),
      fmt::format("{} in this annotation is not a type of TorchScript", describe(part)));
  if (part.kind == PyKind::Constant && part.constant.isString()) {
    error.note("a string in an alias is not looked up: name the type itself");
  } else if (part.kind == PyKind::Alias && part.elements[0]->name.starts_with("builtins.")) {
    error.note("here PyTorch 1.13 knows only typing's List, Dict and Tuple");
  } else if (part.kind == PyKind::Ellipsis) {
    error.note("a tuple has a fixed length: use List for any number of elements");
  }
  throw error;
}

void AnnotationReader::bare(const Expr& at, std::string_view container) {
  struct Example {
    std::string_view container;
    std::string_view arguments;
  };
  static constexpr Example kExamples[] = {
      {"Dict", "[str, Tensor]"}, {"Union", "[int, float]"}, {"Tuple", "[Tensor, Tensor]"}};
  auto* example = std::ranges::find(kExamples, container, &Example::container);
  std::string arguments(example == std::end(kExamples) ? "[Tensor]" : example->arguments);
  if (!environment_.lookup(scope_, "Tensor") && environment_.lookup(scope_, "torch")) {
    for (size_t at = arguments.find("Tensor"); at != arguments.npos;
         at = arguments.find("Tensor", at + 12))
      arguments.insert(at, "torch.");
  }
  CompileError error(Rule::BareContainer, rangeOf(at),
                     fmt::format("{} does not declare its element types", container));
  if (at.kind == ExprKind::Name || at.kind == ExprKind::Attribute) {
    error.fix(fmt::format("Write {}{}", file_.text(at.span), arguments),
              {{{&file_, {at.span.end, at.span.end}}, arguments}}, /*safe=*/false);
  } else {
    error.note(fmt::format("write its element types, as in {}{}", container, arguments));
  }
  throw error;
}

void AnnotationReader::wrongCount(const Subscript& at, std::string_view name, size_t wanted,
                                  size_t count) {
  throw CompileError(Rule::WrongTypeArgumentCount, rangeOf(at),
                     fmt::format("{} takes {} type{}, not {}", name, wanted == 1 ? "one" : "two",
                                 wanted == 1 ? "" : "s", count));
}

}  // namespace ts::compiler
