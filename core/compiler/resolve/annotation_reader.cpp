#include "core/compiler/resolve/annotation_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/compiler/imported_code.h"
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
constexpr int kMostNested = 200;

constexpr TypeKind kKeyKinds[] = {
    TypeKind::Int,    TypeKind::Float, TypeKind::Complex, TypeKind::Tensor, TypeKind::Device,
    TypeKind::String, TypeKind::Bool,  TypeKind::Any,     TypeKind::Var,    TypeKind::Unknown};

bool isNone(const Expr& expr) {
  auto* constant = dynCast<Constant>(&expr);
  return constant && constant->constant == ConstantKind::None;
}

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

}  // namespace

TypePtr basicTypeNamed(std::string_view name) {
  auto* found = std::ranges::find(kBasicNames, name, &BasicName::name);
  return found == std::end(kBasicNames) ? nullptr : types::basic(found->kind);
}

TypePtr AnnotationReader::read(const Expr& annotation, bool inComment) {
  // For a call, PyTorch looks up only the text of the callee.
  auto* call = inComment ? nullptr : dynCast<Call>(&annotation);
  if (PyRef made = object(call ? *call->func : annotation)) {
    bool none = made->kind == PyKind::Constant && made->constant.isNone();
    TypePtr type = none ? nullptr : fromPython(made, annotation);
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
  std::vector<TypePtr> made;
  for (auto* argument : arguments) made.push_back(readExpr(*argument));
  return made;
}

TypePtr AnnotationReader::dict(TypePtr key, TypePtr value, const Expr& at) {
  if (std::ranges::find(kKeyKinds, key->kind()) == std::end(kKeyKinds)) {
    throw CompileError(Rule::BadDictKey, rangeOf(at),
                       fmt::format("a dict can't have keys of type {}", key->annotation()))
        .note("keys can be int, float, complex, bool, str, Tensor and torch.device");
  }
  if (key->isUnknown() || value->isUnknown()) return types::unknownType();
  return types::dictOf(key, value);
}

TypePtr AnnotationReader::readSubscript(const Subscript& subscript) {
  std::string name = baseName(*subscript.value);
  if (name.empty()) {
    throw CompileError(Rule::UnsupportedAnnotation, rangeOf(*subscript.value),
                       "only a name can be subscripted in a type");
  }
  std::vector<const Expr*> parts = arguments(subscript);
  auto one = [&]() -> TypePtr {
    if (parts.size() != 1) wrongCount(subscript, name, 1, parts.size());
    return readExpr(*parts[0]);
  };
  if (name == "Tuple" || name == "tuple") {
    bool empty = parts.size() == 1 && parts[0]->kind == ExprKind::Tuple;
    std::vector<TypePtr> elements = empty ? std::vector<TypePtr>{} : readAll(parts);
    return anyUnknown(elements) ? types::unknownType() : types::tupleOf(std::move(elements));
  }
  if (name == "Union") {
    std::vector<TypePtr> members = readAll(parts);
    return anyUnknown(members) ? types::unknownType() : types::unionOf(std::move(members));
  }
  if (name == "Dict" || name == "dict") {
    if (parts.size() != 2) wrongCount(subscript, name, 2, parts.size());
    TypePtr key = readExpr(*parts[0]);
    return dict(key, readExpr(*parts[1]), *parts[0]);
  }
  struct Generic {
    std::string_view name;
    TypePtr (*make)(TypePtr);
  };
  static constexpr Generic kGenerics[] = {
      {"List", types::listOf},
      {"list", types::listOf},
      {"Optional", types::optionalOf},
      {"Future", types::futureOf},
      {"torch.jit.Future", types::futureOf},
      {"RRef", types::rrefOf},
  };
  auto* generic = std::ranges::find(kGenerics, name, &Generic::name);
  if (generic == std::end(kGenerics)) unknownConstructor(subscript, name);
  TypePtr element = one();
  if (element->isUnknown()) return element;
  if (name == "Optional" && element->is(TypeKind::None)) {
    throw CompileError(Rule::UnsupportedAnnotation, rangeOf(subscript),
                       "Optional[None] is not a type: write None")
        .fix("Replace it with None", {{rangeOf(subscript), "None"}});
  }
  return generic->make(element);
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
    PyRef made = expr && ignored.size() == 0 ? object(*expr) : nullptr;
    if (made && !(made->kind == PyKind::Constant && made->constant.isNone())) {
      if (TypePtr type = fromPython(made, *expr)) return type;
    }
    if (expr && ignored.size() == 0 && expr->kind == ExprKind::BinOp) unsupported(*expr);
  }
  unknownName(text, text.text);
}

TypePtr AnnotationReader::ofModules(const PyObject& object) {
  if (object.kind == PyKind::Class && object.cls->kind == ClassKind::NnModule)
    return classes_.typeOfClass(*object.cls, {});
  if (object.kind != PyKind::External) return nullptr;
  auto member = namespaceMember(object.name);
  return member && member->kind == MemberKind::ModuleClass ? classes_.typeOfExternal(object.name)
                                                           : nullptr;
}

TypePtr AnnotationReader::readName(const Expr& expr, std::string_view name) {
  if (TypePtr basic = basicTypeNamed(name)) return basic;
  if (CodeImporter* importer = scope_.module->importer) {
    if (TypePtr type = importer->typeNamed(name)) return type;
    unknownName(expr, name);
  }
  if (PyRef made = object(expr);
      made && !(made->kind == PyKind::Constant && made->constant.isNone())) {
    if (TypePtr type = fromPython(made, expr)) return type;
    if (TypePtr type = ofModules(*made)) return type;
  }
  unknownName(expr, name);
}

TypePtr AnnotationReader::readExpr(const Expr& expr) {
  struct Deeper {
    explicit Deeper(int& depth) : depth(depth) { ++depth; }
    ~Deeper() { --depth; }
    int& depth;
  } deeper(depth_);
  if (depth_ > kMostNested) {
    throw CompileError(
        Rule::NestingTooDeep, rangeOf(expr),
        fmt::format("types are nested more than {} deep (the limit on annotations)", kMostNested));
  }
  if (expr.kind == ExprKind::Subscript) return readSubscript(as<Subscript>(expr));
  if (auto* constant = dynCast<Constant>(&expr);
      constant && constant->constant == ConstantKind::Str)
    return readString(*constant);
  if (std::string name = baseName(expr); !name.empty()) return readName(expr, name);
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
