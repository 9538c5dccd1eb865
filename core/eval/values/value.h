// Values of the evaluator. Small values are immediate; the others are counted references to
// objects.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace ts::eval {

class Vm;
struct Object;
struct Class;

void destroy(Object* object);  // called when the last reference is released

// A counted reference. The count isn't atomic: a Vm and its objects belong to one thread.
template <typename T>
class Ref {
 public:
  Ref() = default;
  Ref(std::nullptr_t) {}
  Ref(T* object) : object_(object) { retain(); }
  Ref(const Ref& other) : object_(other.object_) { retain(); }
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  template <typename U>
  requires std::is_convertible_v<U*, T*> Ref(const Ref<U>& other) : Ref(other.get()) {}
  ~Ref() { release(); }
  Ref& operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  T* get() const { return object_; }
  T* operator->() const { return object_; }
  T& operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }
  friend bool operator==(const Ref& a, const Ref& b) { return a.object_ == b.object_; }

 private:
  void retain() {
    if (object_) ++object_->refs;
  }
  void release() {
    if (object_ && --object_->refs == 0) destroy(object_);
  }
  T* object_ = nullptr;
};

enum class Tag : uint8_t {
  Unbound,  // no value: an unset slot, a missing argument
  Unknown,  // any value
  None,
  NotImplemented,
  Ellipsis,
  Bool,
  Int,
  Float,
  Object,
};

class Value {
 public:
  Value() = default;  // Unbound
  Value(const Value& other) : tag_(other.tag_), data_(other.data_) { retain(); }
  Value(Value&& other) noexcept : tag_(other.tag_), data_(other.data_) {
    other.tag_ = Tag::Unbound;
  }
  ~Value() { release(); }
  Value& operator=(const Value& other) {
    other.retain();
    replace(other.tag_, other.data_);
    return *this;
  }
  Value& operator=(Value&& other) noexcept {
    Tag tag = std::exchange(other.tag_, Tag::Unbound);
    replace(tag, other.data_);
    return *this;
  }
  template <typename T>
  requires std::is_convertible_v<T*, Object*> Value(const Ref<T>& object)
      : Value(static_cast<Object*>(object.get())) {}
  // Takes one more reference to a live object.
  template <typename T>
  requires std::is_convertible_v<T*, Object*> Value(T* object) : tag_(Tag::Object) {
    data_.object = object;
    retain();
  }

  static Value none() { return Value(Tag::None); }
  static Value notImplemented() { return Value(Tag::NotImplemented); }
  static Value ellipsis() { return Value(Tag::Ellipsis); }
  static Value unknown() { return Value(Tag::Unknown); }
  static Value boolean(bool value) {
    Value result(Tag::Bool);
    result.data_.integer = value;
    return result;
  }
  static Value integer(int64_t value) {
    Value result(Tag::Int);
    result.data_.integer = value;
    return result;
  }
  static Value real(double value) {
    Value result(Tag::Float);
    result.data_.real = value;
    return result;
  }

  Tag tag() const { return tag_; }
  bool isUnbound() const { return tag_ == Tag::Unbound; }
  bool isUnknown() const { return tag_ == Tag::Unknown; }
  bool isNone() const { return tag_ == Tag::None; }
  bool isBool() const { return tag_ == Tag::Bool; }
  bool isInt() const { return tag_ == Tag::Int; }      // exactly int: not bool, not a subclass
  bool isFloat() const { return tag_ == Tag::Float; }  // exactly float
  bool isObject() const { return tag_ == Tag::Object; }
  // For Bool and Int.
  int64_t integerValue() const { return data_.integer; }
  double realValue() const { return data_.real; }
  Object* object() const { return tag_ == Tag::Object ? data_.object : nullptr; }
  bool is(const Object* object) const { return tag_ == Tag::Object && data_.object == object; }
  // The object as a T; null when it isn't a T.
  template <typename T>
  T* as() const;
  // The same for C++ classes that share Kind::Native.
  template <typename T>
  T* asNative() const;
  // Python's `is`.
  bool same(const Value& other) const {
    if (tag_ != other.tag_) return false;
    switch (tag_) {
      case Tag::Bool:
      case Tag::Int:
      case Tag::Float:
        return data_.integer == other.data_.integer;  // compares a float's bits: a NaN is itself
      case Tag::Object: return data_.object == other.data_.object;
      default: return true;
    }
  }

 private:
  explicit Value(Tag tag) : tag_(tag) { data_.integer = 0; }
  void retain() const;
  void release();
  union Data {
    int64_t integer;
    double real;
    Object* object;
  };
  void replace(Tag tag, Data data);
  Tag tag_ = Tag::Unbound;
  Data data_{};
};

// The layout of an object.
enum class Kind : uint8_t {
  Int,
  Float,  // only subclasses of int and float: plain ones are immediate
  BigInt,
  Complex,
  Str,
  Bytes,
  ByteArray,
  List,
  Tuple,
  Dict,
  Set,
  FrozenSet,
  Range,
  Slice,
  Function,
  NativeFunction,
  Method,
  Class,
  Module,
  Cell,
  Code,
  Generator,
  Iterator,
  DictView,
  Property,
  StaticMethod,
  ClassMethod,
  Super,
  Exception,
  Instance,
  GenericAlias,  // List[int] of typing, list[int]
  Tensor,
  Dtype,
  Device,
  OperatorFunction,
  NativeClosure,
  Named,
  Deferred,  // a lazy name that wasn't looked up yet
  Native,    // any other native object; Value::asNative tells them apart
};

struct Dict;

struct Object {
  Object(Kind kind, Class* cls);
  virtual ~Object();
  Object(const Object&) = delete;
  // From the pool of this thread (pool.h).
  static void* operator new(size_t size);
  static void operator delete(void* object, size_t size) noexcept;
  uint32_t refs = 0;
  Kind kind;
  Ref<Class> cls;
  Ref<Dict> attributes;  // __dict__; null until the first attribute is set, or if the class has
                         // none allows none
};

template <typename T>
T* Value::as() const {
  // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): an Object has an object
  return tag_ == Tag::Object && T::isKind(data_.object->kind) ? static_cast<T*>(data_.object)
                                                              : nullptr;
}
template <typename T>
T* Value::asNative() const {
  return tag_ == Tag::Object && data_.object->kind == Kind::Native ? dynamic_cast<T*>(data_.object)
                                                                   : nullptr;
}
inline void Value::retain() const {
  if (tag_ == Tag::Object) ++data_.object->refs;
}
inline void Value::release() {
  if (tag_ == Tag::Object && --data_.object->refs == 0) destroy(data_.object);
}
// The old value is released last: its destructor may access this value.
inline void Value::replace(Tag tag, Data data) {
  Tag oldTag = std::exchange(tag_, tag);
  Data old = std::exchange(data_, data);
  if (oldTag == Tag::Object && --old.object->refs == 0) destroy(old.object);
}

// The value; None when it is Unbound.
inline Value orNone(const Value& value) { return value.isUnbound() ? Value::none() : value; }

}  // namespace ts::eval
