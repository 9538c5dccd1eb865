// Values that are not tensors.
#include <cstdlib>
#include <cstring>
#include <new>

#include "api/src/objects.h"
#include "core/interp/interpreter.h"
#include "core/tensor/value_walk.h"

namespace ts::api {

tensor::Tensor tensorOf(const jitscope_value* value, const char* name) {
  const IValue& held = valueOf(value, name);
  if (!held.isTensor())
    failAsArgument("{} is a value of type {} and not a tensor", name, tensor::nameOf(held.tag()));
  return held.toTensor();
}

std::vector<IValue> valuesOf(const jitscope_value* const* values, size_t size, const char* name) {
  std::vector<IValue> found;
  if (size > 0) needed(values, name);
  found.reserve(size);
  for (size_t i = 0; i < size; ++i) found.push_back(valueOf(values[i], name));
  return found;
}

std::vector<std::pair<std::string, IValue>> takeNamed(std::vector<IValue>& values,
                                                      const char* const* names, size_t named) {
  std::vector<std::pair<std::string, IValue>> found;
  if (named > values.size())
    failAsArgument("{} names are more than the {} arguments", named, values.size());
  if (named > 0) needed(names, "names");
  const size_t positional = values.size() - named;
  for (size_t i = 0; i < named; ++i)
    found.emplace_back(&needed(names[i], "a name"), std::move(values[positional + i]));
  values.resize(positional);
  return found;
}

const IValue& keyOf(const jitscope_value* value) {
  const IValue& key = valueOf(value, "key");
  if (!key.isNumber() && !key.isString() && !key.isTensor())
    failAsArgument("a value of type {} cannot be a key", tensor::nameOf(key.tag()));
  return key;
}

void give(const std::string& text, char** result, size_t* size) {
  needed(result, "the place of the text");
  auto* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy == nullptr) throw std::bad_alloc();
  std::memcpy(copy, text.c_str(), text.size() + 1);
  *result = copy;
  if (size != nullptr) *size = text.size();
}

namespace {

struct KindRow {
  tensor::Tag tag;
  jitscope_kind kind;
};
constexpr KindRow kKinds[] = {
    {tensor::Tag::None, JITSCOPE_NONE},       {tensor::Tag::Bool, JITSCOPE_BOOL},
    {tensor::Tag::Int, JITSCOPE_INT},         {tensor::Tag::Double, JITSCOPE_FLOAT},
    {tensor::Tag::Complex, JITSCOPE_COMPLEX}, {tensor::Tag::String, JITSCOPE_STRING},
    {tensor::Tag::Tensor, JITSCOPE_TENSOR},   {tensor::Tag::Tuple, JITSCOPE_TUPLE},
    {tensor::Tag::List, JITSCOPE_LIST},       {tensor::Tag::Dict, JITSCOPE_DICT},
    {tensor::Tag::Object, JITSCOPE_OBJECT},
};

// Throws ArgumentError for a value of another type.
const IValue& needKind(const jitscope_value* value, tensor::Tag tag) {
  const IValue& held = valueOf(value);
  if (held.tag() != tag)
    failAsArgument("the value has type {} and not {}", tensor::nameOf(held.tag()),
                   tensor::nameOf(tag));
  return held;
}

types::TypePtr typeOfFirst(const std::vector<IValue>& items) {
  return items.empty() ? types::tensorType() : interp::typeOf(items.front());
}

const std::vector<IValue>& itemsOf(const IValue& sequence) {
  return sequence.isTuple() ? sequence.toTuple().items : sequence.toList().items;
}

size_t sizeOf(const IValue& value) {
  if (value.isTuple() || value.isList()) return itemsOf(value).size();
  if (value.isDict()) return value.toDict().size();
  failAsArgument("a value of type {} has no items", tensor::nameOf(value.tag()));
}

}  // namespace
}  // namespace ts::api

using namespace ts;
using namespace ts::api;

jitscope_error* jitscope_none(jitscope_value** value) {
  return guarded([&] { give(IValue(), value); });
}
jitscope_error* jitscope_bool(int number, jitscope_value** value) {
  return guarded([&] { give(IValue(number != 0), value); });
}
jitscope_error* jitscope_int(int64_t number, jitscope_value** value) {
  return guarded([&] { give(IValue(number), value); });
}
jitscope_error* jitscope_float(double number, jitscope_value** value) {
  return guarded([&] { give(IValue(number), value); });
}
jitscope_error* jitscope_complex(double real, double imag, jitscope_value** value) {
  return guarded([&] { give(IValue(std::complex<double>(real, imag)), value); });
}
jitscope_error* jitscope_string(const char* text, size_t size, jitscope_value** value) {
  return guarded([&] {
    if (size > 0) needed(text, "text");
    give(IValue(std::string(size > 0 ? text : "", size)), value);
  });
}
jitscope_error* jitscope_device(const char* text, jitscope_value** value) {
  return guarded([&] { give(tensor::makeDevice(&needed(text, "text")), value); });
}
jitscope_error* jitscope_tuple(const jitscope_value* const* items, size_t size,
                               jitscope_value** value) {
  return guarded([&] { give(tensor::makeTuple(valuesOf(items, size, "items")), value); });
}
jitscope_error* jitscope_list(const jitscope_value* const* items, size_t size,
                              jitscope_value** value) {
  return guarded([&] {
    std::vector<IValue> held = valuesOf(items, size, "items");
    const types::TypePtr element = typeOfFirst(held);
    give(tensor::makeList(element, std::move(held)), value);
  });
}
jitscope_error* jitscope_dict(const jitscope_value* const* keys,
                              const jitscope_value* const* values, size_t size,
                              jitscope_value** value) {
  return guarded([&] {
    const std::vector<IValue> heldKeys = valuesOf(keys, size, "keys");
    std::vector<IValue> held = valuesOf(values, size, "values");
    const auto dict = tensor::makeCounted<tensor::DictValue>(
        size == 0 ? types::stringType() : typeOfFirst(heldKeys), typeOfFirst(held));
    for (size_t i = 0; i < size; ++i) dict->set(keyOf(keys[i]), std::move(held[i]));
    give(dict, value);
  });
}
jitscope_error* jitscope_value_copy(const jitscope_value* value, jitscope_value** copy) {
  return guarded([&] { give(valueOf(value), copy); });
}
void jitscope_value_free(jitscope_value* value) { delete value; }
int jitscope_value_same(const jitscope_value* a, const jitscope_value* b) {
  return a->value.same(b->value) ? 1 : 0;
}

jitscope_kind jitscope_value_kind(const jitscope_value* value) {
  for (const KindRow& row : kKinds)
    if (row.tag == value->value.tag()) return row.kind;
  return JITSCOPE_OTHER;
}
jitscope_error* jitscope_value_bool(const jitscope_value* value, int* result) {
  return guarded([&] {
    needed(result, "result");
    *result = needKind(value, tensor::Tag::Bool).toBool() ? 1 : 0;
  });
}
jitscope_error* jitscope_value_int(const jitscope_value* value, int64_t* result) {
  return guarded([&] {
    needed(result, "result");
    *result = needKind(value, tensor::Tag::Int).toInt();
  });
}
jitscope_error* jitscope_value_float(const jitscope_value* value, double* result) {
  return guarded([&] {
    needed(result, "result");
    *result = needKind(value, tensor::Tag::Double).toDouble();
  });
}
jitscope_error* jitscope_value_complex(const jitscope_value* value, double* real, double* imag) {
  return guarded([&] {
    const std::complex<double> number = needKind(value, tensor::Tag::Complex).toComplex();
    needed(real, "real");
    needed(imag, "imag");
    *real = number.real();
    *imag = number.imag();
  });
}
jitscope_error* jitscope_value_string(const jitscope_value* value, const char** text,
                                      size_t* size) {
  return guarded([&] {
    const std::string& held = needKind(value, tensor::Tag::String).toString();
    needed(text, "text");
    *text = held.c_str();
    if (size != nullptr) *size = held.size();
  });
}
jitscope_error* jitscope_value_size(const jitscope_value* value, size_t* size) {
  return guarded([&] {
    needed(size, "size");
    *size = sizeOf(valueOf(value));
  });
}
jitscope_error* jitscope_value_item(const jitscope_value* value, size_t index, jitscope_value** key,
                                    jitscope_value** item) {
  return guarded([&] {
    const IValue& held = valueOf(value);
    if (index >= sizeOf(held))
      failAsArgument("index {} is beyond the {} items of the value", index, sizeOf(held));
    if (!held.isDict()) {
      if (key != nullptr) failAsArgument("items of a {} have no keys", tensor::nameOf(held.tag()));
      return give(itemsOf(held)[index], item);
    }
    const tensor::DictValue::Entry& entry = held.toDict().entries()[index];
    needed(item, "item");
    std::unique_ptr<jitscope_value> found(new jitscope_value{entry.value});
    if (key != nullptr) *key = new jitscope_value{entry.key};
    *item = found.release();
  });
}
jitscope_error* jitscope_value_find(const jitscope_value* value, const jitscope_value* key,
                                    jitscope_value** item) {
  return guarded([&] {
    const IValue& dict = needKind(value, tensor::Tag::Dict);
    const IValue& wanted = keyOf(key);
    IValue* const found = dict.toDict().find(wanted);
    if (found == nullptr) failAsArgument("the dict has no key {}", interp::textOf(wanted));
    give(*found, item);
  });
}
jitscope_error* jitscope_value_text(const jitscope_value* value, char** text) {
  return guarded([&] { give(interp::textOf(valueOf(value)), text); });
}
