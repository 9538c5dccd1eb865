#include "debugger/stepping/value_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/utf8.h"
#include "core/eval_torch/torch_objects.h"

namespace ts::stepping {

using namespace eval;

namespace {

constexpr size_t kMaxShortText = 160;  // bytes of a short text
constexpr size_t kMaxItems = 20;       // elements of a container in it
constexpr int kMaxShortDepth = 3;      // of nested containers in it

std::string cut(std::string text, size_t most) {
  if (text.size() <= most) return text;
  text.resize(characterStart(text, most));
  return text + "…";
}

std::string onOneLine(const std::string& text) {
  std::string out;
  bool isSpace = false;
  for (const char c : text) {
    if (c == '\n' || c == ' ') {
      isSpace = true;
      continue;
    }
    if (std::exchange(isSpace, false) && !out.empty()) out += ' ';
    out += c;
  }
  return out;
}

std::string brief(Vm& vm, const Value& value, int depth, size_t room);

// Elements between two brackets; stops when the text is long enough.
class Listing {
 public:
  Listing(std::string open, std::string close, size_t room)
      : text_(std::move(open)), close_(std::move(close)), room_(room) {}
  // Returns false when another element has no room.
  bool begin() {
    if (count_ > 0) text_ += ", ";
    if (count_++ < kMaxItems && text_.size() < room_) return true;
    text_ += "…";
    return false;
  }
  void add(const std::string& text) { text_ += text; }
  size_t room() const { return room_ > text_.size() ? room_ - text_.size() : 0; }
  std::string take() { return text_ + close_; }

 private:
  std::string text_, close_;
  size_t room_, count_ = 0;
};

std::string sequence(Vm& vm, const std::vector<Value>& items, Listing listing, int depth) {
  for (const Value& item : items) {
    if (!listing.begin()) break;
    listing.add(brief(vm, item, depth + 1, listing.room()));
  }
  return listing.take();
}

std::string mapping(Vm& vm, const Dict& dict, Listing listing, int depth, bool hasValues) {
  for (const Dict::Entry& entry : dict.entries) {
    if (entry.key.isUnbound()) continue;
    if (!listing.begin()) break;
    listing.add(brief(vm, entry.key, depth + 1, listing.room()));
    if (hasValues) listing.add(": " + brief(vm, entry.value, depth + 1, listing.room()));
  }
  return listing.take();
}

std::string reprOf(Vm& vm, const Value& value) {
  try {
    return onOneLine(vm.repr(value));
  } catch (const Raised& raised) {
    return fmt::format("<{}: __repr__ raised {}>", vm.classOf(value)->name,
                       raised.exception->cls->name);
  }
}

std::string brief(Vm& vm, const Value& value, int depth, size_t room) {
  room = std::min(room, kMaxShortText);
  if (const auto* tensor = value.as<eval::Tensor>())
    return fmt::format("tensor {} {}", tensor::nameOf(tensor->data.dtype()),
                       tensor::shapeText(tensor->data.sizes()));
  const bool isPlain = value.isObject() && vm.classOf(value)->isNative;
  if (isPlain && depth >= kMaxShortDepth &&
      (value.as<List>() || value.as<Tuple>() || value.as<Dict>()))
    return value.as<List>() ? "[…]" : value.as<Tuple>() ? "(…)" : "{…}";
  if (const auto* list = isPlain ? value.as<List>() : nullptr)
    return sequence(vm, list->items, Listing("[", "]", room), depth);
  if (const auto* tuple = isPlain ? value.as<Tuple>() : nullptr)
    return sequence(vm, tuple->items, Listing("(", tuple->items.size() == 1 ? ",)" : ")", room),
                    depth);
  if (const auto* dict = isPlain ? value.as<Dict>() : nullptr)
    return mapping(vm, *dict, Listing("{", "}", room), depth, true);
  if (const auto* set = isPlain ? value.as<Set>() : nullptr; set && set->table.count > 0)
    return set->kind == Kind::Set
               ? mapping(vm, set->table, Listing("{", "}", room), depth, false)
               : mapping(vm, set->table, Listing("frozenset({", "})", room), depth, false);
  if (const auto* text = value.as<Str>(); text && text->text.size() > room * 2)
    return cut(vm.repr(vm.str(text->text.substr(0, room))), room);
  return cut(reprOf(vm, value), room);
}

// The dicts of torch.nn.Module that hold what `module.name` finds.
constexpr const char* kModuleDicts[] = {"_parameters", "_buffers", "_modules"};

bool isModuleDict(std::string_view name) {
  return std::ranges::find(kModuleDicts, name) != std::end(kModuleDicts);
}

// The attributes of an object itself. Those of a torch.nn.Module include parameters, buffers and
// submodules.
std::vector<Part> attributesOf(Vm& vm, const Value& value) {
  std::vector<Part> parts;
  Dict* own = nullptr;
  if (const auto* cls = value.as<Class>())
    own = cls->dict.get();
  else if (const auto* module = value.as<Module>())
    own = module->globals.get();
  else if (value.isObject())
    own = value.object()->attributes.get();
  if (!own) return parts;
  const auto add = [&](const Dict& dict) {
    const std::vector<Dict::Entry> entries = dict.entries;
    for (const Dict::Entry& entry : entries) {
      const Str* name = entry.key.as<Str>();
      if (!name || (name->text.starts_with("__") && name->text.ends_with("__"))) continue;
      if (isModuleDict(name->text) && entry.value.as<Dict>()) continue;
      parts.push_back({name->text, vm.settled(entry.value), "." + name->text});
    }
  };
  for (const char* held : kModuleDicts)
    if (Value* dict = own->find(vm.intern(held)); dict && dict->as<Dict>()) add(*dict->as<Dict>());
  add(*own);
  return parts;
}

// The statistics of a tensor, computed when the editor opens the tensor.
constexpr const char* kStatistics[] = {"min", "max", "mean"};

constexpr int64_t kBins = 16;

// The counts in equal intervals from the least to the greatest element, as bars: "▁▂▅·█▃▁"; a dot
// is an empty interval.
std::string histogramText(Vm& vm, const Value& wide) {
  static constexpr const char* kBars[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  std::vector<double> counts;
  for (const Value& count : vm.toVector(
           vm.callMethod(vm.callMethod(wide, "histc", {Value::integer(kBins)}), "tolist"))) {
    double number = 0;
    vm.asReal(count, number);
    counts.push_back(number);
  }
  const double most = *std::ranges::max_element(counts);
  std::string text;
  for (const double count : counts)
    text += count == 0 ? "·" : kBars[static_cast<size_t>(count / most * 7)];
  return text;
}

std::vector<Part> tensorParts(Vm& vm, const Value& value) {
  const tensor::Tensor& data = value.as<eval::Tensor>()->data;
  std::vector<Part> parts;
  for (const char* name : {"dtype", "shape", "device", "requires_grad"})
    parts.push_back({name, vm.getattr(value, name), std::string(".") + name});
  parts.push_back({"stride", vm.callMethod(value, "stride"), ".stride()"});
  if (data.requiresGrad()) {
    // The gradient of other tensors is not kept, and PyTorch warns of reading it.
    if (vm.truth(vm.getattr(value, "is_leaf")) || vm.truth(vm.getattr(value, "retains_grad")))
      parts.push_back({"grad", vm.getattr(value, "grad"), ".grad"});
    parts.push_back({"grad_fn", vm.getattr(value, "grad_fn"), ".grad_fn"});
  }
  if (data.isMeta() || data.numel() == 0 || tensor::isComplex(data.dtype())) return parts;
  const Value wide = vm.callMethod(vm.callMethod(value, "detach"), "double");
  for (const char* name : kStatistics)
    parts.push_back({name, vm.callMethod(vm.callMethod(wide, name), "item"),
                     fmt::format(".double().{}().item()", name)});
  if (tensor::isFloating(data.dtype()))
    parts.push_back({"nan",
                     vm.callMethod(vm.callMethod(vm.callMethod(wide, "isnan"), "sum"), "item"),
                     ".isnan().sum().item()"});
  if (vm.truth(vm.callMethod(vm.callMethod(wide, "isfinite"), "all")))
    parts.push_back(
        {"histogram", vm.str(histogramText(vm, wide)), fmt::format(".double().histc({})", kBins)});
  return parts;
}

constexpr int64_t kTensorParts = 12;

std::vector<Part> allNamed(Vm& vm, const Value& value) {
  if (value.as<eval::Tensor>()) return tensorParts(vm, value);
  if (Dict* dict = value.as<Dict>()) {
    std::vector<Part> parts;
    dict->each([&](const Value& key, const Value& item) {
      const std::string text = cut(reprOf(vm, key), kMaxShortText);
      parts.push_back({text, item, "[" + text + "]"});
    });
    return parts;
  }
  return attributesOf(vm, value);
}

}  // namespace

ValueView viewOf(Vm& vm, const Value& value) {
  ValueView view;
  view.type = vm.classOf(value)->name;
  view.text = brief(vm, value, 0, kMaxShortText);
  if (const auto* tensor = value.as<eval::Tensor>()) {
    view.named = kTensorParts;
    if (!tensor->data.sizes().empty() && !tensor->data.isMeta())
      view.indexed = tensor->data.sizes()[0];
  } else if (const auto* list = value.as<List>()) {
    view.indexed = static_cast<int64_t>(list->items.size());
  } else if (const auto* tuple = value.as<Tuple>()) {
    view.indexed = static_cast<int64_t>(tuple->items.size());
  } else if (const auto* set = value.as<Set>()) {
    view.indexed = static_cast<int64_t>(set->table.count);
  } else if (const auto* dict = value.as<Dict>()) {
    view.named = static_cast<int64_t>(dict->count);
  } else if (value.as<Class>() || value.as<Module>()) {
    view.named = 1;  // counting would resolve every lazy name
  } else if (value.isObject() && value.object()->attributes) {
    view.named = static_cast<int64_t>(value.object()->attributes->count);
  }
  return view;
}

std::string fullText(Vm& vm, const Value& value, size_t most) { return cut(vm.repr(value), most); }

std::vector<Part> namedParts(Vm& vm, const Value& value, int64_t first, int64_t count) {
  std::vector<Part> all = allNamed(vm, value);
  const auto size = static_cast<int64_t>(all.size());
  first = std::clamp<int64_t>(first, 0, size);
  count = std::clamp<int64_t>(count, 0, size - first);
  return {std::make_move_iterator(all.begin() + first),
          std::make_move_iterator(all.begin() + first + count)};
}

std::vector<Part> indexedParts(Vm& vm, const Value& value, int64_t first, int64_t count) {
  std::vector<Part> parts;
  const int64_t size = viewOf(vm, value).indexed;
  first = std::clamp<int64_t>(first, 0, size);
  const int64_t end = first + std::clamp<int64_t>(count, 0, size - first);
  const auto* set = value.as<Set>();
  std::vector<Value> elements;
  if (set)
    for (const Dict::Entry& entry : set->table.entries)
      if (!entry.key.isUnbound()) elements.push_back(entry.key);
  for (int64_t i = first; i < end; ++i) {
    const std::string index = fmt::format("[{}]", i);
    const Value part =
        set ? elements[static_cast<size_t>(i)] : vm.getitem(value, Value::integer(i));
    parts.push_back({index, part, set ? "" : index});
  }
  return parts;
}

bool setPart(Vm& vm, const Value& value, const std::string& name, const Value& part) {
  if (name.starts_with('[') && !value.as<Dict>()) {
    const int64_t size = viewOf(vm, value).indexed;
    const int64_t index = std::atoll(name.c_str() + 1);
    if (index >= size || value.as<Set>()) return false;
    vm.setitem(value, Value::integer(index), part);
    return true;
  }
  if (Dict* dict = value.as<Dict>()) {
    Value key;
    dict->each([&](const Value& each, const Value&) {
      if (cut(reprOf(vm, each), kMaxShortText) == name) key = each;
    });
    if (key.isUnbound()) return false;
    vm.setitem(value, key, part);
    return true;
  }
  const std::vector<Part> parts = attributesOf(vm, value);
  if (std::ranges::none_of(parts, [&](const Part& part) { return part.name == name; }))
    return false;
  vm.setattr(value, vm.intern(name), part);
  return true;
}

}  // namespace ts::stepping
