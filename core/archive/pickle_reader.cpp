#include "core/archive/pickle_reader.h"

#include <bit>
#include <charconv>
#include <cstdint>
#include <unordered_map>

#include "core/archive/archive_error.h"
#include "core/archive/pickle_opcodes.h"

namespace ts::archive {

PickleNode::PickleNode() = default;
PickleNode::~PickleNode() = default;

namespace {

using Kind = PickleNode::Kind;

// Estimates of memory: a node, with its place in the tree; a reference to a node, with the value
// that is made of it; an entry of a hash table.
constexpr size_t kNodeBytes = sizeof(PickleNode) + sizeof(void*),
                 kItemBytes = sizeof(void*) + 2 * sizeof(void*), kMemoBytes = 6 * sizeof(void*);
// Vectors grow by half or by the double, and hold both blocks for a moment.
constexpr size_t kStackBytes = 3 * sizeof(void*);

class Reader {
 public:
  Reader(std::string_view bytes, std::string_view name, ObjectBudget& budget)
      : bytes_(bytes), name_(name), budget_(budget) {}

  PickleTree read(size_t& used) {
    while (true) {
      const size_t at = at_;
      const auto op = static_cast<Op>(take(1)[0]);
      if (op == Op::Stop) break;
      step(op, at);
    }
    tree_.root = pop();
    used = at_;
    return std::move(tree_);
  }

 private:
  template <typename... Args>
  [[noreturn]] void wrong(fmt::format_string<Args...> format, Args&&... args) const {
    refuse("'{}', byte {}: {}", name_, at_, fmt::format(format, std::forward<Args>(args)...));
  }

  std::string_view take(uint64_t count) {
    if (count > bytes_.size() - at_) wrong("the pickle is cut off");
    std::string_view taken = bytes_.substr(at_, count);
    at_ += count;
    return taken;
  }
  uint64_t number(size_t size) {
    const std::string_view taken = take(size);
    uint64_t value = 0;
    for (size_t i = size; i-- > 0;) value = value << 8 | static_cast<uint8_t>(taken[i]);
    return value;
  }
  std::string_view line() {
    const size_t end = bytes_.find('\n', at_);
    if (end == bytes_.npos) wrong("the pickle is cut off");
    std::string_view taken = bytes_.substr(at_, end - at_);
    at_ = end + 1;
    return taken;
  }

  PickleNode* make(Kind kind) {
    budget_.charge(kNodeBytes);
    PickleNode* node = &tree_.nodes.emplace_back();
    node->kind = kind;
    return node;
  }
  void push(PickleNode* node) {
    if (stack_.size() == highest_) {
      budget_.charge(kStackBytes);
      ++highest_;
    }
    stack_.push_back(node);
  }
  void mark() {
    budget_.charge(kStackBytes);
    marks_.push_back(stack_.size());
  }
  PickleNode* pop() {
    if (stack_.size() <= floor()) wrong("an operation needs a value, but the stack is empty");
    PickleNode* node = stack_.back();
    stack_.pop_back();
    return node;
  }
  PickleNode* top() {
    if (stack_.size() <= floor()) wrong("an operation needs a value, but the stack is empty");
    return stack_.back();
  }
  size_t floor() const { return marks_.empty() ? 0 : marks_.back(); }
  // Pops the values above the last mark.
  std::vector<PickleNode*> popToMark() {
    if (marks_.empty()) wrong("an operation needs a mark, but there is none");
    std::vector<PickleNode*> items(stack_.begin() + static_cast<ptrdiff_t>(marks_.back()),
                                   stack_.end());
    stack_.resize(marks_.back());
    marks_.pop_back();
    return items;
  }
  void pushItems(Kind kind, std::vector<PickleNode*> items) {
    budget_.charge(items.size(), kItemBytes);
    PickleNode* node = make(kind);
    node->items = std::move(items);
    push(node);
  }
  // None, True and False: one node for all.
  void pushConstant(Kind kind, long long value = 0) {
    PickleNode*& node = kind == Kind::None ? none_ : bools_[value];
    if (!node) node = make(kind);
    node->integer = value;
    push(node);
  }
  void pushInt(long long value) {
    const bool isSmall = value >= 0 && value < static_cast<long long>(std::size(smallInts_));
    PickleNode* node = isSmall ? smallInts_[value] : nullptr;
    if (!node) node = make(Kind::Int);
    if (isSmall) smallInts_[value] = node;
    node->integer = value;
    push(node);
  }
  void pushText(Kind kind, std::string_view text) {
    budget_.charge(text.size());
    PickleNode* node = make(kind);
    node->text = text;
    push(node);
  }
  void pushReal(double value) {
    PickleNode* node = make(Kind::Float);
    node->real = value;
    push(node);
  }
  void pushLong(uint64_t size) {
    if (size > 8) wrong("an integer of {} bytes doesn't fit into 64 bits", size);
    const std::string_view taken = take(size);
    uint64_t value = size && static_cast<int8_t>(taken[size - 1]) < 0 ? ~uint64_t{0} : 0;
    for (size_t i = size; i-- > 0;) value = value << 8 | static_cast<uint8_t>(taken[i]);
    pushInt(static_cast<long long>(value));
  }
  template <typename T>
  T parsed(std::string_view text) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size())
      wrong("'{}' is not a number", text.substr(0, 40));
    return value;
  }
  void addItems(std::vector<PickleNode*> added, bool arePairs) {
    PickleNode* target = top();
    if (arePairs && added.size() % 2) wrong("a key without a value");
    const bool isContainer =
        target->is(arePairs ? Kind::Dict : Kind::List) || (!arePairs && target->is(Kind::Set));
    const bool isMade = target->is(Kind::Call) || target->is(Kind::Object);
    if (!isContainer && !isMade) wrong("adds elements to a value that is not a container");
    budget_.charge(added.size(), kItemBytes);
    std::vector<PickleNode*>& to = isContainer ? target->items
                                   : arePairs  ? addedTo(*target).entries
                                               : addedTo(*target).items;
    to.insert(to.end(), added.begin(), added.end());
  }
  PickleNode::Added& addedTo(PickleNode& node) {
    if (!node.added) {
      budget_.charge(sizeof(PickleNode::Added));
      node.added = std::make_unique<PickleNode::Added>();
    }
    return *node.added;
  }
  void put(uint64_t key) {
    PickleNode*& entry = memo_[key];
    if (!entry) budget_.charge(kMemoBytes);
    entry = top();
  }
  void get(uint64_t key) {
    auto entry = memo_.find(key);
    if (entry == memo_.end()) wrong("refers to memo entry {}, which does not exist", key);
    push(entry->second);
  }
  void tuple(size_t count) {
    std::vector<PickleNode*> items(count);
    for (size_t i = count; i-- > 0;) items[i] = pop();
    pushItems(Kind::Tuple, std::move(items));
  }
  void callLike(Kind kind) {
    PickleNode* arguments = pop();
    PickleNode* callee = pop();
    if (!arguments->is(Kind::Tuple)) {
      // PyTorch writes the argument of an enum without a tuple.
      budget_.charge(kItemBytes);
      PickleNode* only = make(Kind::Tuple);
      only->items = {arguments};
      arguments = only;
    }
    pushItems(kind, {callee, arguments});
  }
  void global(std::string_view module, std::string_view name) {
    pushText(Kind::Global, std::string(module) + "." + std::string(name));
  }

  void step(Op op, size_t at);

  std::string_view bytes_, name_;
  ObjectBudget& budget_;
  size_t at_ = 0;
  PickleTree tree_;
  std::vector<PickleNode*> stack_;
  size_t highest_ = 0;  // the greatest size of the stack so far
  PickleNode* none_ = nullptr;
  PickleNode* bools_[2] = {};
  PickleNode* smallInts_[256] = {};
  std::vector<size_t> marks_;
  std::unordered_map<uint64_t, PickleNode*> memo_;
};

void Reader::step(Op op, size_t at) {
  switch (op) {
    case Op::Proto:
      if (uint64_t protocol = number(1); protocol > 5)
        wrong("protocol {} is not supported; the newest supported protocol is 5", protocol);
      return;
    case Op::Frame: number(8); return;
    case Op::Mark: return mark();
    case Op::Pop:
      if (!marks_.empty() && stack_.size() == marks_.back())
        marks_.pop_back();
      else
        pop();
      return;
    case Op::PopMark: popToMark(); return;
    case Op::Dup: push(top()); return;
    case Op::None: return pushConstant(Kind::None);
    case Op::NewTrue: return pushConstant(Kind::Bool, 1);
    case Op::NewFalse: return pushConstant(Kind::Bool, 0);
    case Op::Int: {
      const std::string_view text = line();
      if (text == "00" || text == "01") return pushConstant(Kind::Bool, text == "01");
      return pushInt(parsed<long long>(text));
    }
    case Op::Long: {
      std::string_view text = line();
      if (text.ends_with('L')) text.remove_suffix(1);
      return pushInt(parsed<long long>(text));
    }
    case Op::BinInt: return pushInt(static_cast<int32_t>(number(4)));
    case Op::BinInt1: return pushInt(static_cast<long long>(number(1)));
    case Op::BinInt2: return pushInt(static_cast<long long>(number(2)));
    case Op::Long1: return pushLong(number(1));
    case Op::Long4: return pushLong(number(4));
    case Op::Float: return pushReal(parsed<double>(line()));
    case Op::BinFloat: {
      uint64_t bits = 0;
      for (char byte : take(8)) bits = bits << 8 | static_cast<uint8_t>(byte);
      return pushReal(std::bit_cast<double>(bits));
    }
    case Op::Unicode: return pushText(Kind::String, line());
    case Op::ShortBinUnicode: return pushText(Kind::String, take(number(1)));
    case Op::BinUnicode: return pushText(Kind::String, take(number(4)));
    case Op::BinUnicode8: return pushText(Kind::String, take(number(8)));
    case Op::ShortBinString: return pushText(Kind::String, take(number(1)));
    case Op::BinString: return pushText(Kind::String, take(number(4)));
    case Op::ShortBinBytes: return pushText(Kind::Bytes, take(number(1)));
    case Op::BinBytes: return pushText(Kind::Bytes, take(number(4)));
    case Op::BinBytes8: return pushText(Kind::Bytes, take(number(8)));
    case Op::EmptyTuple: return pushItems(Kind::Tuple, {});
    case Op::Tuple1: return tuple(1);
    case Op::Tuple2: return tuple(2);
    case Op::Tuple3: return tuple(3);
    case Op::Tuple: return pushItems(Kind::Tuple, popToMark());
    case Op::EmptyList: return pushItems(Kind::List, {});
    case Op::List: return pushItems(Kind::List, popToMark());
    case Op::EmptySet: return pushItems(Kind::Set, {});
    case Op::EmptyDict: return pushItems(Kind::Dict, {});
    case Op::Dict: {
      std::vector<PickleNode*> items = popToMark();
      if (items.size() % 2) wrong("a key without a value");
      return pushItems(Kind::Dict, std::move(items));
    }
    case Op::Append: {
      PickleNode* item = pop();
      return addItems({item}, false);
    }
    case Op::Appends:
    case Op::AddItems: return addItems(popToMark(), false);
    case Op::SetItem: {
      PickleNode* value = pop();
      PickleNode* key = pop();
      return addItems({key, value}, true);
    }
    case Op::SetItems: return addItems(popToMark(), true);
    case Op::Global: {
      const std::string_view module = line();
      return global(module, line());
    }
    case Op::StackGlobal: {
      const PickleNode* name = pop();
      const PickleNode* module = pop();
      if (!name->is(Kind::String) || !module->is(Kind::String))
        wrong("the name of a global is not a string");
      return global(module->text, name->text);
    }
    case Op::Reduce: return callLike(Kind::Call);
    case Op::NewObj: return callLike(Kind::Object);
    case Op::Build: {
      PickleNode* state = pop();
      PickleNode* target = top();
      if (!target->is(Kind::Call) && !target->is(Kind::Object))
        wrong("sets the state of a value that is not an object");
      addedTo(*target).state = state;
      return;
    }
    case Op::BinPersId: return pushItems(Kind::Persistent, {pop()});
    case Op::BinPut: return put(number(1));
    case Op::LongBinPut: return put(number(4));
    case Op::Put: return put(parsed<uint64_t>(line()));
    case Op::Memoize: return put(memo_.size());
    case Op::BinGet: return get(number(1));
    case Op::LongBinGet: return get(number(4));
    case Op::Get: return get(parsed<uint64_t>(line()));
    default:
      refuse("'{}', byte {}: opcode {:#04x} is not supported, because PyTorch does not write it",
             name_, at, static_cast<unsigned>(op));
  }
}

}  // namespace

PickleTree readPickle(std::string_view& bytes, std::string_view name, ObjectBudget& budget) {
  size_t used = 0;
  PickleTree tree = Reader(bytes, name, budget).read(used);
  bytes.remove_prefix(used);
  return tree;
}

}  // namespace ts::archive
