// An ordered map whose copies share memory: a copy takes constant time, and a change of one of n
// entries allocates log n nodes. For states of many documents of which each change makes a new one.
//
// A treap: a search tree by key that is also a heap by the hash of the key, which keeps it
// balanced. Nodes are immutable, so threads may read and change their own copies without a lock.
#pragma once

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace ts {

template <typename Value>
class PersistentMap {
 public:
  PersistentMap() = default;
  PersistentMap(std::initializer_list<std::pair<std::string, Value>> entries) {
    for (const auto& [key, value] : entries) set(key, value);
  }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  // The value of a key; null when there is none. Valid while a map with the entry is alive.
  const Value* find(std::string_view key) const {
    const Node* at = root_.get();
    while (at && at->entry->first != key)
      at = isBefore(key, at->entry->first) ? at->left.get() : at->right.get();
    return at ? &at->entry->second : nullptr;
  }

  void set(std::string key, Value value) {
    if (!find(key)) ++size_;
    const size_t priority = std::hash<std::string_view>()(key);
    root_ = with(root_, std::make_shared<const Entry>(std::move(key), std::move(value)), priority);
  }

  void erase(std::string_view key) {
    if (!find(key)) return;
    --size_;
    root_ = without(*root_, key);
  }

  // Calls visit(key, value) for the entries in order.
  template <typename Visit>
  void forEach(Visit visit) const {
    forEachFrom("", [&](const std::string& key, const Value& value) {
      visit(key, value);
      return true;
    });
  }
  // Calls visit(key, value) for the entries from `first` on, in order, until it returns false.
  template <typename Visit>
  void forEachFrom(std::string_view first, Visit visit) const {
    walk(root_.get(), first, visit);
  }
  // Calls visit(key, value) for the entries that `older` lacks or has with another value, and
  // visit(key, nullptr) for those that only `older` has. Takes constant time for each difference
  // and log n: what the maps share is passed over.
  template <typename Visit>
  void forEachChange(const PersistentMap& older, Visit visit) const {
    differ(older.root_, root_, visit);
  }

 private:
  struct Node;
  using Entry = std::pair<const std::string, Value>;
  using EntryPtr = std::shared_ptr<const Entry>;
  using NodePtr = std::shared_ptr<const Node>;
  struct Node {
    EntryPtr entry;
    size_t priority;  // at least that of the children; see isAbove()
    NodePtr left, right;
  };

  static bool isBefore(std::string_view a, std::string_view b) { return a < b; }
  // True for an entry that stands above the node in every tree with both. The keys alone decide the
  // shape of a tree.
  static bool isAbove(size_t priority, std::string_view key, const Node& node) {
    return priority != node.priority ? priority > node.priority : key < node.entry->first;
  }

  static NodePtr node(EntryPtr entry, size_t priority, NodePtr left, NodePtr right) {
    return std::make_shared<const Node>(
        Node{std::move(entry), priority, std::move(left), std::move(right)});
  }
  static NodePtr node(const Node& from, NodePtr left, NodePtr right) {
    return node(from.entry, from.priority, std::move(left), std::move(right));
  }

  static NodePtr with(const NodePtr& at, EntryPtr entry, size_t priority) {
    if (!at) return node(std::move(entry), priority, nullptr, nullptr);
    const std::string& key = at->entry->first;
    if (entry->first == key) return node(std::move(entry), priority, at->left, at->right);
    if (isAbove(priority, entry->first, *at)) {
      auto [left, right] = split(at, entry->first);
      return node(std::move(entry), priority, std::move(left), std::move(right));
    }
    if (entry->first < key) return node(*at, with(at->left, std::move(entry), priority), at->right);
    return node(*at, at->left, with(at->right, std::move(entry), priority));
  }

  // The tree without a key that it has.
  static NodePtr without(const Node& at, std::string_view key) {
    if (at.entry->first == key) return merged(at.left, at.right);
    if (isBefore(key, at.entry->first)) return node(at, without(*at.left, key), at.right);
    return node(at, at.left, without(*at.right, key));
  }

  // The entries before and after a key that the tree does not have.
  static std::pair<NodePtr, NodePtr> split(const NodePtr& at, std::string_view key) {
    if (!at) return {};
    if (isBefore(key, at->entry->first)) {
      auto [left, right] = split(at->left, key);
      return {std::move(left), node(*at, std::move(right), at->right)};
    }
    auto [left, right] = split(at->right, key);
    return {node(*at, at->left, std::move(left)), std::move(right)};
  }

  // The keys of `left` are before those of `right`.
  static NodePtr merged(const NodePtr& left, const NodePtr& right) {
    if (!left || !right) return left ? left : right;
    if (isAbove(left->priority, left->entry->first, *right))
      return node(*left, left->left, merged(left->right, right));
    return node(*right, merged(left, right->left), right->right);
  }

  template <typename Visit>
  static bool walk(const Node* at, std::string_view first, Visit& visit) {
    if (!at) return true;
    const std::string& key = at->entry->first;
    if (isBefore(key, first)) return walk(at->right.get(), first, visit);
    return walk(at->left.get(), first, visit) && visit(key, at->entry->second) &&
           walk(at->right.get(), first, visit);
  }

  template <typename Visit>
  static void differ(const NodePtr& older, const NodePtr& newer, Visit& visit) {
    if (older == newer) return;
    if (!newer || (older && isAbove(older->priority, older->entry->first, *newer))) {
      const std::string& key = older->entry->first;
      const auto [left, right] = split(newer, key);
      differ(older->left, left, visit);
      visit(key, static_cast<const Value*>(nullptr));
      return differ(older->right, right, visit);
    }
    const std::string& key = newer->entry->first;
    const bool isInBoth = older && older->entry->first == key;
    const auto [left, right] = isInBoth ? std::pair(older->left, older->right) : split(older, key);
    differ(left, newer->left, visit);
    if (!isInBoth || !(older->entry->second == newer->entry->second))
      visit(key, &newer->entry->second);
    differ(right, newer->right, visit);
  }

  NodePtr root_;
  size_t size_ = 0;
};

}  // namespace ts
