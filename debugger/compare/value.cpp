#include "debugger/compare/value.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>

#include "core/eval/values/objects.h"
#include "core/eval/vm/vm.h"
#include "core/eval_torch/torch_objects.h"
#include "core/kernels/copy.h"
#include "core/kernels/print.h"
#include "core/tensor/value_walk.h"

namespace ts::debugger {
namespace {

using eval::Value;
using tensor::DType;
using tensor::Tag;
using tensor::Tensor;

constexpr int kDeepestValue =
    12;  // nesting of containers; a deeper value becomes the name of its class
// The items of a value and of the containers in it; the rest is ignored. Containers that share
// items can have exponentially many.
constexpr size_t kMostItems = 100'000;

// A list without an element type, because only its elements are compared.
IValue listOf(std::vector<IValue> items) { return tensor::makeList(nullptr, std::move(items)); }

// Converts one value of a program.
struct Conversion {
  eval::Vm& vm;
  size_t items = 0;

  bool isFull() { return items >= kMostItems; }
  IValue valueOf(const Value& value, int depth);
  IValue dictOf(eval::Dict& dict, int depth);
};

IValue Conversion::valueOf(const Value& value, int depth) {
  ++items;
  switch (value.tag()) {
    case eval::Tag::None: return {};
    case eval::Tag::Bool: return IValue(value.integerValue() != 0);
    case eval::Tag::Int: return IValue(value.integerValue());
    case eval::Tag::Float: return IValue(value.realValue());
    case eval::Tag::Object: break;
    default: return IValue("...");
  }
  if (auto* tensor = value.as<eval::Tensor>()) return IValue(tensor->data);
  if (auto* text = value.as<eval::Str>()) return IValue(text->text);
  if (auto* number = value.as<eval::IntObject>()) return IValue(number->value);
  if (auto* number = value.as<eval::FloatObject>()) return IValue(number->value);
  if (auto* number = value.as<eval::Complex>())
    return IValue(std::complex<double>(number->real, number->imag));
  if (auto* dtype = value.as<eval::Dtype>()) return IValue(int64_t{dtype->number});
  const std::string name = vm.classOf(value)->name;
  if (depth >= kDeepestValue) return IValue("<" + name + ">");
  const std::vector<Value>* elements = nullptr;
  if (auto* list = value.as<eval::List>()) elements = &list->items;
  if (auto* tuple = value.as<eval::Tuple>()) elements = &tuple->items;
  if (elements) {
    std::vector<IValue> items;
    for (size_t i = 0; i < elements->size() && !isFull(); ++i)
      items.push_back(valueOf((*elements)[i], depth + 1));
    return listOf(std::move(items));
  }
  if (auto* dict = value.as<eval::Dict>()) return dictOf(*dict, depth);
  if (auto* set = value.as<eval::Set>()) {
    std::vector<IValue> items;
    set->table.each([&](const Value& key, const Value&) {
      if (!isFull()) items.push_back(valueOf(key, depth + 1));
    });
    return listOf(std::move(items));
  }
  if (value.as<eval::Instance>() && value.object()->attributes && !vm.classOf(value)->isNative)
    return dictOf(*value.object()->attributes, depth);
  return IValue("<" + name + ">");
}

IValue Conversion::dictOf(eval::Dict& dict, int depth) {
  auto plainDict = tensor::makeCounted<tensor::DictValue>(nullptr, nullptr);
  dict.each([&](const Value& key, const Value& item) {
    if (isFull()) return;
    IValue plain = valueOf(key, depth + 1);
    const bool isKey = plain.isNumber() || plain.isString() || plain.isTensor();
    plainDict->set(isKey ? plain : IValue(vm.repr(key)), valueOf(item, depth + 1));
  });
  return plainDict;
}

// ---- differences

struct Tolerance {
  double relative, absolute;
};
Tolerance toleranceOf(DType dtype) {
  switch (dtype) {
    case DType::Float16: return {1e-3, 1e-5};
    case DType::BFloat16: return {1.6e-2, 1e-5};
    case DType::Float32:
    case DType::Complex64: return {1.3e-6, 1e-5};
    default: return {1e-7, 1e-7};
  }
}

double distance(std::complex<double> a, std::complex<double> b, Tolerance tolerance) {
  const bool aIsNaN = std::isnan(a.real()) || std::isnan(a.imag()),
             bIsNaN = std::isnan(b.real()) || std::isnan(b.imag());
  if (aIsNaN || bIsNaN) return aIsNaN == bIsNaN ? 0 : INFINITY;
  if (a == b) return 0;
  const double apart = std::abs(a - b);
  if (!std::isfinite(apart)) return INFINITY;
  return apart <= tolerance.absolute + tolerance.relative * std::abs(b) ? 0 : apart;
}

std::string indexText(const tensor::Dims& sizes, int64_t flat) {
  std::vector<int64_t> index(sizes.size());
  for (size_t i = sizes.size(); i-- > 0; flat /= sizes[i]) index[i] = flat % sizes[i];
  return tensor::shapeText(index);
}

std::string numberText(std::complex<double> number, DType dtype) {
  if (tensor::isComplex(dtype)) return fmt::format("{:.6g}{:+.6g}j", number.real(), number.imag());
  if (dtype == DType::Bool) return number.real() != 0 ? "True" : "False";
  return fmt::format("{:.6g}", number.real());
}

std::optional<Difference> differTensors(const Tensor& a, const Tensor& b) {
  if (a.dtype() != b.dtype() || !(a.sizes() == b.sizes()))
    return Difference{"", kindOf(a) + " and " + kindOf(b)};
  if (a.isMeta() || b.isMeta() || a.same(b)) return std::nullopt;
  const DType dtype = a.dtype();
  const Tensor flatA = kernels::contiguous(a), flatB = kernels::contiguous(b);
  const size_t bytes = static_cast<size_t>(a.numel()) * a.itemSize();
  if (!bytes || std::memcmp(flatA.bytes(), flatB.bytes(), bytes) == 0) return std::nullopt;
  const bool isExact = !tensor::isFloating(dtype) && !tensor::isComplex(dtype);
  const Tolerance tolerance = isExact ? Tolerance{0, 0} : toleranceOf(dtype);
  // Distinct integers beyond 2^53 can convert to equal numbers. So the bytes decide whether tensors
  // differ, and the numbers only say by how much.
  const Tensor wideA = kernels::toDType(flatA, DType::Complex128),
               wideB = kernels::toDType(flatB, DType::Complex128);
  const auto *numbersA = wideA.data<tensor::Complex128>(),
             *numbersB = wideB.data<tensor::Complex128>();
  int64_t count = 0, worst = -1;
  double most = 0;
  for (int64_t i = 0; i < a.numel(); ++i) {
    const double apart = distance(numbersA[i], numbersB[i], tolerance);
    if (apart == 0) continue;
    ++count;
    if (worst < 0 || apart > most) worst = i, most = apart;
  }
  if (worst < 0 && !isExact) return std::nullopt;
  if (worst < 0) return Difference{"", "large integers differ", true, 0};
  std::string detail;
  if (a.numel() > 1)
    detail = fmt::format("{} of {} elements differ, most at {}: ", count, a.numel(),
                         indexText(a.sizes(), worst));
  detail += fmt::format("{} and {}", numberText(numbersA[worst], dtype),
                        numberText(numbersB[worst], dtype));
  if (!isExact)
    detail +=
        fmt::format(" (tolerance {:g} + {:g} relative)", tolerance.absolute, tolerance.relative);
  return Difference{"", detail, true, most};
}

std::optional<Difference> within(std::optional<Difference> inner, const std::string& step) {
  if (inner) inner->path = step + inner->path;
  return inner;
}

const std::vector<IValue>* itemsOf(const IValue& value) {
  if (value.isList()) return &value.toList().items;
  if (value.isTuple()) return &value.toTuple().items;
  return nullptr;
}

std::optional<Difference> differItems(const std::vector<IValue>& a, const std::vector<IValue>& b) {
  if (a.size() != b.size())
    return Difference{"", fmt::format("{} and {} elements", a.size(), b.size())};
  for (size_t i = 0; i < a.size(); ++i)
    if (auto difference = within(differ(a[i], b[i]), fmt::format("[{}]", i))) return difference;
  return std::nullopt;
}

std::optional<Difference> differDicts(tensor::DictValue& a, tensor::DictValue& b) {
  for (const auto& entry : a.entries()) {
    const IValue* other = b.find(entry.key);
    if (!other) return Difference{"", fmt::format("only one has the key {}", brief(entry.key))};
    if (auto difference = within(differ(entry.value, *other), "[" + brief(entry.key) + "]"))
      return difference;
  }
  for (const auto& entry : b.entries())
    if (!a.find(entry.key))
      return Difference{"", fmt::format("only one has the key {}", brief(entry.key))};
  return std::nullopt;
}

}  // namespace

IValue valueOf(eval::Vm& vm, const Value& value) { return Conversion{vm}.valueOf(value, 0); }

namespace {

IValue frozen(const IValue& value, int depth, size_t& count) {
  ++count;
  const bool isContainer = value.isList() || value.isTuple() || value.isDict();
  if (depth >= kDeepestValue && isContainer)
    return IValue("<" + std::string(tensor::nameOf(value.tag())) + ">");
  switch (value.tag()) {
    case Tag::Tensor:
      return value.toTensor().isMeta() ? value : IValue(kernels::clone(value.toTensor()));
    case Tag::List:
    case Tag::Tuple: {
      std::vector<IValue> items;
      for (const IValue& item : *itemsOf(value))
        if (count < kMostItems) items.push_back(frozen(item, depth + 1, count));
      return listOf(std::move(items));
    }
    case Tag::Dict: {
      auto frozenDict = tensor::makeCounted<tensor::DictValue>(nullptr, nullptr);
      for (const auto& entry : value.toDict().entries())
        if (count < kMostItems) frozenDict->set(entry.key, frozen(entry.value, depth + 1, count));
      return frozenDict;
    }
    case Tag::Enum: return frozen(value.toEnum().value, depth, count);
    case Tag::Device: return IValue(value.toDevice().text());
    case Tag::Object: return IValue("<" + std::string(value.toObject().type->simpleName()) + ">");
    case Tag::Generator:
    case Tag::Future:
    case Tag::Function:
    case Tag::Opaque: return IValue("<" + std::string(tensor::nameOf(value.tag())) + ">");
    default: return value;
  }
}

}  // namespace

IValue frozen(const IValue& value) {
  size_t count = 0;
  return frozen(value, 0, count);
}

void tensorsIn(const IValue& value, std::vector<const void*>& tensors) {
  for (tensor::ValueWalk walk(value); const IValue* each = walk.next();) {
    if (each->isTensor()) tensors.push_back(each->toTensor().impl());
    if (each->isObject()) walk.skip();
  }
}

std::optional<Difference> differ(const IValue& a, const IValue& b) {
  if (a.isTensor() && b.isTensor()) return differTensors(a.toTensor(), b.toTensor());
  const auto *itemsA = itemsOf(a), *itemsB = itemsOf(b);
  if (itemsA && itemsB) return differItems(*itemsA, *itemsB);
  if (a.tag() != b.tag()) return Difference{"", fmt::format("{} and {}", brief(a), brief(b))};
  switch (a.tag()) {
    case Tag::Dict: return differDicts(a.toDict(), b.toDict());
    case Tag::Double:
    case Tag::Complex: {
      const std::complex<double> x = a.toScalar().to<std::complex<double>>(),
                                 y = b.toScalar().to<std::complex<double>>();
      const double apart = distance(x, y, toleranceOf(DType::Float64));
      if (apart == 0) return std::nullopt;
      return Difference{"", fmt::format("{} and {}", brief(a), brief(b)), true, apart};
    }
    case Tag::Bool:
    case Tag::Int:
    case Tag::None:
      if (a.same(b)) return std::nullopt;
      return Difference{"", fmt::format("{} and {}", brief(a), brief(b)), true,
                        std::abs(a.toScalar().to<double>() - b.toScalar().to<double>())};
    case Tag::String:
      if (a.toString() == b.toString()) return std::nullopt;
      return Difference{"", fmt::format("{} and {}", brief(a), brief(b))};
    default: return std::nullopt;  // frozen() leaves no other tags
  }
}

namespace {

template <typename T>
std::complex<double> widened(T number) {
  if constexpr (std::is_same_v<T, tensor::Complex64> || std::is_same_v<T, tensor::Complex128>)
    return {static_cast<double>(number.real()), static_cast<double>(number.imag())};
  else
    return static_cast<double>(number);
}

}  // namespace

NonFinite worstNonFinite(const IValue& value) {
  auto ofNumber = [](std::complex<double> x) {
    if (std::isnan(x.real()) || std::isnan(x.imag())) return NonFinite::NaN;
    return std::isinf(x.real()) || std::isinf(x.imag()) ? NonFinite::Infinity : NonFinite::None;
  };
  NonFinite worst = NonFinite::None;
  if (value.isDouble() || value.isComplex())
    return ofNumber(value.toScalar().to<std::complex<double>>());
  if (value.isTensor()) {
    const Tensor& tensor = value.toTensor();
    if (tensor.isMeta() ||
        (!tensor::isFloating(tensor.dtype()) && !tensor::isComplex(tensor.dtype())))
      return worst;
    const Tensor flat = kernels::contiguous(tensor);
    tensor::visit(tensor.dtype(), [&]<typename T>() {
      const T* numbers = flat.data<T>();
      for (int64_t i = 0; i < flat.numel() && worst != NonFinite::NaN; ++i) {
        if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
          if (std::isfinite(numbers[i])) continue;
        }
        worst = std::max(worst, ofNumber(widened(numbers[i])));
      }
    });
  }
  if (const auto* items = itemsOf(value))
    for (const IValue& item : *items) worst = std::max(worst, worstNonFinite(item));
  if (value.isDict())
    for (const auto& entry : value.toDict().entries())
      worst = std::max(worst, worstNonFinite(entry.value));
  return worst;
}

std::string kindOf(const IValue& value) {
  if (value.isTensor()) {
    const Tensor& tensor = value.toTensor();
    return fmt::format("{} tensor of shape {}", tensor::nameOf(tensor.dtype()),
                       tensor::shapeText(tensor.sizes()));
  }
  if (const auto* items = itemsOf(value)) return fmt::format("list of {}", items->size());
  if (value.isDict()) return fmt::format("dict of {}", value.toDict().size());
  return std::string(tensor::nameOf(value.tag()));
}

namespace {

std::string quoted(std::string text, size_t most) {
  const bool isLong = text.size() > most;
  if (isLong) text.resize(most);
  for (size_t at = 0; (at = text.find('\n', at)) != text.npos; at += 2) text.replace(at, 1, "\\n");
  return "'" + text + (isLong ? "...'" : "'");
}

}  // namespace

std::string brief(const IValue& value) {
  constexpr size_t kMost = 60;
  switch (value.tag()) {
    case Tag::None: return "None";
    case Tag::Bool: return value.toBool() ? "True" : "False";
    case Tag::Int: return std::to_string(value.toInt());
    case Tag::Double: {
      const double number = value.toDouble();
      if (std::isnan(number)) return "nan";
      if (std::isinf(number)) return number < 0 ? "-inf" : "inf";
      std::string text = fmt::format("{}", number);
      return text.find_first_of(".e") == text.npos ? text + ".0" : text;
    }
    case Tag::Complex: return numberText(value.toComplex(), DType::Complex128);
    case Tag::String: return quoted(value.toString(), kMost);
    case Tag::Tensor: {
      if (value.toTensor().isMeta() || value.toTensor().numel() > 8) return kindOf(value);
      std::string text = kernels::tensorText(value.toTensor());
      return text.find('\n') == text.npos && text.size() <= kMost ? text : kindOf(value);
    }
    default: break;
  }
  const auto* items = itemsOf(value);
  if (!items || items->size() > 8) return kindOf(value);
  std::string text = "[";
  for (size_t i = 0; i < items->size(); ++i) text += (i ? ", " : "") + brief((*items)[i]);
  return text.size() <= kMost ? text + "]" : kindOf(value);
}

}  // namespace ts::debugger
