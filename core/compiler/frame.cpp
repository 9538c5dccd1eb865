#include "core/compiler/frame.h"

#include <fmt/format.h>

#include <cctype>
#include <unordered_map>

#include "core/compiler/imported_code.h"
#include "core/compiler/symbols.h"
#include "core/compiler/unit.h"

namespace ts::compiler {

using diag::Rule;
using ir::Value;

namespace {

SugaredPtr magic(const char* name, SugaredPtr base) { return std::make_shared<MagicMethod>(name, std::move(base)); }
SugaredPtr builtin(Symbol symbol) { return std::make_shared<BuiltinFunction>(symbol); }
SugaredPtr cast(const char* method, ir::TypePtr type, Symbol symbol) {
  return magic(method, std::make_shared<CastValue>(type, symbol));
}
SugaredPtr form(Form kind) { return std::make_shared<SpecialForm>(kind); }

// Names that TorchScript itself defines; they come before what Python has under them.
const std::unordered_map<std::string, SugaredPtr>& globals() {
  static const std::unordered_map<std::string, SugaredPtr> table = {
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

SugaredPtr Frame::load(const std::string& name, ir::TypePtr type) {
  ir::Graph& graph = emitter_.graph();
  ir::Node* node = graph.insertNode(graph.createLoad(name, type));
  if (isMeaningful(name)) node->output()->setDebugName(name);
  return simple(node->output());
}

void Frame::store(const std::string& name, SourceRange at, Value* value, ir::TypePtr type) {
  ir::Graph& graph = emitter_.graph();
  graph.insertNode(graph.createStore(name, value))->setRange(at);
  types_[name] = type;
}

Frame& Frame::outermost() {
  Frame* frame = this;
  while (frame->next_) frame = frame->next_.get();
  return *frame;
}

SugaredPtr Frame::findHere(const std::string& name) {
  if (auto found = values_.find(name); found != values_.end()) return found->second;
  if (auto found = types_.find(name); found != types_.end()) return load(name, found->second);
  return nullptr;
}

SugaredPtr Frame::find(const std::string& name) {
  for (Frame* frame = this; frame; frame = frame->next_.get()) {
    if (auto found = frame->findHere(name)) return found;
  }
  return nullptr;
}

SugaredPtr Frame::get(const std::string& name, SourceRange at) {
  if (auto found = find(name)) return found;
  if (auto found = globals().find(name); found != globals().end()) return found->second;
  if (CodeImporter* importer = emitter_.source().module->importer) {
    if (SugaredPtr found = importer->global(name)) return found;
  } else if (PyRef object = emitter_.unit().environment().lookup(*emitter_.source().scope, name)) {
    return toSugared(emitter_, object, at);
  }
  failMissing(name, at);
}

void Frame::set(const std::string& name, SourceRange at, SugaredPtr value, ir::TypePtr annotated) {
  Value* graphValue = asSimple(value);
  // A value that another block made keeps its name: this one would be seen only in here.
  if (graphValue && !graphValue->hasDebugName() && isMeaningful(name) && graphValue->node()->owningBlock() == block_) {
    graphValue->setDebugName(name);
  }
  if (SugaredPtr parent = findInParent(name)) {
    if (annotated) {
      throw CompileError(Rule::AnnotatedInInnerBlock, at,
                         fmt::format("'{}' is defined in an outer block already and can't be annotated here", name));
    }
    Value* previous = asSimple(parent);
    bool unknown = dynamic_cast<UnknownSugared*>(parent.get()) || dynamic_cast<UnknownSugared*>(value.get());
    if (unknown) {
      values_[name] = std::make_shared<UnknownSugared>();
      return;
    }
    if (!graphValue || !previous) {
      throw CompileError(Rule::NotFirstClass, at,
                         fmt::format("'{}' can't be assigned again in an inner block, because a {} is no value that a "
                                     "variable can hold",
                                     name, graphValue ? parent->kind() : value->kind()));
    }
    ir::TypePtr expected = types::unshaped(previous->type());
    graphValue = tryConvert(emitter_, at, expected, graphValue, /*allowConversions=*/true);
    std::string why;
    if (!types::isSubtype(graphValue->type(), expected, &why)) {
      bool maybeNone = previous->type()->is(types::TypeKind::None);
      CompileError error(Rule::TypeChangesInBlock, at,
                         fmt::format("'{}' is {} outside this block and can't become {} inside it", name,
                                     previous->type()->annotation(), graphValue->type()->annotation()));
      if (maybeNone) {
        error.note(fmt::format("annotate the first assignment: `{}: Optional[{}] = None`", name,
                               graphValue->type()->annotation()));
      } else if (previous->type()->is(types::TypeKind::List) && graphValue->type()->is(types::TypeKind::List)) {
        error.note("an empty list is List[Tensor] unless it is annotated: `x: List[int] = []`");
      } else {
        error.note("a variable may change its type only in the block in which it was first assigned");
      }
      if (!why.empty()) error.note(why);
      throw error;
    }
    value = simple(graphValue);
  }
  if (!graphValue) {
    values_[name] = std::move(value);
    return;
  }
  if (annotated && !types::isSubtype(graphValue->type(), annotated)) {
    throw CompileError(Rule::AnnotationMismatch, at,
                       fmt::format("'{}' is annotated as {}, but the value is {}", name, annotated->annotation(),
                                   graphValue->type()->annotation()));
  }
  if (auto old = values_.find(name); old != values_.end() && dynamic_cast<UnknownSugared*>(old->second.get())) {
    values_.erase(old);
  }
  store(name, at, graphValue, annotated ? annotated : graphValue->type());
}

std::vector<std::string> Frame::assigned() const {
  std::vector<std::string> names;
  for (const auto& [name, type] : types_) names.push_back(name);
  for (const auto& [name, value] : values_) {
    if (!types_.contains(name)) names.push_back(name);
  }
  return names;
}

void Frame::setUnknown(const std::string& name) {
  types_.erase(name);
  values_[name] = std::make_shared<UnknownSugared>();
}

bool Frame::isUnknown(const std::string& name) const {
  auto found = values_.find(name);
  return found != values_.end() && dynamic_cast<UnknownSugared*>(found->second.get());
}

bool Frame::remove(const std::string& name) {
  bool removed = false;
  for (Frame* frame = this; frame; frame = frame->next_.get()) {
    size_t values = frame->values_.erase(name);
    size_t types = frame->types_.erase(name);
    removed = values || types;
  }
  return removed;
}

void Frame::setWhyMissing(const std::string& name, std::function<CompileError(SourceRange)> why) {
  outermost().whyMissing_[name] = std::move(why);
}

void Frame::failMissing(const std::string& name, SourceRange at) {
  auto& reasons = outermost().whyMissing_;
  if (auto found = reasons.find(name); found != reasons.end()) throw found->second(at);
  throw CompileError(Rule::UndefinedName, at, fmt::format("'{}' is not defined", name));
}

}  // namespace ts::compiler
