#include "core/passes/alias_db.h"

#include <algorithm>

#include "core/ir/kinds.h"
#include "core/passes/kinds.h"

namespace ts::passes {

using ir::Block;
using ir::Node;
using ir::Value;
using types::TypeKind;
using types::TypePtr;
namespace prim = ir::prim;

namespace {

// How the memory model treats a kind of node that has no schema, or whose schema is incomplete.
enum class Role : uint8_t {
  If,
  Loop,
  Creator,
  Extractor,
  Container,
  Cast,
  SetAttr,
  Conservative,
  Nothing,
  Fork,
  Wait,
  BatchNorm,
  InstanceNorm
};

const SymbolMap<Role>& roles() {
  static const SymbolMap<Role> table = {
      {prim::If, Role::If},
      {prim::Loop, Role::Loop},
      {prim::Constant, Role::Creator},
      {prim::Closure, Role::Creator},
      {prim::CreateObject, Role::Creator},
      {prim::Uninitialized, Role::Creator},
      {extra_prim::AutogradZero, Role::Creator},
      {extra_prim::tolist, Role::Creator},
      {prim::TupleUnpack, Role::Extractor},
      {prim::TupleIndex, Role::Extractor},
      {prim::TupleSlice, Role::Extractor},
      {prim::ListUnpack, Role::Extractor},
      {prim::PythonOp, Role::Extractor},
      {prim::GetAttr, Role::Extractor},
      {prim::TupleConstruct, Role::Container},
      {prim::ListConstruct, Role::Container},
      {prim::DictConstruct, Role::Container},
      {prim::unchecked_cast, Role::Cast},
      {extra_prim::profile, Role::Cast},
      {extra_prim::profile_ivalue, Role::Cast},
      {extra_prim::Guard, Role::Cast},
      {extra_prim::TypeCheck, Role::Cast},
      {extra_prim::RequiresGradCheck, Role::Cast},
      {prim::SetAttr, Role::SetAttr},
      {prim::CallFunction, Role::Conservative},
      {prim::CallMethod, Role::Conservative},
      {prim::Enter, Role::Conservative},
      {prim::Exit, Role::Conservative},
      {prim::Print, Role::Nothing},
      {prim::isinstance, Role::Nothing},
      {prim::fork, Role::Fork},
      {prim::rpc_async, Role::Fork},
      {extra_prim::rpc_sync, Role::Fork},
      {extra_prim::rpc_remote, Role::Fork},
      {aten::wait, Role::Wait},
      {aten::batch_norm, Role::BatchNorm},
      {aten::instance_norm, Role::InstanceNorm},
  };
  return table;
}

void addOnce(std::vector<uint32_t>& all, uint32_t element) {
  if (std::find(all.begin(), all.end(), element) == all.end()) all.push_back(element);
}

void addAll(Locations& to, const Locations& from) {
  Locations merged;
  merged.reserve(to.size() + from.size());
  std::set_union(to.begin(), to.end(), from.begin(), from.end(), std::back_inserter(merged));
  to = std::move(merged);
}

bool isNonAliasing(const Value* value) {
  return value->mustBeNone() || value->node()->is(prim::Uninitialized);
}

// True for operators that only read the elements of a list argument: a list whose only use is such
// an operator can't be reached after it.
bool consumesList(Symbol kind) {
  return kind == aten::cat || kind == aten::broadcast_tensors || kind == aten::stack ||
         kind == aten::vstack || kind == aten::hstack || kind == aten::dstack;
}

}  // namespace

AliasDb::AliasDb(const ir::Graph& graph) : graph_(graph) {
  for (const Value* input : graph.inputs()) setWildcard(input);
  analyze(graph.block());
  pointWildcards();
  indexWrites();
}

bool AliasDb::isMutableType(TypePtr type) {
  switch (type->kind()) {
    case TypeKind::Tensor:
    case TypeKind::List:
    case TypeKind::Dict:
    case TypeKind::Class:
    case TypeKind::Any:
    case TypeKind::Unknown: return true;
    case TypeKind::Optional:
    case TypeKind::Future:
    case TypeKind::Union:
    case TypeKind::Tuple:
      return std::any_of(type->contained().begin(), type->contained().end(), isMutableType);
    default: return false;
  }
}

// The types that a value of this type can have at run time, with the shapes of tensor types
// removed. Returns null for an immutable type.
const std::vector<TypePtr>* AliasDb::aliasTypes(TypePtr type) const {
  if (!isMutableType(type)) return nullptr;
  auto [entry, isNew] = aliasTypes_.try_emplace(type);
  if (!isNew) return &entry->second;
  std::vector<TypePtr> result;
  auto addInner = [&] {
    for (TypePtr inner : type->contained()) {
      if (const auto* types = aliasTypes(inner))
        result.insert(result.end(), types->begin(), types->end());
    }
  };
  switch (type->kind()) {
    case TypeKind::Optional:
    case TypeKind::Union: addInner(); break;
    case TypeKind::Future:
      addInner();
      result = {types::futureOf(result.size() == 1 ? result[0] : types::unionOf(result))};
      break;
    case TypeKind::Tuple:
      addInner();
      result = {types::tupleOf(result)};
      break;
    default: result = {types::unshaped(type)};
  }
  return &(aliasTypes_[type] = std::move(result));
}

// ---- elements

uint32_t AliasDb::makeElement() {
  elements_.emplace_back();
  return static_cast<uint32_t>(elements_.size() - 1);
}

std::optional<uint32_t> AliasDb::elementOf(const Value* value) const {
  auto entry = ofValue_.find(value);
  return entry == ofValue_.end() ? std::nullopt : std::optional(entry->second);
}

uint32_t AliasDb::elementFor(const Value* value) {
  giveFreshAlias(value);
  return ofValue_.at(value);
}

std::optional<uint32_t> AliasDb::findWildcard(TypePtr type) const {
  const auto* types = aliasTypes(type);
  if (types == nullptr) return std::nullopt;
  auto wildcard = wildcards_.find(*types);
  return wildcard == wildcards_.end() ? std::nullopt : std::optional(wildcard->second);
}

std::optional<uint32_t> AliasDb::wildcardFor(TypePtr type) {
  const auto* types = aliasTypes(type);
  if (types == nullptr) return std::nullopt;
  if (auto wildcard = wildcards_.find(*types); wildcard != wildcards_.end())
    return wildcard->second;
  uint32_t element = makeElement();
  std::vector<TypePtr> all = *types;
  wildcards_.emplace(all, element);
  addContainedTypes(element, all);
  return element;
}

// An element of several types may be the wildcard of each. An element of one type may contain the
// wildcards of that type's contained types.
void AliasDb::addContainedTypes(uint32_t element, const std::vector<TypePtr>& types) {
  for (TypePtr type : types) {
    if (types.size() > 1) {
      if (auto wildcard = wildcardFor(type)) addOnce(elements_[element].pointsTo, *wildcard);
      continue;
    }
    for (TypePtr inner : type->contained()) {
      if (auto wildcard = wildcardFor(inner)) addOnce(elements_[element].contained, *wildcard);
    }
  }
}

void AliasDb::giveFreshAlias(const Value* value, bool wildcardsInside) {
  const auto* types = aliasTypes(value->type());
  if (types == nullptr || ofValue_.contains(value)) return;
  uint32_t element = makeElement();
  ofValue_.emplace(value, element);
  if (wildcardsInside) addContainedTypes(element, std::vector<TypePtr>(*types));
}

std::optional<uint32_t> AliasDb::setWildcard(const Value* value) {
  auto wildcard = wildcardFor(value->type());
  if (!wildcard) return std::nullopt;
  giveFreshAlias(value);
  wildcardValues_.push_back(value);
  return wildcard;
}

void AliasDb::makePointerTo(const Value* from, const Value* to) {
  if (isNonAliasing(from) || isNonAliasing(to)) {
    giveFreshAlias(from);
    giveFreshAlias(to);
    return;
  }
  // An immutable container can be refined from or to Any, which counts as mutable.
  if (!isMutableType(from->type()) || !isMutableType(to->type()) || from == to) return;
  uint32_t source = elementFor(from);
  uint32_t target = elementFor(to);
  if (source != target) addOnce(elements_[source].pointsTo, target);
}

void AliasDb::registerWrite(const Value* value, const Node* node, bool contained) {
  if (isMutableType(value->type())) pending_.push_back({value, node, contained});
}

// ---- walking the graph

void AliasDb::analyze(const Block* block) {
  for (const Node* node : block->nodes()) analyze(node);
}

void AliasDb::analyze(const Node* node) {
  if (analyzeByKind(node)) return;
  const ops::FunctionSchema* schema = node->schema();
  if (schema == nullptr) return analyzeConservatively(node);
  analyzeBySchema(node, *schema);
}

bool AliasDb::analyzeByKind(const Node* node) {
  const Role* role = roles().find(node->kind());
  if (role == nullptr) return false;
  switch (*role) {
    case Role::If: analyzeIf(node); break;
    case Role::Loop: analyzeLoop(node); break;
    case Role::Creator:
      for (const Value* output : node->outputs()) giveFreshAlias(output);
      break;
    case Role::Extractor:
      for (const Value* output : node->outputs()) setWildcard(output);
      break;
    case Role::Container: analyzeContainer(node); break;
    case Role::Cast:
      for (size_t i = 0; i < node->outputs().size() && i < node->inputs().size(); ++i) {
        makePointerTo(node->output(i), node->input(i));
      }
      break;
    case Role::SetAttr:
      registerWrite(node->input(0), node);
      setWildcard(node->input(1));
      break;
    case Role::Conservative: analyzeConservatively(node); break;
    case Role::Nothing: break;
    case Role::Fork:
      for (const Value* input : node->inputs()) setWildcard(input);
      for (const Value* output : node->outputs()) giveFreshAlias(output);
      break;
    case Role::Wait:
      for (const Value* output : node->outputs()) setWildcard(output);
      writesAllWildcards_.push_back(node);
      break;
    case Role::BatchNorm: analyzeNorm(node, "training"); break;
    case Role::InstanceNorm: analyzeNorm(node, "use_input_stats"); break;
  }
  return true;
}

void AliasDb::analyzeIf(const Node* node) {
  for (const Block* block : node->blocks()) analyze(block);
  for (size_t i = 0; i < node->outputs().size(); ++i) {
    for (const Block* block : node->blocks()) makePointerTo(node->output(i), block->outputs()[i]);
  }
}

void AliasDb::analyzeLoop(const Node* node) {
  const Block* body = node->block(0);
  for (size_t i = 0; i < node->outputs().size(); ++i)
    makePointerTo(body->inputs()[i + 1], node->input(i + 2));
  analyze(body);
  for (size_t i = 0; i < node->outputs().size(); ++i)
    makePointerTo(node->output(i), body->outputs()[i + 1]);
}

void AliasDb::analyzeContainer(const Node* node) {
  const Value* container = node->output();
  if (!isMutableType(container->type())) return;
  bool isConsumed = container->uses().size() == 1 && container->type()->is(TypeKind::List) &&
                    consumesList(container->uses()[0].user->kind());
  giveFreshAlias(container, !isConsumed);
  uint32_t element = ofValue_.at(container);
  for (const Value* input : node->inputs()) {
    if (isConsumed) {
      if (isMutableType(input->type())) addOnce(elements_[element].contained, elementFor(input));
    } else if (auto wildcard = setWildcard(input)) {
      addOnce(elements_[element].contained, *wildcard);
    }
  }
}

// The schemas of the norms don't mention the write to the running statistics, which happens only
// when `flag` may be true.
void AliasDb::analyzeNorm(const Node* node, std::string_view flag) {
  for (const Value* output : node->outputs()) giveFreshAlias(output);
  const ops::FunctionSchema* schema = node->schema();
  if (schema == nullptr) return;
  auto input = [&](std::string_view name) -> const Value* {
    auto index = schema->argumentIndex(name);
    return index ? node->input(*index) : nullptr;
  };
  const Value* isTraining = input(flag);
  if (isTraining == nullptr) return;
  auto constant = ir::constantOf(isTraining);
  if (constant && constant->isBool() && !constant->toBool()) return;
  for (std::string_view name : {"running_mean", "running_var"}) {
    if (const Value* statistic = input(name)) registerWrite(statistic, node);
  }
}

void AliasDb::analyzeConservatively(const Node* node) {
  for (const Value* input : node->inputs()) {
    if (!isMutableType(input->type())) continue;
    registerWrite(input, node, true);
    setWildcard(input);
  }
  for (const Value* output : node->outputs()) setWildcard(output);
  for (const Block* block : node->blocks()) analyze(block);
}

void AliasDb::analyzeBySchema(const Node* node, const ops::FunctionSchema& schema) {
  // The annotation "Tensor(a!)[]" is about the elements of a list. The list's own memory element
  // represents them.
  auto effective = [](const ops::AliasInfo& info) -> const ops::AliasInfo& {
    return info.contained.size() == 1 && info.before.empty() ? info.contained[0] : info;
  };
  std::vector<std::pair<std::string_view, const Value*>> bound;
  auto find = [&](std::string_view set) -> const Value* {
    for (const auto& [name, value] : bound) {
      if (name == set) return value;
    }
    return nullptr;
  };

  for (size_t i = 0; i < schema.arguments.size() && i < node->inputs().size(); ++i) {
    const auto& alias = schema.arguments[i].alias;
    const Value* actual = node->input(i);
    if (!alias || !isMutableType(actual->type())) continue;
    const ops::AliasInfo& info = effective(*alias);
    std::string_view set =
        info.before.empty() ? std::string_view() : std::string_view(info.before[0]);
    if (find(set) != nullptr) continue;
    bound.emplace_back(set, actual);
    if (info.isWrite) registerWrite(actual, node);
    if (info.isWildcardAfter) setWildcard(actual);
  }

  for (size_t i = 0; i < schema.returns.size() && i < node->outputs().size(); ++i) {
    const Value* actual = node->output(i);
    const auto& alias = schema.returns[i].alias;
    if (!alias) {
      giveFreshAlias(actual);
      continue;
    }
    if (!isMutableType(actual->type())) continue;
    const ops::AliasInfo& info = effective(*alias);
    if (info.isWildcardBefore) {
      setWildcard(actual);
      continue;
    }
    bool isBound = false;
    for (const std::string& set : info.before) {
      const Value* target = find(set);
      if (target == nullptr) continue;
      isBound = true;
      makePointerTo(actual, target);
    }
    if (!isBound) giveFreshAlias(actual);
    if (info.isWrite) registerWrite(actual, node);
  }
  // A variadic schema doesn't name all outputs.
  for (size_t i = schema.returns.size(); i < node->outputs().size(); ++i)
    setWildcard(node->output(i));
}

// ---- memory

const Locations& AliasDb::locate(uint32_t element) const {
  Element& start = elements_[element];
  if (start.located) return start.locations;
  Locations result;
  std::vector<uint32_t> queue = {element};
  std::unordered_set<uint32_t> seen = {element};
  while (!queue.empty()) {
    uint32_t at = queue.back();
    queue.pop_back();
    if (elements_[at].pointsTo.empty()) result.push_back(at);
    for (uint32_t next : elements_[at].pointsTo) {
      if (seen.insert(next).second) queue.push_back(next);
    }
  }
  std::sort(result.begin(), result.end());
  start.locations = std::move(result);
  start.located = true;
  return start.locations;
}

// Makes every location of a wildcard value point to the wildcard of the value's type.
void AliasDb::pointWildcards() {
  std::vector<std::pair<uint32_t, uint32_t>> edges;
  for (const Value* value : wildcardValues_) {
    auto element = elementOf(value);
    auto wildcard = findWildcard(value->type());
    if (!element || !wildcard) continue;
    for (uint32_t location : locate(*element)) {
      if (location != *wildcard) edges.emplace_back(location, *wildcard);
    }
  }
  for (auto [from, to] : edges) addOnce(elements_[from].pointsTo, to);
  for (Element& element : elements_) element.located = false;
}

void AliasDb::indexWrites() {
  for (const Write& write : pending_) {
    auto element = elementOf(write.value);
    if (!element) continue;
    if (write.contained) {
      std::unordered_set<uint32_t> all;
      collectContained(*element, all);
      Locations sorted(all.begin(), all.end());
      std::sort(sorted.begin(), sorted.end());
      addAll(writes_[write.node], sorted);
    } else {
      addAll(writes_[write.node], locate(*element));
    }
  }
  for (const Node* node : writesAllWildcards_) {
    Locations all;
    for (const auto& [types, element] : wildcards_) all.push_back(element);
    std::sort(all.begin(), all.end());
    addAll(writes_[node], all);
  }
  for (const auto& [node, locations] : writes_) written_.insert(locations.begin(), locations.end());
}

void AliasDb::collectContained(uint32_t element, std::unordered_set<uint32_t>& all) const {
  std::vector<uint32_t> queue = {element};
  while (!queue.empty()) {
    uint32_t at = queue.back();
    queue.pop_back();
    if (!all.insert(at).second) continue;
    const Locations& locations = locate(at);
    queue.insert(queue.end(), locations.begin(), locations.end());
    queue.insert(queue.end(), elements_[at].contained.begin(), elements_[at].contained.end());
  }
}

// ---- queries

const Locations& AliasDb::locations(const Value* value) const {
  static const Locations kNone;
  auto element = elementOf(value);
  return element ? locate(*element) : kNone;
}

bool AliasDb::hasWriters(const Value* value) const {
  if (written_.empty() || value->mustBeNone()) return false;
  const Locations& all = locations(value);
  return std::any_of(all.begin(), all.end(),
                     [&](uint32_t element) { return written_.contains(element); });
}

bool AliasDb::hasWriters(std::span<Value* const> values) const {
  return std::any_of(values.begin(), values.end(),
                     [&](const Value* value) { return hasWriters(value); });
}

bool AliasDb::hasWriters(const Node* node) const {
  return hasWriters(node->inputs()) || hasWriters(node->outputs());
}

Locations AliasDb::writes(const Node* node) const {
  Locations result;
  if (auto writes = writes_.find(node); writes != writes_.end()) result = writes->second;
  for (const Block* block : node->blocks()) {
    for (const Node* inner : block->nodes()) addAll(result, writes(inner));
  }
  return result;
}

bool AliasDb::writesToWildcard(const Node* node) const {
  auto writes = writes_.find(node);
  if (writes == writes_.end()) return false;
  return std::any_of(wildcards_.begin(), wildcards_.end(), [&](const auto& wildcard) {
    return std::binary_search(writes->second.begin(), writes->second.end(), wildcard.second);
  });
}

bool AliasDb::mayAlias(std::span<Value* const> a, std::span<Value* const> b) const {
  std::unordered_set<uint32_t> left;
  for (const Value* value : a) left.insert(locations(value).begin(), locations(value).end());
  for (const Value* value : b) {
    for (uint32_t location : locations(value)) {
      if (left.contains(location)) return true;
    }
  }
  return false;
}

std::unordered_set<uint32_t> AliasDb::contents(std::span<Value* const> values) const {
  std::unordered_set<uint32_t> all;
  for (const Value* value : values) {
    if (auto element = elementOf(value)) collectContained(*element, all);
  }
  return all;
}

bool AliasDb::mayContainAlias(std::span<Value* const> a, std::span<Value* const> b) const {
  std::unordered_set<uint32_t> left = contents(a);
  if (left.empty()) return false;
  std::unordered_set<uint32_t> right = contents(b);
  return std::any_of(left.begin(), left.end(),
                     [&](uint32_t element) { return right.contains(element); });
}

bool AliasDb::escapes(std::span<Value* const> values) const {
  if (mayContainAlias(graph_.inputs(), values) || mayContainAlias(graph_.outputs(), values))
    return true;
  for (const Value* value : values) {
    auto wildcard = findWildcard(value->type());
    if (!wildcard) continue;
    const Locations& mine = locations(value);
    const Locations& theirs = locate(*wildcard);
    if (std::find_first_of(mine.begin(), mine.end(), theirs.begin(), theirs.end()) != mine.end())
      return true;
  }
  return false;
}

bool AliasDb::safeToChangeAliasing(std::span<Value* const> a, std::span<Value* const> b) const {
  if (hasWriters(a) || hasWriters(b)) return false;
  return !(escapes(a) && escapes(b));
}

}  // namespace ts::passes
