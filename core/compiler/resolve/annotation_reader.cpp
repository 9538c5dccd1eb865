#include "core/compiler/resolve/annotation_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/base/torch_profile.h"
#include "core/compiler/resolve/archive_names.h"
#include "core/compiler/resolve/namespaces.h"
#include "core/syntax/parser.h"

namespace ts::compiler {

using namespace syntax;
using diag::Rule;
using types::TypeKind;
using types::TypePtr;

namespace {

struct BasicName {
  std::string_view name;
  TypeKind kind;
};
constexpr BasicName kBasicNames[] = {
    {"Tensor", TypeKind::Tensor},
    {"LongTensor", TypeKind::Tensor},
    {"DoubleTensor", TypeKind::Tensor},
    {"FloatTensor", TypeKind::Tensor},
    {"IntTensor", TypeKind::Tensor},
    {"ShortTensor", TypeKind::Tensor},
    {"HalfTensor", TypeKind::Tensor},
    {"CharTensor", TypeKind::Tensor},
    {"ByteTensor", TypeKind::Tensor},
    {"BoolTensor", TypeKind::Tensor},
    {"int", TypeKind::Int},
    {"float", TypeKind::Float},
    {"bool", TypeKind::Bool},
    {"complex", TypeKind::Complex},
    {"str", TypeKind::String},
    {"Device", TypeKind::Device},
    {"Stream", TypeKind::Stream},
    {"number", TypeKind::Number},
    {"None", TypeKind::None},
    {"NoneType", TypeKind::None},
    {"Any", TypeKind::Any},
    {"Capsule", TypeKind::Capsule},
    {"list", TypeKind::AnyList},
    {"tuple", TypeKind::AnyTuple},
    {"Generator", TypeKind::Generator},
};

// The limit on the nesting of annotations, about as high as the parser's.
constexpr int kMostNestedTypes = 200;

constexpr TypeKind kKeyKinds[] = {
    TypeKind::Int,    TypeKind::Float, TypeKind::Complex, TypeKind::Tensor, TypeKind::Device,
    TypeKind::String, TypeKind::Bool,  TypeKind::Any,     TypeKind::Var,    TypeKind::Unknown};

// "a.b.c" for a dotted name, "None" for None; empty for other expressions.
std::string baseName(const Expr& expr) {
  if (isNone(expr)) return "None";
  if (auto* name = dynCast<Name>(&expr)) return std::string(name->id);
  auto* attribute = dynCast<Attribute>(&expr);
  if (!attribute) return {};
  std::string base = baseName(*attribute->value);
  if (base.empty()) return base;
  std::string_view last = attribute->attr.text;
  if (base == "torch" && last.ends_with("Tensor") && basicTypeNamed(last)) return std::string(last);
  return base + "." + std::string(last);
}

bool anyUnknown(const std::vector<TypePtr>& all) {
  return std::ranges::any_of(all, [](TypePtr type) { return type->isUnknown(); });
}

constexpr GenericType kGenericTypes[] = {
    {Generic::List, "List", "list", "typing.List", "builtins.list", 1},
    {Generic::Dict, "Dict", "dict", "typing.Dict", "builtins.dict", 2},
    {Generic::Tuple, "Tuple", "tuple", "typing.Tuple", "builtins.tuple", 0},
    {Generic::Union, "Union", "", "typing.Union", "", 0},
    {Generic::Optional, "Optional", "", "typing.Optional", "", 1},
    {Generic::Future, "Future", "torch.jit.Future", "torch.jit.Future", "", 1},
    {Generic::RRef, "RRef", "", "torch.distributed.rpc.RRef", "", 1},
};

}  // namespace

void flattenPipe(const Expr& expr, std::vector<const Expr*>& members) {
  auto* binary = dynCast<BinOp>(&expr);
  if (binary && binary->op == Operator::BitOr) {
    flattenPipe(*binary->left, members);
    flattenPipe(*binary->right, members);
  } else {
    members.push_back(&expr);
  }
}

const GenericType* genericNamed(std::string_view name) {
  auto* entry = std::ranges::find_if(kGenericTypes, [&](const GenericType& type) {
    return type.name == name || (!type.otherName.empty() && type.otherName == name);
  });
  return entry == std::end(kGenericTypes) ? nullptr : entry;
}

const GenericType* genericOfPython(std::string_view pythonName) {
  auto* entry = std::ranges::find(kGenericTypes, pythonName, &GenericType::pythonName);
  return entry == std::end(kGenericTypes) ? nullptr : entry;
}

const GenericType* genericOfOrigin(std::string_view pythonName) {
  if (!pythonName.starts_with("builtins.")) return genericOfPython(pythonName);
  if (!atLeast(TorchProfile::Torch2_6)) return nullptr;
  auto* entry = std::ranges::find(kGenericTypes, pythonName, &GenericType::builtin);
  return entry == std::end(kGenericTypes) ? nullptr : entry;
}

TypePtr basicTypeNamed(std::string_view name) {
  auto* entry = std::ranges::find(kBasicNames, name, &BasicName::name);
  return entry == std::end(kBasicNames) ? nullptr : types::basic(entry->kind);
}

TypePtr AnnotationReader::read(const Expr& annotation, bool inComment) {
  // For a call, PyTorch looks up only the text of the callee.
  auto* call = inComment ? nullptr : dynCast<Call>(&annotation);
  if (PyRef result = object(call ? *call->func : annotation)) {
    bool none = result->kind == PyKind::Constant && result->constant.isNone();
    TypePtr type = none ? nullptr : fromPython(result, annotation);
    if (type) return type;
  }
  return readExpr(annotation);
}

std::vector<const Expr*> AnnotationReader::arguments(const Subscript& subscript) const {
  if (subscript.slice->kind != ExprKind::Tuple || as<Sequence>(*subscript.slice).elts.empty())
    return {subscript.slice};
  auto& elements = as<Sequence>(*subscript.slice).elts;
  return {elements.begin(), elements.end()};
}

std::vector<TypePtr> AnnotationReader::readAll(const std::vector<const Expr*>& arguments) {
  std::vector<TypePtr> typeList;
  for (auto* argument : arguments) typeList.push_back(readExpr(*argument));
  return typeList;
}

TypePtr AnnotationReader::construct(Generic generic, std::vector<TypePtr> arguments,
                                    const Expr& at) {
  if (generic == Generic::Dict &&
      std::ranges::find(kKeyKinds, arguments[0]->kind()) == std::end(kKeyKinds)) {
    throw CompileError(Rule::BadDictKey, rangeOf(at),
                       fmt::format("a dict can't have keys of type {}", arguments[0]->annotation()))
        .note("keys can be int, float, complex, bool, str, Tensor and torch.device");
  }
  if (anyUnknown(arguments)) return types::unknownType();
  switch (generic) {
    case Generic::List: return types::listOf(arguments[0]);
    case Generic::Dict: return types::dictOf(arguments[0], arguments[1]);
    case Generic::Tuple: return types::tupleOf(std::move(arguments));
    case Generic::Union: return types::unionOf(std::move(arguments));
    case Generic::Optional: return types::optionalOf(arguments[0]);
    case Generic::Future: return types::futureOf(arguments[0]);
    case Generic::RRef: return types::rrefOf(arguments[0]);
  }
  return types::unknownType();
}

TypePtr AnnotationReader::readSubscript(const Subscript& subscript) {
  std::string name = baseName(*subscript.value);
  if (name.empty()) {
    throw CompileError(Rule::UnsupportedAnnotation, rangeOf(*subscript.value),
                       "only a name can be subscripted in a type");
  }
  const GenericType* type = genericNamed(name);
  if (!type) unknownConstructor(subscript, name);
  std::vector<const Expr*> parts = arguments(subscript);
  if (type->arguments > 0 && parts.size() != type->arguments)
    wrongCount(subscript, name, type->arguments, parts.size());
  bool isEmptyTuple =
      type->generic == Generic::Tuple && parts.size() == 1 && parts[0]->kind == ExprKind::Tuple;
  std::vector<TypePtr> elements = isEmptyTuple ? std::vector<TypePtr>{} : readAll(parts);
  if (type->generic == Generic::Optional && elements[0]->is(TypeKind::None)) {
    throw CompileError(Rule::UnsupportedAnnotation, rangeOf(subscript),
                       "Optional[None] is not a type: write None")
        .fix("Replace it with None", {{rangeOf(subscript), "None"}});
  }
  return construct(type->generic, std::move(elements), *parts[0]);
}

TypePtr AnnotationReader::readString(const Constant& text) {
  if (text.text.starts_with("torch.classes.") || text.text.starts_with("torch.cuda."))
    return types::unknownType();
  std::string_view source = file_.text(text.span);
  size_t inner = source.find(text.text);
  if (!text.text.empty() && inner != std::string_view::npos) {
    diag::Sink ignored;
    uint32_t begin = text.span.begin + static_cast<uint32_t>(inner);
    const Expr* expr = parseExpression(
        file_, {begin, begin + static_cast<uint32_t>(text.text.size())}, arena_, ignored);
    PyRef result = expr && ignored.size() == 0 ? object(*expr) : nullptr;
    if (result && !(result->kind == PyKind::Constant && result->constant.isNone())) {
      if (TypePtr type = fromPython(result, *expr)) return type;
      if (TypePtr type = ofModules(*result)) return type;
    }
    if (expr && ignored.size() == 0 && expr->kind == ExprKind::BinOp) unsupported(*expr);
  }
  unknownName(text, text.text);
}

TypePtr AnnotationReader::ofModules(const PyObject& object) {
  if (object.kind == PyKind::Class && object.cls->kind == ClassKind::NnModule)
    return classes_.typeOfClass(*object.cls);
  if (object.kind != PyKind::External) return nullptr;
  auto member = namespaceMember(object.name);
  return member && member->kind == MemberKind::ModuleClass ? classes_.typeOfExternal(object.name)
                                                           : nullptr;
}

TypePtr AnnotationReader::readName(const Expr& expr, std::string_view name) {
  if (TypePtr basic = basicTypeNamed(name)) return basic;
  if (ArchiveNames* importer = scope_.module->importer) {
    if (TypePtr type = importer->typeNamed(name)) return type;
    unknownName(expr, name);
  }
  if (PyRef result = object(expr);
      result && !(result->kind == PyKind::Constant && result->constant.isNone())) {
    if (TypePtr type = fromPython(result, expr)) return type;
    if (TypePtr type = ofModules(*result)) return type;
  }
  unknownName(expr, name);
}

TypePtr AnnotationReader::readExpr(const Expr& expr) {
  struct Deeper {
    explicit Deeper(int& depth) : depth(depth) { ++depth; }
    ~Deeper() { --depth; }
    int& depth;
  } deeper(depth_);
  if (depth_ > kMostNestedTypes) {
    throw CompileError(Rule::NestingTooDeep, rangeOf(expr),
                       fmt::format("types are nested more than {} deep (the limit on annotations)",
                                   kMostNestedTypes));
  }
  if (expr.kind == ExprKind::Subscript) return readSubscript(as<Subscript>(expr));
  if (auto* constant = dynCast<Constant>(&expr);
      constant && constant->constant == ConstantKind::Str)
    return readString(*constant);
  if (std::string name = baseName(expr); !name.empty()) return readName(expr, name);
  if (std::vector<const Expr*> members;
      atLeast(TorchProfile::Torch2_6) && expr.kind == ExprKind::BinOp) {
    flattenPipe(expr, members);
    if (members.size() > 1) return construct(Generic::Union, readAll(members), expr);
  }
  if (expr.kind == ExprKind::Error) throw CompileError::alreadyReported();
  unsupported(expr);
}

std::optional<AnnotationReader::Broadcast> AnnotationReader::readBroadcast(const Expr& annotation) {
  constexpr std::string_view kPrefix = "BroadcastingList";
  if (auto* name = dynCast<Name>(&annotation)) {
    // torch.nn.common_types names BroadcastingListN[int] `_size_N_t`.
    std::string_view id = name->id;
    bool size = id.size() == 9 && id.starts_with("_size_") && id.ends_with("_t") && id[6] >= '0' &&
                id[6] <= '9';
    return size ? std::optional(Broadcast{types::listOf(types::intType()), id[6] - '0'})
                : std::nullopt;
  }
  auto* subscript = dynCast<Subscript>(&annotation);
  auto* name = subscript ? dynCast<Name>(subscript->value) : nullptr;
  if (!name) return std::nullopt;
  std::vector<const Expr*> parts = arguments(*subscript);
  if (name->id == "Optional") {
    auto inner = readBroadcast(*parts[0]);
    return inner ? std::optional(Broadcast{types::optionalOf(inner->first), inner->second})
                 : std::nullopt;
  }
  if (!name->id.starts_with(kPrefix)) return std::nullopt;
  auto* element = parts.size() == 1 ? dynCast<Name>(parts[0]) : nullptr;
  bool number = element && (element->id == "int" || element->id == "float");
  std::string_view digits = name->id.substr(kPrefix.size());
  if (!number || digits.size() > 3 ||
      !std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; })) {
    throw CompileError(
        Rule::MisplacedBroadcastingList, rangeOf(annotation),
        fmt::format("{} takes int or float, as in BroadcastingList2[int]", name->id));
  }
  return Broadcast{types::listOf(basicTypeNamed(element->id)),
                   digits.empty() ? 0 : std::stoi(std::string(digits))};
}

}  // namespace ts::compiler
