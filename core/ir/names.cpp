#include "core/ir/names.h"

namespace ts::ir {

size_t Names::hashOf(std::string_view text) { return std::hash<std::string_view>()(text); }

// Returns the slot of the name, or the free slot where it belongs.
size_t Names::findSlot(std::string_view text, size_t hash) const {
  size_t mask = slots_.size() - 1;
  size_t at = hash & mask;
  while (slots_[at] && (slots_[at]->hash != hash || slots_[at]->text != text)) at = (at + 1) & mask;
  return at;
}

Name* Names::get(std::string_view text, size_t hash) {
  if (2 * (count_ + 1) > slots_.size()) grow();
  Name*& slot = slots_[findSlot(text, hash)];
  if (slot == nullptr) {
    slot = pool_.take();
    slot->text = text;
    slot->hash = hash;
    slot->index = count_++;
  }
  return slot;
}

Name* Names::find(std::string_view text) const {
  return slots_.empty() ? nullptr : slots_[findSlot(text, hashOf(text))];
}

void Names::grow() {
  std::vector<Name*> old(slots_.empty() ? 32 : 2 * slots_.size());
  old.swap(slots_);
  for (Name* name : old) {
    if (name != nullptr) slots_[findSlot(name->text, name->hash)] = name;
  }
}

}  // namespace ts::ir
