// Dicts, and the hashing of strings. A linear search serves a dict with few entries; larger ones
// have buckets.
#include <algorithm>
#include <bit>
#include <cstring>

#include "core/eval/vm/vm.h"

namespace ts::eval {
namespace {

constexpr size_t kLinear = 8;  // the largest number of entries without buckets
constexpr int32_t kFree = -1;  // also the result "not found"

// Distributes the hashes of consecutive integers and aligned addresses over the buckets.
size_t firstBucket(size_t hash, size_t buckets) {
  return hash * size_t{0x9E3779B97F4A7C15} >> (64 - std::countr_zero(buckets));
}

bool isPlainStr(const Object& object) {
  return object.kind == Kind::Str && !object.cls->has(Special::Eq);
}

// The key as an interned name; null when a search may have to call __eq__ or __hash__.
Str* nameOf(const Dict& dict, const Value& key) {
  if (!dict.namesOnly) return nullptr;
  Str* text = key.as<Str>();
  return text && !text->cls->has(Special::Eq) && !text->cls->has(Special::Hash) ? text : nullptr;
}

enum class Match : uint8_t { No, Yes, Ask };

Match match(const Value& a, const Value& b) {
  if (a.same(b)) return Match::Yes;
  const Object* left = a.object();
  const Object* right = b.object();
  if (left && right && isPlainStr(*left) && isPlainStr(*right)) {
    const auto& first = static_cast<const Str&>(*left);
    const auto& second = static_cast<const Str&>(*right);
    if (first.interned && second.interned) return Match::No;
    return first.text == second.text ? Match::Yes : Match::No;
  }
  if (!left && a.tag() == b.tag()) return Match::No;
  return Match::Ask;
}

}  // namespace

uint64_t hashText(std::string_view text) {
  constexpr uint64_t kFactor = 0x9E3779B97F4A7C15;
  auto mix = [](uint64_t value) {
    auto product = static_cast<unsigned __int128>(value) * kFactor;
    return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
  };
  const char* at = text.data();
  size_t left = text.size();
  uint64_t hash = left, word = 0;
  for (; left > 8; at += 8, left -= 8) {
    std::memcpy(&word, at, 8);
    hash = mix(hash ^ word);
  }
  // Reads the remaining bytes into one word; the two halves may overlap.
  word = 0;
  if (left >= 4) {
    uint32_t low, high;
    std::memcpy(&low, at, 4);
    std::memcpy(&high, at + left - 4, 4);
    word = low | uint64_t{high} << 32;
  } else if (left > 0) {
    auto byte = [&](size_t i) { return uint64_t{static_cast<unsigned char>(at[i])}; };
    word = byte(0) | byte(left / 2) << 8 | byte(left - 1) << 16;
  }
  return mix(hash ^ word ^ kFactor);
}

size_t Str::computeHash() const {
  hash_ = hashText(text);
  if (hash_ == 0) hash_ = 1;
  return hash_;
}

int64_t Str::length() const {
  if (length_ < 0) {
    length_ = 0;
    for (unsigned char byte : text) length_ += (byte & 0xC0) != 0x80;
  }
  return length_;
}

// The index of the entry with this hash for which isKey returns true; -1 when there is none.
template <typename F>
int64_t Dict::probe(size_t hash, F&& isKey) {
  if (buckets.empty()) {
    for (size_t i = 0; i < entries.size(); ++i)
      if (entries[i].hash == hash && !entries[i].key.isUnbound() && isKey(i))
        return static_cast<int64_t>(i);
    return -1;
  }
  size_t mask = buckets.size() - 1;
  for (size_t at = firstBucket(hash, buckets.size());; at = (at + 1) & mask) {
    int32_t index = buckets[at];
    if (index == kFree) return -1;
    if (entries[index].hash == hash && isKey(static_cast<size_t>(index))) return index;
  }
}

int64_t Dict::findName(const Str* name) {
  if (namesOnly && name->interned) {
    if (!buckets.empty()) {
      const size_t mask = buckets.size() - 1;
      for (size_t at = firstBucket(name->hash(), buckets.size());; at = (at + 1) & mask) {
        const int32_t index = buckets[at];
        if (index == kFree || entries[index].key.is(name)) return index;
      }
    }
    for (size_t i = 0; i < entries.size(); ++i)
      if (entries[i].key.is(name)) return static_cast<int64_t>(i);
    return -1;
  }
  return probe(name->hash(), [&](size_t i) {
    const Object* key = entries[i].key.object();
    if (key == name) return true;
    if (!key || key->kind != Kind::Str) return false;
    const Str& other = static_cast<const Str&>(*key);
    return !(other.interned && name->interned) && other.text == name->text;
  });
}

int64_t Dict::findEntry(Vm& vm, const Value& key, size_t hash) {
  while (true) {
    bool changed = false;
    int64_t number = probe(hash, [&](size_t i) {
      Match quick = match(entries[i].key, key);
      if (quick != Match::Ask) return quick == Match::Yes;
      Value stored = entries[i].key;
      size_t before = count;
      const Entry* base = entries.data();
      bool equal = vm.equal(stored, key);
      // Starts again when __eq__ has changed this dict.
      changed = count != before || entries.data() != base || i >= entries.size() ||
                !entries[i].key.same(stored);
      return changed || equal;
    });
    if (!changed) return number;
    vm.burn(1);
  }
}

Value* Dict::search(const Str* name) {
  int64_t index = findName(name);
  return index < 0 ? nullptr : &entries[index].value;
}

uint16_t Dict::hintOf(const Value& value) const {
  const auto* entry = reinterpret_cast<const Entry*>(reinterpret_cast<const char*>(&value) -
                                                     offsetof(Entry, value));
  return static_cast<uint16_t>(std::min<ptrdiff_t>(entry - entries.data(), UINT16_MAX));
}

void Dict::reserve(size_t room) {
  entries.reserve(room);
  if (room > kLinear) rehash(room);
}

void Dict::set(Str* name, Value value) {
  int64_t index = findName(name);
  if (index >= 0)
    entries[index].value = std::move(value);
  else
    insert(name, std::move(value), name->hash());
}

bool Dict::erase(const Str* name) {
  int64_t index = findName(name);
  if (index < 0) return false;
  removeAt(static_cast<size_t>(index));
  return true;
}

size_t Dict::hashOf(Vm& vm, const Value& key) {
  const Object* object = key.object();
  if (object && object->kind == Kind::Str && !object->cls->has(Special::Hash))
    return static_cast<const Str*>(object)->hash();
  return vm.hash(key);
}

Value* Dict::find(Vm& vm, const Value& key) {
  if (const Str* name = nameOf(*this, key)) return find(name);
  int64_t index = findEntry(vm, key, hashOf(vm, key));
  return index < 0 ? nullptr : &entries[index].value;
}

void Dict::set(Vm& vm, const Value& key, Value value) {
  if (Str* name = nameOf(*this, key)) return set(name, std::move(value));
  size_t hash = hashOf(vm, key);
  int64_t index = findEntry(vm, key, hash);
  if (index >= 0)
    entries[index].value = std::move(value);
  else
    insert(key, std::move(value), hash);
}

bool Dict::erase(Vm& vm, const Value& key, Value* removed) {
  int64_t index = findEntry(vm, key, hashOf(vm, key));
  if (index < 0) return false;
  if (removed) *removed = entries[index].value;
  removeAt(static_cast<size_t>(index));
  return true;
}

// Moves later entries of the same run up, so that a search may stop at any free bucket.
void Dict::freeBucket(size_t index) {
  size_t mask = buckets.size() - 1;
  size_t at = firstBucket(entries[index].hash, buckets.size());
  while (buckets[at] != static_cast<int32_t>(index)) at = (at + 1) & mask;
  for (size_t next = (at + 1) & mask; buckets[next] != kFree; next = (next + 1) & mask) {
    size_t home = firstBucket(entries[buckets[next]].hash, buckets.size());
    if (((next - home) & mask) < ((next - at) & mask)) continue;
    buckets[at] = buckets[next];
    at = next;
  }
  buckets[at] = kFree;
}

void Dict::removeAt(size_t index) {
  // Removes both from the table before they are destroyed, because their destruction may access the
  // dict.
  Value key = std::exchange(entries[index].key, Value());
  Value value = std::exchange(entries[index].value, Value());
  if (!buckets.empty()) freeBucket(index);
  if (--count == 0) {
    entries.clear();
    buckets.clear();
  }
}

Dict::Entry Dict::removeLast() {
  while (entries.back().key.isUnbound()) entries.pop_back();
  Entry last = entries.back();
  removeAt(entries.size() - 1);
  return last;
}

void Dict::clear() {
  std::vector<Entry> old = std::exchange(entries, {});
  buckets.clear();
  count = 0;
}

void Dict::insert(const Value& key, Value value, size_t hash) {
  if (entries.size() >= kLinear && (entries.size() + 1) * 2 > buckets.size()) rehash();
  if (!buckets.empty()) {
    size_t mask = buckets.size() - 1;
    size_t at = firstBucket(hash, buckets.size());
    while (buckets[at] != kFree) at = (at + 1) & mask;
    buckets[at] = static_cast<int32_t>(entries.size());
  }
  if (entries.capacity() == 0) entries.reserve(4);
  const Str* name = namesOnly ? key.as<Str>() : nullptr;
  namesOnly = name && name->interned;
  entries.push_back({key, std::move(value), hash});
  ++count;
}

// Closes the holes and makes room for as many entries again, or for `room` entries.
void Dict::rehash(size_t room) {
  if (count < entries.size())
    std::erase_if(entries, [](const Entry& entry) { return entry.key.isUnbound(); });
  buckets.clear();
  if (std::max(room, entries.size()) < kLinear) return;
  buckets.assign(std::bit_ceil(std::max(room * 2, entries.size() * 3 + 1)), kFree);
  size_t mask = buckets.size() - 1;
  for (size_t i = 0; i < entries.size(); ++i) {
    size_t at = firstBucket(entries[i].hash, buckets.size());
    while (buckets[at] != kFree) at = (at + 1) & mask;
    buckets[at] = static_cast<int32_t>(i);
  }
}

}  // namespace ts::eval
