#include "core/compiler/emit/schema_matching.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/torch_profile.h"
#include "core/compiler/context/compile_context.h"
#include "core/compiler/emit/builtin_functions.h"
#include "core/compiler/emit/emission.h"
#include "core/compiler/emit/mismatch_messages.h"
#include "core/compiler/emit/symbols.h"
#include "core/compiler/reports/facts.h"

namespace ts::compiler {

using diag::Rule;
using ir::TypePtr;
using ir::Value;
using ops::Argument;
using ops::FunctionSchema;
using types::TypeKind;

namespace {

TypePtr unwrapOptional(TypePtr type) {
  return type->is(TypeKind::Optional) ? type->element() : type;
}

// True for a Tensor parameter with the default None. The function's own callers outside of
// TorchScript may omit the argument; compiled code cannot, as it has no undefined tensors.
bool isUndefinedTensor(const Argument& formal) {
  return formal.type->is(TypeKind::Tensor) && formal.defaultValue->isNone();
}

class Matcher {
 public:
  // self: the object of a method call, else null.
  Matcher(Emission& emission, const FunctionSchema& schema, SourceRange at,
          const CallArguments& arguments, const NamedValue* self, bool allowConversions)
      : emission_(emission),
        schema_(schema),
        at_(at),
        arguments_(arguments),
        self_(self),
        allowConversions_(allowConversions) {}

  // Returns false with the reason in `mismatch`.
  bool match(MatchedSchema& result) {
    mismatch.schema = &schema_;
    // view(dtype) and view(size) cannot be distinguished, because a dtype is an int.
    if (schema_.overload == "dtype" && schema_.name == "aten::view") return false;
    if (arguments_.keyword.size() > kMostKeywords)
      manyUsed_.assign(arguments_.keyword.size(), false);
    inputs_.reserve(schema_.arguments.size());
    for (size_t i = 0; i < schema_.arguments.size(); ++i) {
      if (!matchFormal(i)) return false;
    }
    const auto& argument = arguments_.positional;
    if (schema_.isVararg) {
      for (; used_ < argument.size(); ++used_)
        inputs_.push_back(argument[used_].in(emission_.graph()));
    }
    if (used_ < argument.size()) {
      mismatch.kind = Mismatch::Kind::TooMany;
      mismatch.expected = used_;
      mismatch.passed = argument.size();
      mismatch.at = argument[used_].at;
      return false;
    }
    for (size_t i = 0; i < arguments_.keyword.size(); ++i) {
      if (isUsed(i)) continue;
      const NamedValue& keyword = arguments_.keyword[i];
      mismatch.kind = schema_.argumentIndex(keyword.name) ? Mismatch::Kind::TwiceGiven
                                                          : Mismatch::Kind::UnknownKeyword;
      mismatch.keyword = keyword.name;
      mismatch.at = keyword.at;
      return false;
    }
    result.schema = &schema_;
    result.inputs = std::move(inputs_);
    result.namedReturns = true;
    for (const Argument& returned : schema_.returns) {
      result.returns.push_back(bindings_.empty() ? returned.type
                                                 : types::substitute(returned.type, bindings_));
      result.namedReturns &= !returned.name.empty();
    }
    return true;
  }

  Mismatch mismatch;

 private:
  static constexpr size_t kMostKeywords = 64;

  bool isUsed(size_t keyword) const {
    return manyUsed_.empty() ? used64_ >> keyword & 1 : manyUsed_[keyword];
  }
  void use(size_t keyword) {
    if (manyUsed_.empty()) {
      used64_ |= uint64_t{1} << keyword;
    } else {
      manyUsed_[keyword] = true;
    }
  }

  bool matchFormal(size_t i) {
    const Argument& formal = schema_.arguments[i];
    const NamedValue* actual = nullptr;
    Value* value = nullptr;
    if (self_ && formal.name == "self") {
      actual = std::exchange(self_, nullptr);
    } else if (!formal.keywordOnly && used_ < arguments_.positional.size()) {
      if (allowConversions_ && takesRestAsList(i)) {
        const NamedValue& first = arguments_.positional[used_];
        Value* input = first.in(emission_.graph());
        if (!input->type()->is(TypeKind::List) &&
            !convertibleToList(input->type(), unwrapOptional(formal.type))) {
          return matchRestAsList(formal);
        }
      }
      actual = &arguments_.positional[used_++];
    } else if (auto index = keywordFor(formal.name)) {
      actual = &arguments_.keyword[*index];
      use(*index);
    } else if (formal.defaultValue && !isUndefinedTensor(formal)) {
      value = emission_.graph().insertConstant(*formal.defaultValue);
    } else {
      mismatch.kind = Mismatch::Kind::Missing;
      mismatch.formal = &formal;
      mismatch.at = at_;
      mismatch.isUndefined = formal.defaultValue.has_value();
      return false;
    }
    if (actual) value = actual->in(emission_.graph());
    value = matchArgument(formal, formal.type, value, actual ? actual->at : SourceRange());
    if (!value) return false;
    inputs_.push_back(value);
    ++mismatch.matched;
    return true;
  }

  // The functional form of an operator names the argument "input" that its schema names "self".
  std::optional<size_t> keywordFor(const std::string& name) const {
    for (size_t i = 0; i < arguments_.keyword.size(); ++i) {
      if (isUsed(i)) continue;
      const std::string& text = arguments_.keyword[i].name;
      if (text == name || (name == "self" && text == "input" && schema_.name.starts_with("aten::")))
        return i;
    }
    return std::nullopt;
  }

  // True for zeros(2, 3) with the schema zeros(int[] size).
  bool takesRestAsList(size_t i) const {
    const Argument& formal = schema_.arguments[i];
    bool last = i + 1 == schema_.arguments.size() || schema_.arguments[i + 1].keywordOnly;
    bool list = formal.type->is(TypeKind::List);
    return last && list && !formal.broadcastSize && !formal.type->element()->is(TypeKind::Var);
  }

  bool matchRestAsList(const Argument& formal) {
    TypePtr element = unwrapOptional(formal.type)->element();
    ir::Graph& graph = emission_.graph();
    std::vector<Value*> values;
    for (size_t i = used_; i < arguments_.positional.size(); ++i) {
      const NamedValue& actual = arguments_.positional[i];
      Value* value = matchArgument(formal, element, actual.in(graph), actual.at);
      if (!value) return false;
      values.push_back(value);
    }
    used_ = arguments_.positional.size();
    inputs_.push_back(graph.insertNode(graph.createList(element, values))->output());
    ++mismatch.matched;
    return true;
  }

  // at: the range of the argument, if it was passed.
  Value* matchArgument(const Argument& formal, TypePtr type, Value* value, SourceRange at) {
    TypePtr match = value->type();
    // One int is broadcast to int[2].
    if (formal.broadcastSize && (match == types::intType() || match == types::floatType())) {
      TypePtr list = unwrapOptional(type);
      if (list->is(TypeKind::List) && list->element() == match) {
        ir::Graph& graph = emission_.graph();
        std::vector<Value*> repeated(static_cast<size_t>(*formal.broadcastSize), value);
        value = graph.insertNode(graph.createList(match, repeated))->output();
      }
    }
    std::string why;
    TypePtr concrete = type;
    if (type->hasFreeVariables()) {
      if (!types::matchVariables(type, value->type(), bindings_, &why))
        return typeMismatch(formal, at, match, std::move(why));
      concrete = types::substitute(type, bindings_, /*mustBindAll=*/true);
      if (!concrete) return typeMismatch(formal, at, match, std::move(why));
    }
    value = tryConvert(emission_, at_, concrete, value, allowConversions_);
    if (value->type() == concrete || types::isSubtype(value->type(), concrete, &why)) return value;
    return typeMismatch(formal, at, match, std::move(why));
  }

  Value* typeMismatch(const Argument& formal, SourceRange at, TypePtr type, std::string why) {
    mismatch.kind = Mismatch::Kind::Type;
    mismatch.formal = &formal;
    TypePtr bound = bindings_.empty() ? nullptr : types::substitute(formal.type, bindings_);
    mismatch.wanted = bound ? bound : formal.type;
    mismatch.at = at ? at : at_;
    mismatch.actual = type;
    mismatch.why = std::move(why);
    return nullptr;
  }

  Emission& emission_;
  const FunctionSchema& schema_;
  SourceRange at_;
  const CallArguments& arguments_;
  const NamedValue* self_;
  bool allowConversions_;
  types::TypeBindings bindings_;
  std::vector<Value*> inputs_;
  uint64_t used64_ = 0;         // bit set of the keywords that are used
  std::vector<bool> manyUsed_;  // used instead when there are more than 64 keywords
  size_t used_ = 0;
};

// Returns a single result directly and several as a tuple, named when the schema names the results.
Value* packOutputs(Emission& emission, ir::Node* node, const MatchedSchema& matched) {
  if (node->outputs().size() == 1) return node->output();
  ir::Graph& graph = emission.graph();
  TypePtr named = nullptr;
  if (matched.namedReturns) {
    std::vector<std::string> names;
    for (const Argument& returned : matched.schema->returns) names.push_back(returned.name);
    named = emission.context().typeTable().namedTuple("", std::move(names), matched.returns, {});
  }
  std::vector<Value*> outputs(node->outputs().begin(), node->outputs().end());
  return graph.insertNode(graph.createTuple(outputs, named))->output();
}

}  // namespace

namespace {

// The type is Unknown or contains it: List[Tuple[str, Unknown]].
bool containsUnknown(TypePtr type) {
  return type->isUnknown() ||
         std::any_of(type->contained().begin(), type->contained().end(), containsUnknown);
}

}  // namespace

bool CallArguments::anyUnknown() const {
  auto unknown = [](const NamedValue& v) { return v.value && containsUnknown(v.value->type()); };
  return std::any_of(positional.begin(), positional.end(), unknown) ||
         std::any_of(keyword.begin(), keyword.end(), unknown);
}

bool convertibleToList(TypePtr type, TypePtr list) {
  if (!list->is(TypeKind::List)) return false;
  if (types::isSubtype(type, list)) return true;
  if (!type->is(TypeKind::Tuple)) return false;
  return std::all_of(type->contained().begin(), type->contained().end(),
                     [&](TypePtr element) { return types::isSubtype(element, list->element()); });
}

Value* tryConvert(Emission& emission, SourceRange at, TypePtr to, Value* value,
                  bool allowConversions) {
  ir::Graph& graph = emission.graph();
  if (to->is(TypeKind::Optional) && !value->type()->is(TypeKind::Optional) &&
      !types::isSubtype(value->type(), types::noneType())) {
    return tryConvert(emission, at, to->element(), value, allowConversions);
  }
  if (value->type()->isUnknown() || to->isUnknown()) return value;
  // An empty list literal that is used directly converts to any list type.
  if (value->node()->is(ir::prim::EmptyListLiteral) && to->is(TypeKind::List)) {
    value = graph.insertNode(graph.createList(to->element(), {}))->output();
  }
  if (value->type()->is(TypeKind::Tuple)) {
    TypePtr tuple = value->type();
    if (convertibleToList(value->type(), unwrapOptional(to))) {
      auto unpacked = emission.tupleUnpack(value);
      value = graph.insertNode(graph.createList(unwrapOptional(to)->element(), unpacked))->output();
    }
    if (to->is(TypeKind::Tuple) && !types::isSubtype(tuple, to) &&
        to->contained().size() == tuple->contained().size()) {
      auto unpacked = emission.tupleUnpack(value);
      std::vector<Value*> converted;
      for (size_t i = 0; i < unpacked.size(); ++i) {
        converted.push_back(
            tryConvert(emission, at, to->element(i), unpacked[i], allowConversions));
      }
      value = graph.insertNode(graph.createTuple(converted))->output();
    }
  }
  if (!allowConversions) return value;
  struct Conversion {
    TypeKind to;
    Symbol fromTensor;
    Symbol fromNumber;
  };
  static const Conversion kConversions[] = {
      {TypeKind::Float, aten::FloatImplicit, aten::Float},
      {TypeKind::Complex, aten::ComplexImplicit, aten::Complex},
      {TypeKind::Int, aten::IntImplicit, aten::Int},
      {TypeKind::Number, aten::ScalarImplicit, Symbol()},
  };
  bool fromTensor = types::isSubtype(value->type(), types::tensorType());
  bool fromNumber = value->type() == types::numberType();
  if (fromTensor || fromNumber) {
    for (const Conversion& c : kConversions) {
      Symbol symbol = fromTensor ? c.fromTensor : c.fromNumber;
      if (to->is(c.to) && symbol) {
        value = emitBuiltin(emission, at, symbol, {value});
        break;
      }
    }
  }
  if (atLeast(TorchProfile::Torch2_6) && value->type()->is(TypeKind::Bool)) {
    if (to->is(TypeKind::Float)) return emitBuiltin(emission, at, aten::Float, {value});
    if (to->is(TypeKind::Int) || to->is(TypeKind::Number))
      return emitBuiltin(emission, at, aten::Int, {value});
  }
  if (types::isSubtype(value->type(), types::stringType()) &&
      types::isSubtype(to, types::deviceType())) {
    return emitBuiltin(emission, at, aten::device, {value});
  }
  return value;
}

MatchedSchema matchSchema(Emission& emission, const FunctionSchema& schema, SourceRange at,
                          const CallArguments& arguments) {
  Matcher matcher(emission, schema, at, arguments, nullptr, /*allowConversions=*/true);
  MatchedSchema matched;
  if (matcher.match(matched)) return matched;
  bool isOperator = schema.name.starts_with("aten::");
  throw explain(matcher.mismatch, at, {isOperator ? schema.symbol() : Symbol(), schema.name, {}}, 1,
                arguments, nullptr);
}

namespace {

// Searches for a matching overload: first among operators, then among functions written in
// TorchScript, which are compiled only when the search reaches them.
class OverloadSearch {
 public:
  OverloadSearch(Emission& emission, SourceRange at, const CallArguments& arguments,
                 const NamedValue* self)
      : emission_(emission), at_(at), arguments_(arguments), self_(self) {}

  // Returns the index of the first match; nullopt when none matches.
  template <typename Schemas>
  std::optional<size_t> among(const Schemas& schemas, bool allowConversions,
                              MatchedSchema& matched) {
    for (size_t i = 0; i < schemas.size(); ++i) {
      Matcher matcher(emission_, *schemas[i], at_, arguments_, self_, allowConversions);
      if (matcher.match(matched)) return i;
      if (allowConversions) mismatches_.push_back(std::move(matcher.mismatch));
    }
    return std::nullopt;
  }

  [[noreturn]] void fail(const CalleeName& name) const {
    auto closest = std::max_element(
        mismatches_.begin(), mismatches_.end(),
        [](const Mismatch& a, const Mismatch& b) { return closeness(a) < closeness(b); });
    throw explain(*closest, at_, name, mismatches_.size(), arguments_, self_);
  }

 private:
  Emission& emission_;
  SourceRange at_;
  const CallArguments& arguments_;
  const NamedValue* self_;
  std::vector<Mismatch> mismatches_;  // of the last attempt, with conversions
};

}  // namespace

std::pair<size_t, MatchedSchema> matchSchemas(Emission& emission,
                                              std::span<const FunctionSchema* const> schemas,
                                              SourceRange at, const CallArguments& arguments,
                                              const CalleeName& name) {
  OverloadSearch search(emission, at, arguments, nullptr);
  MatchedSchema matched;
  // With only one schema conversions are allowed in the first attempt.
  for (bool allowConversions : {false, true}) {
    if (schemas.size() == 1 && !allowConversions) continue;
    if (auto index = search.among(schemas, allowConversions, matched))
      return {*index, std::move(matched)};
  }
  search.fail(name);
}

Value* emitBuiltin(Emission& emission, SourceRange at, Symbol name, const CallArguments& arguments,
                   const std::optional<NamedValue>& self, std::string_view operatorSign) {
  if (arguments.anyUnknown() || (self && self->type()->isUnknown())) return emission.unknown();
  auto operators = ops::schemasOf(name);
  bool isWritten = hasBuiltinFunctions(name);
  if (operators.empty() && !isWritten) {
    CompileError error(Rule::UnknownOperator, at,
                       fmt::format("TorchScript has no operator '{}'", shownName(name)));
    auto near = ops::nearNames(name.str());
    if (!near.empty())
      error.note(fmt::format("operators with names like it: {}", fmt::join(near, ", ")));
    throw error;
  }
  OverloadSearch search(emission, at, arguments, self ? &*self : nullptr);
  MatchedSchema matched;
  std::optional<size_t> index;
  std::span<ir::Function* const> written;
  std::vector<const FunctionSchema*> writtenSchemas;
  auto amongWritten = [&](bool allowConversions) {
    if (isWritten && writtenSchemas.empty()) {
      written = builtinFunctions(name);
      for (const ir::Function* function : written) writtenSchemas.push_back(&function->schema);
    }
    index = search.among(writtenSchemas, allowConversions, matched);
    if (index) *index += operators.size();
  };
  // With only one schema conversions are allowed in the first attempt.
  bool isOne =
      operators.size() == (isWritten ? 0 : 1) && (!isWritten || builtinFunctions(name).size() == 1);
  for (bool allowConversions : {false, true}) {
    if (isOne && !allowConversions) continue;
    index = search.among(operators, allowConversions, matched);
    if (!index) amongWritten(allowConversions);
    if (index) break;
  }
  if (!index) search.fail({name, {}, operatorSign});
  if (Facts* facts = emission.context().facts()) [[unlikely]]
    facts->overload(at, *matched.schema);
  ir::Graph& graph = emission.graph();
  if (*index >= operators.size()) {
    return graph.inlineCopy(*written[*index - operators.size()]->graph, matched.inputs)[0];
  }
  ir::Node* node = graph.insertNode(graph.create(name, matched.inputs, 0))->setRange(at);
  for (TypePtr type : matched.returns) node->addOutput()->setType(type);
  return packOutputs(emission, node, matched);
}

Value* emitBuiltin(Emission& emission, SourceRange at, Symbol name,
                   std::vector<NamedValue> positional) {
  return emitBuiltin(emission, at, name, CallArguments{std::move(positional), {}});
}

}  // namespace ts::compiler
