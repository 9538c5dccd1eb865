// Rewrites of names, attributes, arguments and conditions.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/fixes/fix_functions.h"
#include "core/fixes/known_imports.h"
#include "core/fixes/line_edits.h"
#include "core/ops/nearest_names.h"

namespace ts::fixes {

using namespace syntax;
using types::TypeKind;

namespace {

struct Rename {
  std::string_view from;
  std::string_view to;
};
// NumPy's argument names, which PyTorch's Python functions accept and its schemas do not.
constexpr Rename kKeywords[] = {{"axis", "dim"}, {"keepdims", "keepdim"}};
// Tensor methods that exist only in Python, with an equivalent call.
constexpr Rename kTensorMethods[] = {
    {"bfloat16", "to(torch.bfloat16)"},
    {"bool", "to(torch.bool)"},
    {"ndimension", "dim()"},
    {"nelement", "numel()"},
};
// Functions of one argument; the braces are replaced by the argument.
constexpr Rename kFunctions[] = {{"math.exp2", "math.pow(2.0, {})"},
                                 {"math.log2", "math.log({}) / math.log(2.0)"},
                                 {"math.trunc", "int({})"}};

template <size_t N>
std::string_view find(const Rename (&table)[N], std::string_view name) {
  auto row = std::ranges::find(table, name, &Rename::from);
  return row == std::end(table) ? std::string_view() : row->to;
}

// Returns the call whose callee is at the diagnostic.
const Call* callOf(const FixContext& context) {
  for (auto step = context.path().rbegin(); step != context.path().rend() && step->expr; ++step) {
    if (const auto* call = dynCast<Call>(step->expr)) return call;
  }
  return nullptr;
}

}  // namespace

MaybeFix importName(const FixContext& context) {
  const auto* name = dynCast<Name>(context.expr());
  if (!name || context.isBoundInModule(name->id)) return std::nullopt;
  const std::string statement = knownImport(name->id).statement;
  if (statement.empty()) return std::nullopt;
  return fix(fmt::format("Add '{}'", statement), {importEdit(context.tree, statement)});
}

// Names of fewer characters are near too many others.
constexpr size_t kLeastRespelt = 3;
// Python's functions and types that scripts use.
constexpr std::string_view kPythonNames[] = {
    "abs",       "all",      "any",     "bool",    "chr",  "complex", "dict",  "divmod",
    "enumerate", "float",    "getattr", "hasattr", "hash", "hex",     "int",   "isinstance",
    "len",       "list",     "max",     "min",     "oct",  "ord",     "pow",   "print",
    "range",     "reversed", "round",   "sorted",  "str",  "sum",     "tuple", "zip"};

MaybeFix respellName(const FixContext& context) {
  const auto* name = dynCast<Name>(context.expr());
  const FunctionDef* function = context.function();
  if (!name || !function || name->id.size() < kLeastRespelt) return std::nullopt;
  const Names bound = boundIn(static_cast<const Stmt&>(*function));
  std::vector<std::string_view> names(std::begin(kPythonNames), std::end(kPythonNames));
  names.insert(names.end(), bound.begin(), bound.end());
  for (const Stmt* stmt : context.tree.body)
    if (stmt->kind == StmtKind::FunctionDef) names.push_back(as<FunctionDef>(*stmt).name.text);
  const std::vector<std::string_view> near = ops::nearestNames(name->id, names);
  if (near.size() != 1) return std::nullopt;
  return unsafeFix(fmt::format("Write '{}'", near[0]),
                   {context.replace(name->span, std::string(near[0]))});
}

MaybeFix inlineGlobal(const FixContext& context) {
  const auto* name = dynCast<Name>(context.expr());
  const auto* assign = name ? dynCast<Assign>(context.definition(name->id)) : nullptr;
  if (!assign || assign->targets.size() != 1 || assign->targets[0]->kind != ExprKind::Name)
    return std::nullopt;
  const Expr* literal = assign->value;
  if (const auto* minus = dynCast<UnaryOp>(literal); minus && minus->op == UnaryOperator::USub)
    literal = minus->operand;
  const auto* constant = dynCast<Constant>(literal);
  if (!constant || constant->constant == ConstantKind::Bytes ||
      constant->constant == ConstantKind::Ellipsis)
    return std::nullopt;
  bool isChanged = false;
  for (const Stmt* stmt : context.tree.body) {
    DeepVisitor{[&](const Stmt& inner) {
                  if (inner.kind != StmtKind::Global) return true;
                  for (const Identifier& declared : as<NameList>(inner).names)
                    isChanged |= declared.text == name->id;
                  return true;
                },
                [](const Expr&) { return false; }}(*stmt);
  }
  if (isChanged) return std::nullopt;
  std::string text(context.text(*assign->value));
  // The string's quotes could end the enclosing f-string.
  bool inString = std::ranges::any_of(context.path(), [](const FixContext::PathNode& step) {
    return step.expr && step.expr->kind == ExprKind::JoinedStr;
  });
  if (inString && constant->constant == ConstantKind::Str) return std::nullopt;
  return fix("Write the constant here",
             {context.replace(name->span, literal == assign->value ? text : "(" + text + ")")});
}

namespace {

// The expressions that the diagnostic points at: the expression of its span and its operands.
std::vector<const Expr*> pointedAt(const FixContext& context) {
  std::vector<const Expr*> candidates;
  for (const diag::Label& label : context.diagnostic.labels) {
    if (label.range.file == &context.file) candidates.push_back(context.exprAt(label.range.span));
  }
  candidates.push_back(context.expr());
  if (const auto* compare = dynCast<Compare>(context.expr()))
    candidates.insert(candidates.end(), {compare->left, compare->comparators[0]});
  if (const auto* binary = dynCast<BinOp>(context.expr()))
    candidates.insert(candidates.end(), {binary->left, binary->right});
  return candidates;
}

// Returns the variable whose type is Optional where None is not allowed.
const Name* optionalName(const FixContext& context) {
  std::vector<const Expr*> candidates = pointedAt(context);
  if (const auto* back = context.stmtAs<Return>()) candidates.push_back(back->value);
  if (context.stmt() && context.stmt()->kind == StmtKind::For)
    candidates.push_back(as<For>(*context.stmt()).iter);
  for (const Expr* expr : candidates) {
    // x.shape or x[0], where x may be None.
    while (expr && (expr->kind == ExprKind::Attribute || expr->kind == ExprKind::Subscript)) {
      if (types::TypePtr type = context.typeOf(*expr); type && types::isOptionalLike(type))
        return nullptr;
      expr = expr->kind == ExprKind::Attribute ? as<Attribute>(*expr).value
                                               : as<Subscript>(*expr).value;
    }
    const auto* name = dynCast<Name>(expr);
    types::TypePtr type = name ? context.typeOf(*name) : nullptr;
    if (type && types::isOptionalLike(type)) return name;
  }
  return nullptr;
}

// Rewrites every "x == None" and "x != None" of the function to a test that refines the type.
std::vector<diag::Edit> identityTests(const FixContext& context, std::string_view variable) {
  std::vector<diag::Edit> edits;
  eachExpr(static_cast<const Stmt&>(*context.function()), [&](const Expr& expr) {
    const auto* compare = dynCast<Compare>(&expr);
    if (!compare || compare->ops.size() != 1 || !isNone(*compare->comparators[0])) return;
    const auto* left = dynCast<Name>(compare->left);
    bool equal = compare->ops[0] == CompareOperator::Eq;
    if (!left || left->id != variable || (!equal && compare->ops[0] != CompareOperator::NotEq))
      return;
    edits.push_back(context.replace({left->span.end, compare->comparators[0]->span.begin},
                                    equal ? " is " : " is not "));
  });
  return edits;
}

}  // namespace

namespace {

// Returns the attribute of self that may be None; null when there is none.
const Attribute* optionalAttribute(const FixContext& context) {
  for (const Expr* expr : pointedAt(context)) {
    // self.y.shape, where self.y may be None.
    while (const auto* attribute = dynCast<Attribute>(expr)) {
      const auto* self = dynCast<Name>(attribute->value);
      if (self && self->id == "self") return attribute;
      expr = attribute->value;
    }
  }
  return nullptr;
}

// Replaces the attribute below the node by a variable. Returns the name of the variable; empty when
// the node sets the attribute.
template <typename Node>
std::string useCopy(const FixContext& context, const Attribute& attribute, const Node& node,
                    std::vector<diag::Edit>& edits) {
  const std::string_view source = context.text(attribute);
  std::string name = context.freshName(attribute.attr.text);
  bool isSet = false;
  eachExpr(node, [&](const Expr& expr) {
    if (expr.kind != ExprKind::Attribute || context.text(expr) != source) return;
    isSet |= as<Attribute>(expr).ctx != Context::Load;
    edits.push_back(context.replace(expr.span, name));
  });
  return isSet ? std::string() : name;
}

// Copies the attribute to a local variable in the innermost enclosing "if self.y is not None:"
// whose body does not set the attribute.
MaybeFix copyAttribute(const FixContext& context, const Attribute& attribute) {
  std::string_view source = context.text(attribute);
  const If* test = nullptr;
  for (const FixContext::PathNode& step : context.path()) {
    const auto* branch = dynCast<If>(step.stmt);
    const auto* compare = branch ? dynCast<Compare>(branch->test) : nullptr;
    if (!compare || compare->ops.size() != 1 || compare->ops[0] != CompareOperator::IsNot ||
        !isNone(*compare->comparators[0]))
      continue;
    if (context.text(*compare->left) == source &&
        context.span.begin < branch->body.back()->span.end)
      test = branch;
  }
  if (!test) return std::nullopt;
  std::vector<diag::Edit> edits;
  const std::string name = useCopy(context, attribute, *test->test, edits);
  bool isSet = name.empty();
  for (const Stmt* stmt : test->body) isSet |= useCopy(context, attribute, *stmt, edits).empty();
  auto copy = insertBefore(context, *test, {fmt::format("{} = {}", name, source)});
  if (isSet || !copy) return std::nullopt;
  edits.push_back(*copy);
  // Unsafe: a call in the body could set the attribute, which the copy would not see.
  return unsafeFix("Test a local copy of the attribute", std::move(edits));
}

// Copies the attribute to a local variable before the statement, and asserts that it is not None.
MaybeFix assertCopy(const FixContext& context, const Attribute& attribute) {
  const Stmt& stmt = *context.stmt();
  std::vector<diag::Edit> edits;
  const std::string name = useCopy(context, attribute, stmt, edits);
  if (stmt.kind == StmtKind::While || name.empty()) return std::nullopt;
  auto before = insertBefore(context, stmt,
                             {fmt::format("{} = {}", name, context.text(attribute)),
                              fmt::format("assert {} is not None", name)});
  if (!before) return std::nullopt;
  edits.push_back(*before);
  return unsafeFix(fmt::format("Assert that '{}' is not None", context.text(attribute)),
                   std::move(edits));
}

}  // namespace

MaybeFix assertNotNone(const FixContext& context) {
  if (!context.function() || !context.stmt()) return std::nullopt;
  const Name* name = optionalName(context);
  if (!name) {
    const Attribute* attribute = optionalAttribute(context);
    if (!attribute) return std::nullopt;
    const MaybeFix copied = copyAttribute(context, *attribute);
    return copied ? copied : assertCopy(context, *attribute);
  }
  if (auto edits = identityTests(context, name->id); !edits.empty())
    return fix("Test with `is`", std::move(edits));
  const Stmt& stmt = *context.stmt();
  if (stmt.kind == StmtKind::While) return std::nullopt;
  auto before = insertBefore(context, stmt, {fmt::format("assert {} is not None", name->id)});
  if (!before) return std::nullopt;
  return unsafeFix(fmt::format("Assert that '{}' is not None", name->id), {*before});
}

MaybeFix skipNone(const FixContext& context) {
  const Stmt* stmt = context.stmt();
  const Name* name = optionalName(context);
  // Without the statement, later code must have the same names.
  const bool bindsNothing =
      stmt && (stmt->kind == StmtKind::Expr || stmt->kind == StmtKind::AugAssign ||
               stmt->kind == StmtKind::For);
  if (!name || !bindsNothing || !standsAlone(context.file, *stmt)) return std::nullopt;
  if (stmt->kind == StmtKind::AugAssign && context.text(*as<AugAssign>(*stmt).target) == name->id)
    return std::nullopt;
  const Span lines = wholeLines(context.file, stmt->span);
  const std::string indent(indentationAt(context.file, stmt->span.begin));
  const auto inner = reindented(context.file, lines, indent, indent + "    ");
  if (!inner) return std::nullopt;
  return unsafeFix(
      fmt::format("Skip it if '{}' is None", name->id),
      {context.replace(lines, fmt::format("{}if {} is not None:\n{}", indent, name->id, *inner))});
}

MaybeFix writeTest(const FixContext& context) {
  const auto* name = dynCast<Name>(context.expr());
  types::TypePtr type = name ? context.typeOf(*name) : nullptr;
  if (!type) return std::nullopt;
  bool optional = type->is(TypeKind::Optional);
  if (optional) type = type->contained()[0];
  std::string test;
  switch (type->kind()) {
    case TypeKind::List:
    case TypeKind::Dict:
    case TypeKind::String: test = fmt::format("len({}) > 0", name->id); break;
    case TypeKind::Int:
    case TypeKind::Float: test = fmt::format("{} != 0", name->id); break;
    case TypeKind::Bool: test = std::string(name->id); break;
    case TypeKind::Tensor: test = fmt::format("bool({})", name->id); break;
    default: return std::nullopt;
  }
  if (optional) test = fmt::format("{} is not None and {}", name->id, test);
  // `x or 3` has a value other than a bool, and `not` and `or` have other precedences than `and`.
  const Expr* parent = context.parent(*name);
  bool asValue = parent && parent->kind == ExprKind::BoolOp &&
                 context.stmt()->kind != StmtKind::If && context.stmt()->kind != StmtKind::While;
  if (asValue) return std::nullopt;
  return fix("Write the test explicitly",
             {context.replace(name->span, parent ? "(" + test + ")" : test)});
}

MaybeFix castRangeArgument(const FixContext& context) {
  const auto* call = dynCast<Call>(context.expr());
  if (!call) return std::nullopt;
  std::vector<diag::Edit> edits;
  for (const Expr* argument : call->args) {
    types::TypePtr type = context.typeOf(*argument);
    if (!type || !type->is(TypeKind::Tensor)) continue;
    edits.push_back(context.insert(argument->span.begin, "int("));
    edits.push_back(context.insert(argument->span.end, ")"));
  }
  if (edits.empty()) return std::nullopt;
  return fix("Make it an int", std::move(edits));
}

MaybeFix useKnownMethod(const FixContext& context) {
  const auto* attribute = dynCast<Attribute>(context.expr());
  const Call* call = callOf(context);
  if (!attribute || !call || call->func != attribute) return std::nullopt;
  if (std::string_view function = find(kFunctions, context.text(*attribute));
      !function.empty() && call->args.size() == 1) {
    std::string text = fmt::format(fmt::runtime(function), context.text(*call->args[0]));
    bool isOperand = context.parent(*call) && function.find('/') != function.npos;
    return fix(fmt::format("Write {}", text),
               {context.replace(call->span, isOperand ? "(" + text + ")" : text)});
  }
  types::TypePtr type = context.typeOf(*attribute->value);
  std::string_view method = find(kTensorMethods, attribute->attr.text);
  if (!type || !type->is(TypeKind::Tensor) || method.empty() || !call->args.empty() ||
      !call->keywords.empty())
    return std::nullopt;
  if (method.find("torch.") != method.npos && !context.isBoundInModule("torch"))
    return std::nullopt;
  return fix(fmt::format("Use {}", method),
             {context.replace({attribute->attr.span.begin, call->span.end}, std::string(method))});
}

MaybeFix renameKeyword(const FixContext& context) {
  const Call* call = callOf(context);
  if (!call) return std::nullopt;
  // Only for operators: a function of the program may have its own parameter `axis`.
  const auto* callee = dynCast<Attribute>(call->func);
  bool isTensor = callee && context.typeOf(*callee->value) &&
                  context.typeOf(*callee->value)->is(TypeKind::Tensor);
  if (!callee || (!isTensor && context.text(*callee->value) != "torch")) return std::nullopt;
  std::vector<diag::Edit> edits;
  for (const Keyword* keyword : call->keywords) {
    if (std::string_view name = find(kKeywords, keyword->arg.text); !name.empty()) {
      edits.push_back(context.replace(keyword->arg.span, std::string(name)));
    }
  }
  if (edits.empty()) return std::nullopt;
  return fix("Use PyTorch's names", std::move(edits));
}

MaybeFix reverseBySlice(const FixContext& context) {
  const Call* call = callOf(context);
  const auto* callee = call ? dynCast<Name>(call->func) : nullptr;
  if (!callee || callee->id != "reversed" || call->args.size() != 1) return std::nullopt;
  const Expr& argument = *call->args[0];
  if (argument.kind != ExprKind::Name && argument.kind != ExprKind::Attribute) return std::nullopt;
  types::TypePtr type = context.typeOf(argument);
  if (type && !type->is(TypeKind::List)) return std::nullopt;
  if (!type) {
    // The refused call's arguments have no types, so look at the parameter's annotation.
    const auto* name = dynCast<Name>(&argument);
    const FunctionDef* function = context.function();
    auto isList = [&](const Arg* arg) {
      return name && arg->arg.text == name->id && arg->annotation &&
             context.text(*arg->annotation).find("ist[") < 8;
    };
    if (!function || !std::ranges::any_of(function->args->args, isList)) return std::nullopt;
  }
  return fix("Reverse it with a slice",
             {context.replace(call->span, fmt::format("{}[::-1]", context.text(argument)))});
}

MaybeFix renameReserved(const FixContext& context) {
  const auto* name = dynCast<Name>(context.expr());
  const FunctionDef* function = context.function();
  if (!name || !function || !boundIn(*function).contains(name->id)) return std::nullopt;
  std::string_view wanted =
      name->id.substr(std::min(name->id.find_first_not_of('_'), name->id.size() - 1));
  std::string fresh = context.freshName(wanted);
  std::vector<diag::Edit> edits;
  eachExpr(static_cast<const Stmt&>(*function), [&](const Expr& expr) {
    if (const auto* use = dynCast<Name>(&expr); use && use->id == name->id)
      edits.push_back(context.replace(use->span, fresh));
  });
  for (const Arg* arg : function->args->args) {
    if (arg->arg.text == name->id) return std::nullopt;  // callers may pass it as a keyword
  }
  return fix(fmt::format("Rename it to '{}'", fresh), std::move(edits));
}

MaybeFix spellOutDebugString(const FixContext& context) {
  for (const FixContext::PathNode& step : context.path()) {
    const auto* value = dynCast<FormattedValue>(step.expr);
    if (!value || value->span != context.span || value->formatSpec) continue;
    std::string_view text = context.text(*value);
    std::string_view inside = context.text(*value->value);
    std::string_view tail = context.file.text({value->value->span.end, value->span.end - 1});
    bool isDebug = tail.find('=') != tail.npos && tail.find_first_not_of(" =") == tail.npos;
    if (!isDebug || inside.find_first_of("{}'\"") != inside.npos) return std::nullopt;
    // Unsafe: f"{x=}" shows repr(), with quotes for a string; the rewrite shows str().
    return unsafeFix(
        "Write the name and the value",
        {context.replace(value->span,
                         fmt::format("{}{{{}}}", text.substr(1, text.size() - 2), inside))});
  }
  return std::nullopt;
}

}  // namespace ts::fixes
