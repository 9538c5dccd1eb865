#include "core/tensor/ivalue.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>

#include "core/base/heap.h"
#include "core/tensor/error.h"

namespace ts::tensor {

std::string_view nameOf(Tag tag) {
  static constexpr std::array<std::string_view, 17> kNames = {
      "None", "bool",   "int",  "float",  "complex",   "Tensor", "str",      "Tuple", "List",
      "Dict", "object", "Enum", "Device", "Generator", "Future", "function", "value"};
  static_assert(kNames.size() == static_cast<size_t>(Tag::Opaque) + 1);
  return kNames[static_cast<size_t>(tag)];
}

void IValue::wrongTag(Tag wanted) const {
  fail(ErrorKind::Type, "expected a value of type {}, found {}", nameOf(wanted), nameOf(tag_));
}

IValue::IValue(std::complex<double> value) : tag_(Tag::Complex) { hold(new ComplexValue(value)); }
IValue::IValue(const Scalar& value) {
  if (value.isBool())
    *this = IValue(value.to<bool>());
  else if (value.isInt())
    *this = IValue(value.to<int64_t>());
  else if (value.isReal())
    *this = IValue(value.to<double>());
  else
    *this = IValue(value.to<Complex128>());
}
IValue::IValue(Tensor value) : tag_(Tag::Tensor) { hold(value.impl()); }
IValue::IValue(std::string value) : tag_(Tag::String) { hold(new StringValue(std::move(value))); }
IValue::IValue(Ptr<StringValue> value) : tag_(Tag::String) { hold(value.get()); }
IValue::IValue(Ptr<TupleValue> value) : tag_(Tag::Tuple) { hold(value.get()); }
IValue::IValue(Ptr<ListValue> value) : tag_(Tag::List) { hold(value.get()); }
IValue::IValue(Ptr<DictValue> value) : tag_(Tag::Dict) { hold(value.get()); }
IValue::IValue(Ptr<ObjectValue> value) : tag_(Tag::Object) { hold(value.get()); }
IValue::IValue(Ptr<EnumValue> value) : tag_(Tag::Enum) { hold(value.get()); }
IValue::IValue(Ptr<DeviceValue> value) : tag_(Tag::Device) { hold(value.get()); }

std::complex<double> IValue::toComplex() const {
  want(Tag::Complex);
  return static_cast<ComplexValue*>(data_.object)->value;
}

Scalar IValue::toScalar() const {
  switch (tag_) {
    case Tag::Bool: return data_.integer != 0;
    case Tag::Int: return data_.integer;
    case Tag::Double: return data_.real;
    case Tag::Complex: return toComplex();
    default: fail(ErrorKind::Type, "expected a number, found {}", nameOf(tag_));
  }
}

Tensor IValue::toTensor() const {
  if (tag_ == Tag::None) return {};
  want(Tag::Tensor);
  return Tensor(Ptr<TensorImpl>(static_cast<TensorImpl*>(data_.object)));
}
const std::string& IValue::toString() const {
  return want(Tag::String), static_cast<StringValue*>(data_.object)->text;
}
TupleValue& IValue::toTuple() const {
  return want(Tag::Tuple), *static_cast<TupleValue*>(data_.object);
}
ListValue& IValue::toList() const {
  return want(Tag::List), *static_cast<ListValue*>(data_.object);
}
DictValue& IValue::toDict() const {
  return want(Tag::Dict), *static_cast<DictValue*>(data_.object);
}
ObjectValue& IValue::toObject() const {
  return want(Tag::Object), *static_cast<ObjectValue*>(data_.object);
}
EnumValue& IValue::toEnum() const {
  return want(Tag::Enum), *static_cast<EnumValue*>(data_.object);
}
DeviceValue& IValue::toDevice() const {
  return want(Tag::Device), *static_cast<DeviceValue*>(data_.object);
}

namespace {

template <typename T, typename F>
std::vector<T> elements(const ListValue& list, F&& convert) {
  std::vector<T> result;
  result.reserve(list.items.size());
  for (const IValue& item : list.items) result.push_back(convert(item));
  return result;
}

}  // namespace

std::vector<int64_t> IValue::toIntVector() const {
  if (isInt()) return {toInt()};
  return elements<int64_t>(toList(), [](const IValue& item) { return item.toInt(); });
}
std::vector<double> IValue::toDoubleVector() const {
  return elements<double>(toList(),
                          [](const IValue& item) { return item.toScalar().to<double>(); });
}
std::vector<bool> IValue::toBoolVector() const {
  return elements<bool>(toList(), [](const IValue& item) { return item.toBool(); });
}
std::vector<Tensor> IValue::toTensorVector() const {
  return elements<Tensor>(toList(), [](const IValue& item) { return item.toTensor(); });
}

const IValue& characterText(char character) {
  static const auto* all = [] {
    auto* values = new std::array<IValue, 256>;
    for (size_t i = 0; i < values->size(); ++i)
      (*values)[i] = IValue(std::string(1, static_cast<char>(i)));
    return values;
  }();
  return (*all)[static_cast<unsigned char>(character)];
}

IValue makeTuple(std::vector<IValue> items) { return makeCounted<TupleValue>(std::move(items)); }
IValue makeList(types::TypePtr element, std::vector<IValue> items) {
  return makeCounted<ListValue>(element, std::move(items));
}
IValue makeIntList(std::span<const int64_t> items) {
  return makeList(types::intType(), {items.begin(), items.end()});
}
IValue makeTensorList(std::span<const Tensor> items) {
  return makeList(types::tensorType(), {items.begin(), items.end()});
}

IValue makeDevice(std::string_view text) {
  const size_t colon = text.find(':');
  const std::string_view kind = text.substr(0, colon);
  static constexpr std::array<std::string_view, 6> kKinds = {"cpu", "cuda", "meta",
                                                             "mps", "xla",  "xpu"};
  int64_t index = -1;
  bool isValid = std::ranges::find(kKinds, kind) != kKinds.end();
  if (isValid && colon != text.npos) {
    const std::string_view digits = text.substr(colon + 1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
    isValid = error == std::errc{} && end == digits.data() + digits.size() && index >= 0;
  }
  if (!isValid)
    fail(
        "'{}' is not a device: expected a kind such as cpu or cuda, or a kind, a colon and an "
        "index",
        text);
  return makeCounted<DeviceValue>(std::string(kind), index);
}

// ---- release

namespace {

constexpr int kMaxNestedReleases = 50;
// The releases that run nested in one another on this thread: a guard of its stack.
constinit thread_local int nestedReleases = 0;

// Values below kMaxNestedReleases containers. The outermost releaseAll() frees them.
thread_local std::vector<IValue> waiting;

}  // namespace

void releaseAll(std::vector<IValue>& values) noexcept {
  if (values.empty()) return;
  if (nestedReleases >= kMaxNestedReleases) {
    const heap::Reserve reserve;  // a destructor must not fail
    for (IValue& value : values)
      if (value.counted()) waiting.push_back(std::move(value));
    return;
  }
  ++nestedReleases;
  values.clear();
  if (nestedReleases == 1)
    while (!waiting.empty()) {
      const IValue freed = std::move(waiting.back());
      waiting.pop_back();
    }
  --nestedReleases;
}

// ---- DictValue

DictValue::~DictValue() {
  std::vector<IValue> values;
  const heap::Reserve reserve;  // a destructor must not fail
  for (Entry& entry : entries_)
    if (entry.value.counted()) values.push_back(std::move(entry.value));
  releaseAll(values);
}

namespace {

constexpr size_t kFewEntries = 8;  // dicts up to this size are searched linearly

bool keysEqual(const IValue& a, const IValue& b) {
  if (a.tag() != b.tag()) return false;
  if (a.isString()) return a.toString() == b.toString();
  if (a.isDouble()) return a.toDouble() == b.toDouble();
  if (a.isComplex()) return a.toComplex() == b.toComplex();
  if (a.isEnum()) return a.toEnum().name == b.toEnum().name;
  return a.same(b);
}

size_t hashOf(const IValue& key) {
  switch (key.tag()) {
    case Tag::Bool: return key.toBool();
    case Tag::Int: return std::hash<int64_t>{}(key.toInt()) * 0x9E3779B97F4A7C15u;
    case Tag::Double: return std::hash<double>{}(key.toDouble());
    case Tag::Complex:
      return std::hash<double>{}(key.toComplex().real()) ^
             std::hash<double>{}(key.toComplex().imag()) * 31;
    case Tag::String: return std::hash<std::string>{}(key.toString());
    case Tag::Enum: return std::hash<std::string>{}(key.toEnum().name);
    case Tag::Tensor:
    case Tag::Device: return std::hash<const void*>{}(key.counted());
    default:
      fail(ErrorKind::Type, "a value of type {} can't be a key of a dict", nameOf(key.tag()));
  }
}

}  // namespace

// Returns the bucket that contains the key, or the free bucket where the key belongs.
size_t DictValue::slotOf(const IValue& key) const {
  const size_t mask = buckets_.size() - 1;
  size_t slot = hashOf(key) & mask;
  while (buckets_[slot] >= 0 && !keysEqual(entries_[static_cast<size_t>(buckets_[slot])].key, key))
    slot = (slot + 1) & mask;
  return slot;
}

void DictValue::rebuild() {
  buckets_.clear();
  if (entries_.size() <= kFewEntries) return;
  size_t count = 32;
  while (count < entries_.size() * 3) count *= 2;
  buckets_.assign(count, -1);
  for (size_t i = 0; i < entries_.size(); ++i)
    buckets_[slotOf(entries_[i].key)] = static_cast<int32_t>(i);
}

IValue* DictValue::find(const IValue& key) {
  if (buckets_.empty()) {
    for (Entry& entry : entries_)
      if (keysEqual(entry.key, key)) return &entry.value;
    return nullptr;
  }
  const int32_t at = buckets_[slotOf(key)];
  return at < 0 ? nullptr : &entries_[static_cast<size_t>(at)].value;
}

void DictValue::set(const IValue& key, IValue value) {
  if (IValue* held = find(key)) {
    *held = std::move(value);
    return;
  }
  hashOf(key);  // fails for unhashable keys
  entries_.push_back({key, std::move(value)});
  if (entries_.size() > kFewEntries && entries_.size() * 2 > buckets_.size())
    rebuild();
  else if (!buckets_.empty())
    buckets_[slotOf(key)] = static_cast<int32_t>(entries_.size() - 1);
}

bool DictValue::erase(const IValue& key) {
  const IValue* held = find(key);
  if (!held) return false;
  std::erase_if(entries_, [&](const Entry& entry) { return &entry.value == held; });
  rebuild();
  return true;
}

void DictValue::clear() {
  entries_.clear();
  buckets_.clear();
}

}  // namespace ts::tensor
