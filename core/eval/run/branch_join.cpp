// Unknown conditions: both paths run from the same state and are joined where they meet. Vm::touch
// records the changes of a path, so that they can be undone and applied again.
#include <algorithm>
#include <optional>
#include <unordered_map>

#include "core/eval/vm/state.h"

namespace ts::eval {

namespace {

constexpr int kMaxNested = 100;  // nested unknown conditions
constexpr int kMaxSteps = 200;   // steps of two paths until they meet

struct TableContent {
  std::vector<Dict::Entry> entries;
  std::vector<int32_t> buckets;
  size_t count = 0;
};

// The contents of an object that a join compares.
struct Content {
  std::vector<Value> items;  // of a List or a Generator
  std::optional<TableContent> table;
  Value value;           // of a Cell
  Ref<Dict> attributes;  // a reference to the dict, because a path may create it
  bool unknown = false;
};

TableContent contentOf(const Dict& dict) { return {dict.entries, dict.buckets, dict.count}; }
void restore(Dict& dict, TableContent content) {
  dict.entries = std::move(content.entries);
  dict.buckets = std::move(content.buckets);
  dict.count = content.count;
}

Dict* tableOf(Object& object) {
  switch (object.kind) {
    case Kind::Dict: return static_cast<Dict*>(&object);
    case Kind::Set:
    case Kind::FrozenSet: return &static_cast<Set&>(object).table;
    default: return nullptr;
  }
}
bool* unknownFlag(Object& object) {
  switch (object.kind) {
    case Kind::List: return &static_cast<List&>(object).unknown;
    case Kind::Dict: return &static_cast<Dict&>(object).unknown;
    case Kind::Set:
    case Kind::FrozenSet: return &static_cast<Set&>(object).unknown;
    default: return nullptr;
  }
}

Content capture(Object& object) {
  Content content;
  if (object.kind == Kind::List) content.items = static_cast<List&>(object).items;
  if (object.kind == Kind::Generator) content.items = static_cast<Generator&>(object).slots;
  if (object.kind == Kind::Cell) content.value = static_cast<Cell&>(object).value;
  if (Dict* table = tableOf(object)) content.table = contentOf(*table);
  if (bool* unknown = unknownFlag(object)) content.unknown = *unknown;
  content.attributes = object.attributes;
  return content;
}

void install(Object& object, const Content& content) {
  if (object.kind == Kind::List) static_cast<List&>(object).items = content.items;
  if (object.kind == Kind::Generator)
    std::copy(content.items.begin(), content.items.end(),
              static_cast<Generator&>(object).slots.begin());
  if (object.kind == Kind::Cell) static_cast<Cell&>(object).value = content.value;
  if (Dict* table = tableOf(object)) restore(*table, *content.table);
  if (bool* unknown = unknownFlag(object)) *unknown = content.unknown;
  object.attributes = content.attributes;
  if (object.kind == Kind::Class) static_cast<Class&>(object).changed();
}

}  // namespace

struct Vm::PathChanges {
  struct Saved {
    Ref<Object> object;
    Content before, after;
    bool isNamespace = false;  // the dict of a module, class or instance
  };
  Vm& vm;
  PathChanges* outer;
  std::vector<Saved> saved;
  std::unordered_map<Object*, size_t> index;

  static PathChanges* current(Vm& vm) { return vm.pathChanges_; }
  PathChanges(Vm& vm) : vm(vm), outer(vm.pathChanges_) {}

  void record(Object& object, bool isNamespace = false) {
    if (!index.try_emplace(&object, saved.size()).second) return;
    saved.push_back({Ref<Object>(&object), capture(object), {}, isNamespace});
  }
  void enter() { vm.pathChanges_ = this; }
  void leave() { vm.pathChanges_ = outer; }
  // Undoes the changes of the path; redo() applies them again.
  void undo() {
    for (Saved& entry : saved) {
      entry.after = capture(*entry.object);
      eval::install(*entry.object, entry.before);
    }
  }
  void redo() {
    for (Saved& entry : saved) eval::install(*entry.object, entry.after);
  }
  // The fuel for one undo() or redo(): both copy the content of each object.
  uint64_t cost() const {
    constexpr uint64_t kForObject = 20;
    uint64_t fuel = 0;
    for (const Saved& entry : saved) {
      fuel += kForObject + entry.before.items.size();
      if (entry.before.table) fuel += entry.before.table->entries.size();
    }
    return fuel;
  }
  const Saved* find(Object* object) const {
    auto match = index.find(object);
    return match == index.end() ? nullptr : &saved[match->second];
  }
};

// Records an object before it changes. Attributes are recorded as their dict, classes and modules
// as the dict of their names.
void Vm::recordChange(Object& object) {
  if (object.kind == Kind::Module)
    return pathChanges_->record(*static_cast<Module&>(object).globals, true);
  if (object.kind == Kind::Class) pathChanges_->record(*static_cast<Class&>(object).dict, true);
  if (object.attributes) pathChanges_->record(*object.attributes, true);
  pathChanges_->record(object);
}

// ---- joining

Value joined(Vm& vm, const Value& a, const Value& b) {
  if (a.same(b)) return a;
  const Str* s = a.as<Str>();
  const Str* t = b.as<Str>();
  if (s && t && s->text == t->text) return a;
  const Tuple* x = a.as<Tuple>();
  const Tuple* y = b.as<Tuple>();
  if (x && y && x->cls == y->cls && x->cls.get() == vm.types.tuple &&
      x->items.size() == y->items.size()) {
    std::vector<Value> items;
    for (size_t i = 0; i < x->items.size(); ++i)
      items.push_back(joined(vm, x->items[i], y->items[i]));
    return vm.tuple(std::move(items));
  }
  if (vm.state().choices) vm.state().choices->joined(a, b);
  return Value::unknown();
}

namespace {

void joinTable(Vm& vm, Dict& table, const TableContent& a, const TableContent& b, bool& differs) {
  restore(table, a);
  Dict other(vm.types.dict);
  restore(other, b);
  // Keys match if their hashes are equal and they are identical or equal strings. Other equal keys
  // are rare in practice.
  auto match = [](const Dict::Entry& x, const Dict::Entry& y) {
    if (x.hash != y.hash || x.key.isUnbound() || y.key.isUnbound()) return false;
    const Str* s = x.key.as<Str>();
    const Str* t = y.key.as<Str>();
    return x.key.same(y.key) || (s && t && s->text == t->text);
  };
  std::unordered_multimap<size_t, const Dict::Entry*> byHash;
  for (const Dict::Entry& entry : b.entries)
    if (!entry.key.isUnbound()) byHash.emplace(entry.hash, &entry);
  for (Dict::Entry& entry : table.entries) {
    if (entry.key.isUnbound()) continue;
    const Dict::Entry* same = nullptr;
    for (auto [at, end] = byHash.equal_range(entry.hash); at != end; ++at)
      if (match(entry, *at->second)) same = at->second;
    if (same) {
      entry.value = joined(vm, entry.value, same->value);
    } else {
      entry.value = Value::unknown();
      differs = true;
    }
  }
  std::vector<Value> onlyThere;
  for (const Dict::Entry& entry : b.entries) {
    if (entry.key.isUnbound()) continue;
    bool isFound = false;
    for (const Dict::Entry& mine : a.entries) isFound = isFound || match(mine, entry);
    if (!isFound) onlyThere.push_back(entry.key);
  }
  for (const Value& key : onlyThere) {
    differs = true;
    try {
      table.set(vm, key, Value::unknown());
    } catch (Raised&) {
    } catch (UnknownTruth&) {
    }
  }
}

void joinObject(Vm& vm, Object& object, bool isNamespace, const Content& a, const Content& b) {
  install(object, a);
  if (bool* unknown = unknownFlag(object)) *unknown = a.unknown || b.unknown;
  if (object.kind == Kind::List) {
    auto& list = static_cast<List&>(object);
    if (a.items.size() == b.items.size()) {
      for (size_t i = 0; i < a.items.size(); ++i)
        list.items[i] = joined(vm, a.items[i], b.items[i]);
    } else {
      list.items.resize(std::min(a.items.size(), b.items.size()));
      for (size_t i = 0; i < list.items.size(); ++i)
        list.items[i] = joined(vm, a.items[i], b.items[i]);
      list.unknown = true;
    }
  }
  if (object.kind == Kind::Generator)
    static_cast<Generator&>(object).state = Generator::State::Unknown;
  if (object.kind == Kind::Cell) static_cast<Cell&>(object).value = joined(vm, a.value, b.value);
  if (Dict* table = tableOf(object)) {
    bool differs = false;
    joinTable(vm, *table, *a.table, *b.table, differs);
    // In a namespace a name on only one path stays Unknown. Any other dict becomes unknown, because
    // its number of keys is unknown.
    if (differs && !isNamespace) *unknownFlag(object) = true;
  }
  if (a.attributes != b.attributes) {
    object.attributes = a.attributes ? a.attributes : b.attributes;
    if (!a.attributes || !b.attributes)
      object.attributes->each([](const Value&, Value& value) { value = Value::unknown(); });
  }
}

// One of the two paths.
struct PathRun {
  explicit PathRun(Vm& vm) : changes(vm) {}
  std::vector<Value> slots;  // while the path is suspended
  Vm::PathChanges changes;
  Outcome outcome;
  Ref<ExceptionObject> raised;
  bool left() const { return !raised && outcome.exit == Exit::Left; }
};

class BranchJoin {
 public:
  BranchJoin(Vm& vm, Frame& frame)
      : vm_(vm), frame_(frame), at_(frame.at), handling_(vm.state().handling) {
    ++vm.state().openBranches;
    ++frame.openBranches;
  }
  ~BranchJoin() {
    --vm_.state().openBranches;
    --frame_.openBranches;
  }

  Outcome go(const Path& first, const Path& second, uint32_t join) {
    if (vm_.state().openBranches > kMaxNested) throw UnknownTruth{};
    base_.assign(frame_.slots,
                 frame_.slots + frame_.code->slotCount() + std::max(first.depth, second.depth));
    try {
      return meet(first, second, join);
    } catch (UnknownTruth&) {
      restore();
      throw;
    }
  }

 private:
  Outcome meet(const Path& first, const Path& second, uint32_t join) {
    PathRun a(vm_), b(vm_);
    start(a, first, join);
    start(b, second, join);
    for (int steps = 0; a.left() && b.left() && a.outcome.at != b.outcome.at; ++steps) {
      if (steps > kMaxSteps) throw UnknownTruth{};
      if (continuesFirst(a.outcome.at, b.outcome.at)) {
        advance(a, b.outcome.at);
      } else {
        advance(b, a.outcome.at);
      }
    }
    vm_.state().handling = handling_;
    // Assume that a raising path is not taken.
    if (a.raised) return commit(b);
    if (b.raised) return commit(a);
    return merge(a, b);
  }

  // The frame as it was before the paths. Code of a module goes on behind the condition.
  void restore() {
    putSlots(base_);
    for (size_t i = base_.size(); i < frame_.code->slotCount() + frame_.code->stackSize; ++i)
      frame_.slots[i] = Value();
    frame_.at = at_;
    vm_.state().handling = handling_;
  }

  void step(PathRun& path, uint32_t at, uint32_t depth, uint32_t begin, uint32_t end) {
    path.changes.enter();
    try {
      vm_.state().handling = handling_;
      path.outcome = run(vm_, frame_, at, depth, begin, end);
    } catch (Raised& raised) {
      path.raised = raised.exception;
    } catch (...) {
      path.changes.leave();
      path.changes.undo();
      throw;
    }
    path.changes.leave();
    path.changes.undo();
    takeSlots(path);
    vm_.burn(path.changes.cost());
  }

  void start(PathRun& path, const Path& from, uint32_t join) {
    putSlots(base_);
    uint32_t depth = from.depth;
    for (uint32_t i = frame_.code->slotCount() + depth; i < base_.size(); ++i)
      frame_.slots[i] = Value();
    if (!from.pushed.isUnbound()) frame_.stack()[depth++] = from.pushed;
    step(path, from.at, depth, std::min(from.at, frame_.at + 1),
         join > frame_.at ? join : frame_.at + 1);
  }

  void advance(PathRun& path, uint32_t target) {
    path.changes.redo();
    putSlots(path.slots);
    uint32_t at = path.outcome.at;
    uint32_t begin = 0, end = target;
    for (const Loop& loop : frame_.code->loops) {
      if (loop.head != target || at <= target || at >= loop.exit) continue;
      begin = target + 1;  // up to the next iteration
      end = loop.exit;
    }
    step(path, at, path.outcome.depth, begin, end);
  }

  // True when the path at `a` has to continue to meet the path at `b`. Loops continue from their
  // body to their head, and from the head to their exit.
  bool continuesFirst(uint32_t a, uint32_t b) const {
    for (const Loop& loop : frame_.code->loops) {
      if (loop.head == b && a > b && a < loop.exit) return true;
      if (loop.head == a && b > a && b < loop.exit) return false;
    }
    return a < b;
  }

  void takeSlots(PathRun& path) {
    size_t count = frame_.code->slotCount() + (path.left() ? path.outcome.depth : 0);
    path.slots.clear();
    for (size_t i = 0; i < count; ++i) path.slots.push_back(std::move(frame_.slots[i]));
    for (size_t i = count; i < frame_.code->slotCount() + frame_.code->stackSize; ++i)
      frame_.slots[i] = Value();
  }
  void putSlots(const std::vector<Value>& slots) {
    std::copy(slots.begin(), slots.end(), frame_.slots);
  }

  // Records the change for the enclosing unknown condition as well.
  void touch(Object& object, const Vm::PathChanges::Saved& entry) {
    if (Vm::PathChanges* outer = Vm::PathChanges::current(vm_))
      outer->record(object, entry.isNamespace);
  }

  Outcome commit(PathRun& only) {
    for (auto& entry : only.changes.saved) {
      touch(*entry.object, entry);
      install(*entry.object, entry.after);
    }
    putSlots(only.slots);
    if (only.raised) throw Raised{only.raised};
    return only.outcome;
  }

  Outcome merge(PathRun& a, PathRun& b) {
    auto join = [&](Object& object, const Vm::PathChanges::Saved* x,
                    const Vm::PathChanges::Saved* y) {
      touch(object, x ? *x : *y);
      joinObject(vm_, object, (x ? x : y)->isNamespace, x ? x->after : y->before,
                 y ? y->after : x->before);
    };
    for (auto& entry : a.changes.saved)
      join(*entry.object, &entry, b.changes.find(entry.object.get()));
    for (auto& entry : b.changes.saved)
      if (!a.changes.find(entry.object.get())) join(*entry.object, nullptr, &entry);
    if (!a.left() && !b.left()) {
      putSlots(a.slots);
      a.outcome.value = joined(vm_, a.outcome.value, b.outcome.value);
      return a.outcome;
    }
    if (a.left() && b.left()) {
      size_t count = std::min(a.slots.size(), b.slots.size());
      for (size_t i = 0; i < count; ++i) frame_.slots[i] = joined(vm_, a.slots[i], b.slots[i]);
      a.outcome.depth = static_cast<uint32_t>(count) - frame_.code->slotCount();
      return a.outcome;
    }
    if (vm_.state().choices) vm_.state().choices->returnedInBranch();
    PathRun& continuing = a.left() ? a : b;
    PathRun& returned = a.left() ? b : a;
    if (frame_.returned.isUnbound()) ++vm_.state().uncertain;
    frame_.returned = frame_.returned.isUnbound()
                          ? returned.outcome.value
                          : joined(vm_, frame_.returned, returned.outcome.value);
    putSlots(continuing.slots);
    return continuing.outcome;
  }

  Vm& vm_;
  Frame& frame_;
  const uint32_t at_;  // of the condition
  Value handling_;
  std::vector<Value> base_;
};

}  // namespace

Outcome runBothPaths(Vm& vm, Frame& frame, Path first, Path second, uint32_t join, bool mayChoose) {
  // The library's own conditions are not the program's.
  Choices* choices = mayChoose && !frame.module->isLibrary ? vm.state().choices : nullptr;
  const Choices::SourceKey place = choices ? Choices::placeOf(vm.where()) : Choices::SourceKey{};
  if (const auto chosen = choices ? choices->decision(place) : std::nullopt) {
    const Path& path = *chosen == 0 ? first : second;
    Outcome outcome;
    outcome.exit = Exit::Left;
    outcome.at = path.at;
    outcome.depth = path.depth;
    if (!path.pushed.isUnbound()) frame.stack()[outcome.depth++] = path.pushed;
    return outcome;
  }
  // Leaves the branch also when the evaluation ends in it.
  struct InBranch {
    Choices* choices;
    InBranch(Choices* all, Choices::SourceKey at) : choices(all) {
      if (choices) choices->enterBranch(at);
    }
    ~InBranch() {
      if (choices) choices->leaveBranch();
    }
  } inBranch(choices, place);
  uint32_t at = frame.at;
  Outcome outcome = BranchJoin(vm, frame).go(first, second, join);
  frame.at = at;
  return outcome;
}

}  // namespace ts::eval
