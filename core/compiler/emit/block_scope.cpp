#include "core/compiler/emit/block_scope.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <unordered_map>

#include "core/compiler/context/compile_context.h"
#include "core/compiler/emit/imported_globals.h"
#include "core/compiler/emit/symbols.h"
#include "core/compiler/reports/facts.h"
#include "core/types/distinct_names.h"

namespace ts::compiler {

using diag::Rule;
using ir::Value;

namespace {

SugaredPtr magic(const char* name, SugaredPtr base) {
  return std::make_shared<MagicMethod>(name, std::move(base));
}
SugaredPtr builtin(Symbol symbol) { return std::make_shared<BuiltinFunction>(symbol); }
SugaredPtr cast(const char* method, ir::TypePtr type, Symbol symbol) {
  return magic(method, std::make_shared<CastValue>(type, symbol));
}
SugaredPtr form(Form kind) { return std::make_shared<SpecialForm>(kind); }

// Names that TorchScript itself defines. They take precedence over Python's.
const std::unordered_map<std::string_view, SugaredPtr>& globals() {
  static const std::unordered_map<std::string_view, SugaredPtr> table = {
      {"print", std::make_shared<PrintValue>()},
      {"tuple", form(Form::Tuple)},
      {"float", cast("__float__", types::floatType(), aten::Float)},
      {"complex", cast("__complex__", types::complexType(), aten::Complex)},
      {"int", cast("__int__", types::intType(), aten::Int)},
      {"bool", cast("__bool__", types::boolType(), aten::Bool)},
      {"str", cast("__str__", types::stringType(), aten::str)},
      {"getattr", form(Form::GetAttr)},
      {"hasattr", form(Form::HasAttr)},
      {"isinstance", form(Form::Isinstance)},
      {"_to_tensor", std::make_shared<CastValue>(types::tensorType(), ir::prim::NumToTensor)},
      {"len", magic("__len__", builtin(aten::len))},
      {"hex", magic("__hex__", builtin(aten::hex))},
      {"oct", magic("__oct__", builtin(aten::oct))},
      {"round", magic("__round__", builtin(aten::round))},
      {"hash", builtin(aten::hash)},
      {"id", builtin(Symbol::intern("prim::id"))},
      {"min", builtin(ir::prim::min)},
      {"max", builtin(ir::prim::max)},
      {"abs", builtin(ir::prim::abs)},
      {"all", builtin(aten::all)},
      {"any", builtin(aten::any)},
      {"divmod", builtin(aten::divmod)},
      {"sum", builtin(aten::sum)},
      {"list", form(Form::List)},
      {"dict", form(Form::Dict)},
      {"ord", builtin(aten::ord)},
      {"chr", builtin(aten::chr)},
      {"bin", builtin(aten::bin)},
      {"pow", builtin(aten::pow)},
      {"range", form(Form::Range)},
      {"zip", form(Form::Zip)},
      {"enumerate", form(Form::Enumerate)},
      {"rangelist", builtin(ir::prim::rangelist)},
      {"sorted", builtin(aten::sorted)},
      {"AssertionError", std::make_shared<ExceptionValue>("AssertionError", /*fromAssert=*/true)},
  };
  return table;
}

}  // namespace

bool isMeaningful(std::string_view name) {
  if (name.empty() || name[0] == '$') return false;
  if (name[0] != '_') return true;
  for (char c : name.substr(1)) {
    if (!std::isdigit(static_cast<unsigned char>(c))) return true;
  }
  return false;
}

BlockScope::Variable* BlockScope::here(const ir::Name* name) {
  if (variables_.size() > kMostUnindexed) {
    if (index_.empty())
      for (size_t i = 0; i < variables_.size(); ++i) index_[variables_[i].name] = i;
    const auto entry = index_.find(name);
    return entry == index_.end() ? nullptr : &variables_[entry->second];
  }
  for (Variable& variable : variables_) {
    if (variable.name == name) return &variable;
  }
  return nullptr;
}

BlockScope::Variable& BlockScope::make(ir::Name* name) {
  if (Variable* variable = here(name)) return *variable;
  if (!index_.empty()) index_[name] = variables_.size();
  variables_.push_back({name, nullptr, nullptr});
  return variables_.back();
}

SugaredPtr BlockScope::load(ir::Name* name, ir::TypePtr type) {
  ir::Graph& graph = emission_.graph();
  ir::Node* node = graph.insertNode(graph.createLoad(name, type));
  if (isMeaningful(name->text)) node->output()->setDebugName(name);
  return simple(node->output());
}

void BlockScope::store(ir::Name* name, SourceRange at, Value* value, ir::TypePtr type) {
  ir::Graph& graph = emission_.graph();
  graph.insertNode(graph.createStore(name, value))->setRange(at);
  make(name).type = type;
}

BlockScope& BlockScope::outermost() {
  BlockScope* scope = this;
  while (scope->outer_) scope = scope->outer_.get();
  return *scope;
}

SugaredPtr BlockScope::findHere(ir::Name* name) {
  Variable* variable = here(name);
  if (!variable) return nullptr;
  if (variable->value) return variable->value;
  return variable->type ? load(name, variable->type) : nullptr;
}

SugaredPtr BlockScope::find(ir::Name* name) {
  for (BlockScope* scope = this; scope; scope = scope->outer_.get()) {
    if (auto variable = scope->findHere(name)) return variable;
  }
  return nullptr;
}

SugaredPtr BlockScope::get(std::string_view name, SourceRange at) {
  if (auto match = find(name)) return match;
  if (auto entry = globals().find(name); entry != globals().end()) return entry->second;
  if (ArchiveNames* imported = emission_.source().module->importer) {
    if (SugaredPtr value = importedGlobal(emission_, *imported, at, name)) return value;
  } else if (PyRef object =
                 emission_.context().environment().lookup(*emission_.source().scope, name)) {
    return toSugared(emission_, object, at);
  }
  failMissing(name, at);
}

void BlockScope::set(std::string_view text, SourceRange at, SugaredPtr value,
                     ir::TypePtr annotated) {
  ir::Name* name = nameOf(text);
  Value* graphValue = asSimple(value);
  if (Facts* facts = emission_.context().facts(); facts && graphValue) [[unlikely]]
    facts->type(at, graphValue->type());
  // A value made in another block keeps its name, because the new name would be visible only in
  // this block.
  if (graphValue && !graphValue->hasDebugName() && isMeaningful(text) &&
      graphValue->node()->owningBlock() == block_) {
    graphValue->setDebugName(name);
  }
  if (SugaredPtr parent = outer_ ? outer_->find(name) : nullptr) {
    if (annotated) {
      throw CompileError(
          Rule::AnnotatedInInnerBlock, at,
          fmt::format("'{}' is defined in an outer block already and can't be annotated here",
                      text));
    }
    Value* previous = asSimple(parent);
    bool unknown = parent->isUnknown() || value->isUnknown();
    if (unknown) {
      make(name).value = std::make_shared<UnknownSugared>();
      return;
    }
    if (!graphValue || !previous) {
      throw CompileError(
          Rule::NotFirstClass, at,
          fmt::format(
              "'{}' can't be assigned again in an inner block, because a variable can't hold a {}",
              text, graphValue ? parent->kind() : value->kind()));
    }
    ir::TypePtr expected = types::unshaped(previous->type());
    graphValue = tryConvert(emission_, at, expected, graphValue, /*allowConversions=*/true);
    std::string why;
    if (!types::isSubtype(graphValue->type(), expected, &why)) {
      bool maybeNone = previous->type()->is(types::TypeKind::None);
      CompileError error(
          Rule::TypeChangesInBlock, at,
          fmt::format("'{}' is {} outside this block and can't become {} inside it", text,
                      types::annotationBeside(previous->type(), graphValue->type()),
                      types::annotationBeside(graphValue->type(), previous->type())));
      if (maybeNone) {
        error.note(fmt::format("annotate the first assignment: `{}: Optional[{}] = None`", text,
                               graphValue->type()->annotation()));
      } else if (previous->type()->is(types::TypeKind::List) &&
                 graphValue->type()->is(types::TypeKind::List)) {
        error.note("an empty list is List[Tensor] unless it is annotated: `x: List[int] = []`");
      } else {
        error.note(
            "a variable may change its type only in the block in which it was first assigned");
      }
      if (!why.empty()) error.note(why);
      throw error;
    }
    value = simple(graphValue);
  }
  if (!graphValue) {
    make(name).value = std::move(value);
    return;
  }
  if (annotated && !types::isSubtype(graphValue->type(), annotated)) {
    throw CompileError(Rule::AnnotationMismatch, at,
                       fmt::format("'{}' is annotated as {}, but the value is {}", text,
                                   types::annotationBeside(annotated, graphValue->type()),
                                   types::annotationBeside(graphValue->type(), annotated)));
  }
  if (Variable* old = here(name); old && old->value && old->value->isUnknown())
    old->value = nullptr;
  store(name, at, graphValue, annotated ? annotated : graphValue->type());
}

std::vector<std::string> BlockScope::typedNames() const {
  std::vector<std::string> names;
  for (const Variable& variable : variables_) {
    if (variable.type) names.push_back(variable.name->text);
  }
  std::ranges::sort(names);
  return names;
}

std::vector<std::string> BlockScope::assignedNames() const {
  std::vector<std::string> names = typedNames();
  auto firstOther = static_cast<ptrdiff_t>(names.size());
  for (const Variable& variable : variables_) {
    if (!variable.type && variable.value) names.push_back(variable.name->text);
  }
  std::ranges::sort(names.begin() + firstOther, names.end());
  return names;
}

void BlockScope::setUnknown(std::string_view name) {
  Variable& variable = make(nameOf(name));
  variable.type = nullptr;
  variable.value = std::make_shared<UnknownSugared>();
}

bool BlockScope::isUnknown(std::string_view name) const {
  Variable* variable = const_cast<BlockScope*>(this)->here(nameOf(name));
  return variable && variable->value && variable->value->isUnknown();
}

bool BlockScope::remove(std::string_view text) {
  ir::Name* name = nameOf(text);
  bool removed = false;
  for (BlockScope* scope = this; scope; scope = scope->outer_.get()) {
    scope->index_.clear();
    removed = std::erase_if(scope->variables_, [&](const Variable& variable) {
                return variable.name == name && (variable.type || variable.value);
              }) > 0;
  }
  return removed;
}

void BlockScope::setMissingError(std::string_view name,
                                 std::function<CompileError(SourceRange)> why) {
  outermost().missingErrors_[std::string(name)] = std::move(why);
}

void BlockScope::failMissing(std::string_view name, SourceRange at) {
  auto& reasons = outermost().missingErrors_;
  if (auto entry = reasons.find(name); entry != reasons.end()) throw entry->second(at);
  throw CompileError(Rule::UndefinedName, at, fmt::format("'{}' is not defined", name));
}

}  // namespace ts::compiler
