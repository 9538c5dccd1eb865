// PyTorch's basic types over libjitscope: devices, arrays of numbers. C++17.
#pragma once

#include <jitscope/torch/dtypes.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <memory>
#include <vector>

namespace c10 {
inline namespace jitscope_v0 {

enum class Layout : int8_t { Strided = 0, Sparse = 1 };
constexpr Layout kStrided = Layout::Strided, kSparse = Layout::Sparse;
enum class MemoryFormat : int8_t {
  Contiguous = 0,
  Preserve = 1,
  ChannelsLast = 2,
  ChannelsLast3d = 3
};

// The numbers are PyTorch's. The library has tensors on the CPU and on meta only.
enum class DeviceType : int8_t {
  CPU = 0,
  CUDA = 1,
  HIP = 6,
  XLA = 9,
  XPU = 12,
  MPS = 13,
  Meta = 14
};
constexpr DeviceType kCPU = DeviceType::CPU, kCUDA = DeviceType::CUDA, kHIP = DeviceType::HIP,
                     kXLA = DeviceType::XLA, kXPU = DeviceType::XPU, kMPS = DeviceType::MPS,
                     kMeta = DeviceType::Meta;
using DeviceIndex = int8_t;

namespace detail {
struct DeviceName {
  DeviceType type;
  const char* name;
};
constexpr DeviceName kDeviceNames[] = {{kCPU, "cpu"},  {kCUDA, "cuda"}, {kHIP, "hip"},
                                       {kXLA, "xla"},  {kXPU, "xpu"},   {kMPS, "mps"},
                                       {kMeta, "meta"}};
}  // namespace detail

inline std::string DeviceTypeName(DeviceType type, bool isLowerCase = false) {
  std::string name;
  for (const detail::DeviceName& row : detail::kDeviceNames)
    if (row.type == type) name = row.name;
  if (!isLowerCase)
    for (char& letter : name) letter = static_cast<char>(letter - 'a' + 'A');
  return name;
}
inline std::ostream& operator<<(std::ostream& stream, DeviceType type) {
  return stream << DeviceTypeName(type, true);
}

class Device {
 public:
  using Type = DeviceType;
  Device(DeviceType type, DeviceIndex index = -1) : type_(type), index_(index) {}
  // "cpu", "cuda:0".
  Device(const std::string& text) : type_(kCPU) {
    const size_t colon = text.find(':');
    const std::string kind = text.substr(0, colon);
    const auto* const row =
        std::find_if(std::begin(detail::kDeviceNames), std::end(detail::kDeviceNames),
                     [&](const detail::DeviceName& each) { return kind == each.name; });
    if (row == std::end(detail::kDeviceNames)) throw Error("Invalid device string: '" + text + "'");
    type_ = row->type;
    if (colon != text.npos) index_ = static_cast<DeviceIndex>(std::stoi(text.substr(colon + 1)));
  }
  Device(const char* text) : Device(std::string(text)) {}
  DeviceType type() const { return type_; }
  DeviceIndex index() const { return index_; }
  bool has_index() const { return index_ >= 0; }
  bool is_cpu() const { return type_ == kCPU; }
  bool is_cuda() const { return type_ == kCUDA; }
  bool is_meta() const { return type_ == kMeta; }
  bool is_mps() const { return type_ == kMPS; }
  void set_index(DeviceIndex index) { index_ = index; }
  std::string str() const {
    const std::string kind = DeviceTypeName(type_, true);
    return has_index() ? kind + ":" + std::to_string(index_) : kind;
  }
  friend bool operator==(const Device& a, const Device& b) {
    return a.type_ == b.type_ && a.index_ == b.index_;
  }
  friend bool operator!=(const Device& a, const Device& b) { return !(a == b); }
  friend std::ostream& operator<<(std::ostream& stream, const Device& device) {
    return stream << device.str();
  }

 private:
  DeviceType type_;
  DeviceIndex index_ = -1;
};

// Borrows an array. One that is made of a list in braces is valid in the expression only.
template <typename T>
class ArrayRef {
 public:
  ArrayRef() = default;
  ArrayRef(const T& item) : data_(&item), size_(1) {}
  ArrayRef(const T* data, size_t size) : data_(data), size_(size) {}
  ArrayRef(const T* begin, const T* end) : data_(begin), size_(static_cast<size_t>(end - begin)) {}
  template <typename A>
  ArrayRef(const std::vector<T, A>& items) : data_(items.data()), size_(items.size()) {}
  template <size_t N>
  ArrayRef(const std::array<T, N>& items) : data_(items.data()), size_(N) {}
  template <size_t N>
  ArrayRef(const T (&items)[N]) : data_(items), size_(N) {}
#pragma GCC diagnostic push
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Winit-list-lifetime"
#endif
  ArrayRef(const std::initializer_list<T>& items) : data_(items.begin()), size_(items.size()) {}
#pragma GCC diagnostic pop

  using value_type = T;
  using iterator = const T*;
  using const_iterator = const T*;
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  const T* data() const { return data_; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T& operator[](size_t i) const { return data_[i]; }
  const T& at(size_t i) const {
    if (i >= size_) throw Error("ArrayRef: invalid index " + std::to_string(i));
    return data_[i];
  }
  const T& front() const { return data_[0]; }
  const T& back() const { return data_[size_ - 1]; }
  ArrayRef slice(size_t first, size_t count) const {
    if (first + count > size_) throw Error("ArrayRef: invalid slice");
    return {data_ + first, count};
  }
  ArrayRef slice(size_t first) const { return slice(first, size_ - first); }
  std::vector<T> vec() const { return std::vector<T>(begin(), end()); }
  bool equals(ArrayRef other) const {
    return size_ == other.size_ && std::equal(begin(), end(), other.begin());
  }
  friend bool operator==(ArrayRef a, ArrayRef b) { return a.equals(b); }
  friend bool operator!=(ArrayRef a, ArrayRef b) { return !a.equals(b); }
  friend std::ostream& operator<<(std::ostream& stream, ArrayRef items) {
    stream << "[";
    for (size_t i = 0; i < items.size(); ++i) stream << (i > 0 ? ", " : "") << items[i];
    return stream << "]";
  }

 private:
  const T* data_ = nullptr;
  size_t size_ = 0;
};
using IntArrayRef = ArrayRef<int64_t>;
template <typename T>
ArrayRef<T> makeArrayRef(const std::vector<T>& items) {
  return items;
}

// None, or a borrowed array.
class OptionalIntArrayRef {
 public:
  OptionalIntArrayRef() = default;
  OptionalIntArrayRef(std::nullopt_t) {}
  OptionalIntArrayRef(const int64_t& item) : array_(item) {}
  OptionalIntArrayRef(IntArrayRef array) : array_(array) {}
  OptionalIntArrayRef(const std::vector<int64_t>& items) : array_(items) {}
  OptionalIntArrayRef(std::initializer_list<int64_t> items) : array_(items) {}
  bool has_value() const { return array_.has_value(); }
  IntArrayRef value() const { return array_.value(); }
  IntArrayRef operator*() const { return *array_; }

 private:
  optional<IntArrayRef> array_;
};

// The numbers from `begin` to before `end`, for loops.
template <typename T>
class IntegerRange {
 public:
  class iterator {
   public:
    explicit iterator(T at) : at_(at) {}
    T operator*() const { return at_; }
    iterator& operator++() {
      ++at_;
      return *this;
    }
    bool operator!=(const iterator& other) const { return at_ != other.at_; }

   private:
    T at_;
  };
  IntegerRange(T begin, T end) : begin_(begin), end_(std::max(begin, end)) {}
  iterator begin() const { return iterator(begin_); }
  iterator end() const { return iterator(end_); }

 private:
  T begin_, end_;
};
template <typename B, typename E>
IntegerRange<E> irange(B begin, E end) {
  return {static_cast<E>(begin), end};
}
template <typename E>
IntegerRange<E> irange(E end) {
  return {E(), end};
}

}  // namespace jitscope_v0
}  // namespace c10

namespace at {
inline namespace jitscope_v0 {
using namespace c10;
}  // namespace jitscope_v0
}  // namespace at
