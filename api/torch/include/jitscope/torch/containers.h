// c10::List and c10::Dict. C++17.
#pragma once

#include <jitscope/torch/ivalue.h>

namespace c10 {
inline namespace jitscope_v0 {

namespace detail {

// An item of a list or dict: reads it, and an assignment replaces it.
template <typename Owner, typename T>
class ItemReference {
 public:
  ItemReference(Owner owner, size_t index) : owner_(std::move(owner)), index_(index) {}
  operator T() const { return owner_.get(index_); }
  T get() const { return owner_.get(index_); }
  const ItemReference& operator=(const T& item) const {
    owner_.set(index_, item);
    return *this;
  }
  const ItemReference& operator=(const ItemReference& other) const { return *this = T(other); }
  ItemReference(const ItemReference&) = default;
  friend bool operator==(const ItemReference& a, const T& b) { return T(a) == b; }
  friend std::ostream& operator<<(std::ostream& stream, const ItemReference& item) {
    return stream << T(item);
  }

 private:
  Owner owner_;
  size_t index_;
};

// Walks through `itemAt(i)` of an owner.
template <typename Owner>
class IndexIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = decltype(std::declval<const Owner&>().itemAt(size_t{0}));
  using difference_type = ptrdiff_t;
  using pointer = value_type*;
  using reference = value_type;
  IndexIterator(Owner owner, size_t index) : owner_(std::move(owner)), index_(index) {}
  value_type operator*() const { return owner_.itemAt(index_); }
  const value_type* operator->() const {
    current_ = std::make_shared<value_type>(owner_.itemAt(index_));
    return current_.get();
  }
  IndexIterator& operator++() {
    ++index_;
    return *this;
  }
  IndexIterator operator+(difference_type steps) const {
    return {owner_, index_ + static_cast<size_t>(steps)};
  }
  difference_type operator-(const IndexIterator& other) const {
    return static_cast<difference_type>(index_) - static_cast<difference_type>(other.index_);
  }
  bool operator==(const IndexIterator& other) const { return index_ == other.index_; }
  bool operator!=(const IndexIterator& other) const { return index_ != other.index_; }
  size_t index() const { return index_; }

 private:
  Owner owner_;
  size_t index_;
  mutable std::shared_ptr<value_type> current_;
};

}  // namespace detail

// A reference to a list of the library.
template <typename T>
class List {
 public:
  using value_type = T;
  using iterator = detail::IndexIterator<List>;
  List() : value_(IValue(std::vector<T>())) {}
  List(std::initializer_list<T> items) : value_(std::vector<T>(items)) {}
  explicit List(ArrayRef<T> items) : value_(items) {}
  explicit List(const std::vector<T>& items) : value_(items) {}
  // A list that exists.
  static List of(IValue list) {
    List found;
    found.value_ = std::move(list);
    return found;
  }
  const IValue& value() const { return value_; }

  size_t size() const { return value_.size(); }
  bool empty() const { return size() == 0; }
  T get(size_t index) const { return value_.itemAt(index).template to<T>(); }
  T extract(size_t index) const { return get(index); }
  void set(size_t index, const T& item) const {
    ::at::detail::check(jitscope_list_set(value_.value().get(), index, IValue(item).value().get()));
  }
  void push_back(const T& item) const {
    ::at::detail::check(jitscope_list_append(value_.value().get(), IValue(item).value().get()));
  }
  template <typename... Arguments>
  void emplace_back(Arguments&&... arguments) const {
    push_back(T(std::forward<Arguments>(arguments)...));
  }
  void pop_back() const { resize(size() - 1); }
  void clear() const { resize(0); }
  void reserve(size_t) const {}
  detail::ItemReference<List, T> itemAt(size_t index) const { return {*this, index}; }
  detail::ItemReference<List, T> operator[](size_t index) const { return itemAt(index); }
  iterator begin() const { return {*this, 0}; }
  iterator end() const { return {*this, size()}; }
  std::vector<T> vec() const {
    std::vector<T> items;
    for (size_t i = 0, count = size(); i < count; ++i) items.push_back(get(i));
    return items;
  }
  List copy() const { return List(vec()); }
  bool is(const List& other) const { return value_.is(other.value_); }

 private:
  // Removes the items behind the first `size`.
  void resize(size_t size) const {
    ::at::detail::check(jitscope_list_truncate(value_.value().get(), size));
  }

  IValue value_;
};

// A reference to a dict of the library. Entries are in the order of their insertion.
template <typename K, typename V>
class Dict {
 public:
  using key_type = K;
  using mapped_type = V;
  // An entry; a copy refers to the same one.
  class Entry {
   public:
    Entry(Dict dict, size_t index) : dict_(std::move(dict)), index_(index) {}
    K key() const { return dict_.entry(index_).first; }
    V value() const { return dict_.entry(index_).second; }
    void setValue(const V& value) const { dict_.insert_or_assign(key(), value); }

   private:
    Dict dict_;
    size_t index_;
  };
  using iterator = detail::IndexIterator<Dict>;

  Dict() : value_(std::unordered_map<K, V>()) {}
  // A dict that exists.
  static Dict of(IValue dict) { return Dict(std::move(dict)); }
  const IValue& value() const { return value_; }

  size_t size() const { return value_.size(); }
  bool empty() const { return size() == 0; }
  bool contains(const K& key) const { return find(key) != end(); }
  size_t count(const K& key) const { return contains(key) ? 1 : 0; }
  V at(const K& key) const {
    return IValue(::at::detail::made(jitscope_value_find, value_.value().get(),
                                     IValue(key).value().get()))
        .template to<V>();
  }
  // Leaves the value of a key that exists.
  std::pair<iterator, bool> insert(const K& key, const V& value) const {
    const bool isNew = !contains(key);
    if (isNew) insert_or_assign(key, value);
    return {find(key), isNew};
  }
  std::pair<iterator, bool> insert_or_assign(const K& key, const V& value) const {
    const size_t before = size();
    ::at::detail::check(jitscope_dict_set(value_.value().get(), IValue(key).value().get(),
                                          IValue(value).value().get()));
    return {find(key), size() != before};
  }
  size_t erase(const K& key) const {
    const size_t before = size();
    ::at::detail::check(jitscope_dict_erase(value_.value().get(), IValue(key).value().get()));
    return before - size();
  }
  iterator find(const K& key) const {
    const detail::Ref wanted = IValue(key).value();
    size_t index = 0;
    ::at::detail::check(jitscope_dict_index(value_.value().get(), wanted.get(), &index));
    return {*this, index};
  }
  iterator begin() const { return {*this, 0}; }
  iterator end() const { return {*this, size()}; }
  Entry itemAt(size_t index) const { return Entry(*this, index); }

 private:
  explicit Dict(IValue dict) : value_(std::move(dict)) {}
  std::pair<K, V> entry(size_t index) const {
    jitscope_value *key = nullptr, *item = nullptr;
    ::at::detail::check(jitscope_value_item(value_.value().get(), index, &key, &item));
    const IValue ownedKey(::at::detail::own(key)), ownedItem(::at::detail::own(item));
    return {ownedKey.template to<K>(), ownedItem.template to<V>()};
  }

  IValue value_;
};

}  // namespace jitscope_v0
}  // namespace c10
