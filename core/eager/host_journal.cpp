#include "core/eager/host_journal.h"

#include <fmt/format.h>

#include "core/archive/archive_error.h"
#include "core/eager/torch.h"

namespace ts::eager {

namespace {

// The bytes of an entry besides its texts.
constexpr size_t kJournalEntryBytes = 200;

void addTo(uint64_t& key, std::string_view text) {
  key = (key ^ std::hash<std::string_view>()(text)) * 0x9e3779b97f4a7c15 + text.size();
}

uint64_t keyOf(Vm& vm, uint64_t function, std::span<const Value> arguments) {
  uint64_t key = function;
  for (const Value& argument : arguments) {
    auto* bytes = argument.as<eval::Bytes>();
    addTo(key, bytes ? bytes->data : vm.toStr(argument));
  }
  return key;
}

}  // namespace

// ---- data

HostJournal::Data HostJournal::dataOf(Vm& vm, const Value& value) {
  using Kind = Data::Kind;
  Data data{Kind::None};
  const auto addAll = [&](const std::vector<Value>& items) {
    for (const Value& item : items) data.parts.push_back(dataOf(vm, item));
  };
  if (value.isBool()) {
    data.kind = Kind::Bool;
    data.integer = vm.truth(value);
  } else if (vm.asInt(value, data.integer)) {
    data.kind = Kind::Int;
  } else if (value.isFloat()) {
    data.kind = Kind::Float;
    data.real = value.realValue();
  } else if (auto* text = value.as<Str>()) {
    data.kind = Kind::Text;
    data.text = text->text;
  } else if (auto* bytes = value.as<eval::Bytes>()) {
    data.kind = Kind::Bytes;
    data.text = bytes->data;
  } else if (auto* list = value.as<List>()) {
    data.kind = Kind::List;
    addAll(list->items);
  } else if (auto* tuple = value.as<Tuple>()) {
    data.kind = Kind::Tuple;
    addAll(tuple->items);
  } else if (auto* dict = value.as<Dict>()) {
    data.kind = Kind::Dict;
    dict->each([&](const Value& key, const Value& content) {
      data.parts.push_back(dataOf(vm, key));
      data.parts.push_back(dataOf(vm, content));
    });
  }
  return data;
}

Value HostJournal::valueOf(Vm& vm, const Data& data) {
  using Kind = Data::Kind;
  std::vector<Value> parts;
  for (const Data& part : data.parts) parts.push_back(valueOf(vm, part));
  switch (data.kind) {
    case Kind::None: return Value::none();
    case Kind::Bool: return Value::boolean(data.integer != 0);
    case Kind::Int: return Value::integer(data.integer);
    case Kind::Float: return Value::real(data.real);
    case Kind::Text: return vm.str(data.text);
    case Kind::Bytes: return vm.bytes(data.text);
    case Kind::List: return vm.list(std::move(parts));
    case Kind::Tuple: return vm.tuple(std::move(parts));
    case Kind::Dict: break;
  }
  Ref<Dict> dict = vm.dict();
  for (size_t i = 0; i + 1 < parts.size(); i += 2) dict->set(vm, parts[i], parts[i + 1]);
  return dict;
}

size_t HostJournal::sizeOf(const Data& data) {
  size_t size = kJournalEntryBytes + data.text.size();
  for (const Data& part : data.parts) size += sizeOf(part);
  return size;
}

// ---- entries

const HostJournal::Entry* HostJournal::replayed(uint64_t key) {
  if (next_ == entries_.size()) return nullptr;
  if (entries_[next_].key == key) return &entries_[next_++];
  // The program takes another way than before, because a value was changed by hand.
  for (size_t i = next_; i < entries_.size(); ++i) bytes_ -= sizeOf(entries_[i].data);
  entries_.resize(next_);
  return nullptr;
}

void HostJournal::add(Entry entry) {
  bytes_ += sizeOf(entry.data);
  if (bytes_ > mostBytes_) {
    problem_ = fmt::format(
        "the results of files and input need more than `maxMemory`, {} MB, so the program cannot "
        "be run again",
        mostBytes_ >> 20);
    entries_.clear();
    return;
  }
  entries_.push_back(std::move(entry));
  next_ = entries_.size();
}

Value HostJournal::call(Vm& vm, uint64_t function, std::span<const Value> arguments,
                        const std::function<Value()>& make) {
  if (!isActive()) return make();
  const uint64_t key = keyOf(vm, function, arguments);
  if (const Entry* entry = replayed(key)) {
    if (!entry->isError) return valueOf(vm, entry->data);
    std::vector<Value> error;
    for (const Data& part : entry->data.parts) error.push_back(valueOf(vm, part));
    vm.raise(vm.types.OSError, std::move(error));
  }
  try {
    Value value = make();
    add({key, false, dataOf(vm, value), nullptr});
    return value;
  } catch (eval::Raised& raised) {
    if (raised.exception->cls->isSubclass(vm.types.OSError))
      add({key, true, dataOf(vm, Value(&*raised.exception->args)), nullptr});
    else
      problem_ = "a call of the system was interrupted, so the program cannot be run again";
    throw;
  }
}

std::shared_ptr<void> HostJournal::object(Vm& vm, uint64_t function,
                                          std::span<const Value> arguments,
                                          const std::function<std::shared_ptr<void>()>& make) {
  if (!isActive()) return make();
  const uint64_t key = keyOf(vm, function, arguments);
  if (const Entry* entry = replayed(key)) {
    if (entry->isError) throw archive::ArchiveError(entry->data.text);
    return entry->object;
  }
  try {
    std::shared_ptr<void> object = make();
    add({key, false, {Data::Kind::None}, object});
    return object;
  } catch (const archive::ArchiveError& error) {
    add({key, true, {.kind = Data::Kind::Text, .text = error.what()}, nullptr});
    throw;
  }
}

Value callHost(Vm& vm, uint64_t function, std::span<const Value> arguments,
               const std::function<Value()>& make) {
  HostJournal* const journal = eagerOf(vm).journal;
  return journal ? journal->call(vm, function, arguments, make) : make();
}

std::shared_ptr<void> openOnHost(Vm& vm, uint64_t function, std::span<const Value> arguments,
                                 const std::function<std::shared_ptr<void>()>& make) {
  HostJournal* const journal = eagerOf(vm).journal;
  return journal ? journal->object(vm, function, arguments, make) : make();
}

}  // namespace ts::eager
