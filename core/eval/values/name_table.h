// The interned strings of a Vm: a hash table with open addressing. Strings are never removed.
#pragma once

#include <cstring>
#include <string_view>
#include <vector>

#include "core/eval/values/objects.h"

namespace ts::eval {

class NameTable {
 public:
  // Returns the interned string with this text. When there is none yet, make() creates it.
  template <typename Make>
  Str* intern(std::string_view text, Make&& make) {
    if (strings_.size() * 2 >= slots_.size()) grow();
    const auto hash = static_cast<uint32_t>(hashText(text));
    size_t at = hash & (slots_.size() - 1);
    for (; slots_[at].index; at = (at + 1) & (slots_.size() - 1)) {
      if (slots_[at].hash != hash) continue;
      Str* interned = strings_[slots_[at].index - 1].get();
      if (interned->text == text) return interned;
    }
    strings_.push_back(make());
    slots_[at] = {hash, static_cast<uint32_t>(strings_.size())};
    return strings_.back().get();
  }

  auto begin() const { return strings_.begin(); }
  auto end() const { return strings_.end(); }

 private:
  struct Slot {
    uint32_t hash = 0, index = 0;  // index: of the string, plus one; 0: free
  };

  void grow() {
    std::vector<Slot> before(slots_.empty() ? kFirst : slots_.size() * 2);
    std::swap(before, slots_);
    for (const Slot& slot : before) {
      if (!slot.index) continue;
      size_t at = slot.hash & (slots_.size() - 1);
      while (slots_[at].index) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = slot;
    }
  }

  static constexpr size_t kFirst = 8192;  // enough for building one model of torch.nn
  std::vector<Ref<Str>> strings_;
  std::vector<Slot> slots_;
};

}  // namespace ts::eval
