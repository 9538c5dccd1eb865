#include "core/archive/pickle_writer.h"

#include <bit>

#include "core/archive/archive_error.h"
#include "core/archive/pickle_opcodes.h"
#include "core/archive/tensor_reader.h"
#include "core/archive/unpickler.h"

namespace ts::archive {

using tensor::IValue;
using tensor::Tag;

namespace {

char code(Op op) { return static_cast<char>(op); }

// The functions that restore the element type of a list; other types use restore_type_tag.
const char* builderOf(types::TypePtr element) {
  switch (element->kind()) {
    case types::TypeKind::Int: return "build_intlist";
    case types::TypeKind::Float: return "build_doublelist";
    case types::TypeKind::Bool: return "build_boollist";
    case types::TypeKind::Tensor: return "build_tensorlist";
    default: return nullptr;
  }
}

}  // namespace

PickleWriter::PickleWriter(GetState getState) : getState_(std::move(getState)) {
  op(code(Op::Proto));
  op(2);
}

std::string PickleWriter::finish() {
  op(code(Op::Stop));
  return std::move(bytes_);
}

void PickleWriter::number(uint64_t value, size_t size) {
  for (size_t i = 0; i < size; ++i) bytes_ += static_cast<char>(value >> (8 * i));
}

bool PickleWriter::fetch(const void* identity) {
  auto entry = memo_.find(identity);
  if (entry == memo_.end()) return false;
  op(code(Op::LongBinGet));
  number(entry->second, 4);
  return true;
}

void PickleWriter::remember(const void* identity) {
  memo_[identity] = nextMemo_;
  op(code(Op::LongBinPut));
  number(nextMemo_++, 4);
}

void PickleWriter::none() { op(code(Op::None)); }
void PickleWriter::boolean(bool value) { op(code(value ? Op::NewTrue : Op::NewFalse)); }
void PickleWriter::mark() { op(code(Op::Mark)); }
void PickleWriter::tupleToMark() { op(code(Op::Tuple)); }
void PickleWriter::emptyTuple() { op(code(Op::EmptyTuple)); }
void PickleWriter::emptyList() { op(code(Op::EmptyList)); }
void PickleWriter::emptyDict() { op(code(Op::EmptyDict)); }
void PickleWriter::appends() { op(code(Op::Appends)); }
void PickleWriter::setItems() { op(code(Op::SetItems)); }
void PickleWriter::reduce() { op(code(Op::Reduce)); }
void PickleWriter::newObject() { op(code(Op::NewObj)); }
void PickleWriter::build() { op(code(Op::Build)); }

void PickleWriter::integer(int64_t value) {
  if (value >= 0 && value <= 0xFF) {
    op(code(Op::BinInt1));
    number(static_cast<uint64_t>(value), 1);
  } else if (value >= 0 && value <= 0xFFFF) {
    op(code(Op::BinInt2));
    number(static_cast<uint64_t>(value), 2);
  } else if (value >= INT32_MIN && value <= INT32_MAX) {
    op(code(Op::BinInt));
    number(static_cast<uint64_t>(value), 4);
  } else {
    op(code(Op::Long1));
    op(8);
    number(static_cast<uint64_t>(value), 8);
  }
}

void PickleWriter::real(double value) {
  op(code(Op::BinFloat));
  const auto bits = std::bit_cast<uint64_t>(value);
  for (int shift = 56; shift >= 0; shift -= 8) bytes_ += static_cast<char>(bits >> shift);
}

void PickleWriter::string(std::string_view text) {
  auto [entry, isNew] = texts_.try_emplace("'" + std::string(text), nextMemo_);
  if (!isNew) {
    op(code(Op::LongBinGet));
    number(entry->second, 4);
    return;
  }
  op(code(Op::BinUnicode));
  number(text.size(), 4);
  bytes_ += text;
  op(code(Op::LongBinPut));
  number(nextMemo_++, 4);
}

void PickleWriter::global(std::string_view module, std::string_view name) {
  auto [entry, isNew] =
      texts_.try_emplace(std::string(module) + "\n" + std::string(name), nextMemo_);
  if (!isNew) {
    op(code(Op::LongBinGet));
    number(entry->second, 4);
    return;
  }
  op(code(Op::Global));
  bytes_ += entry->first;
  bytes_ += '\n';
  op(code(Op::LongBinPut));
  number(nextMemo_++, 4);
}

void PickleWriter::tensor(const tensor::Tensor& tensor) {
  if (fetch(tensor.impl())) return;
  if (tensor.isMeta()) refuse("a tensor on meta can't be saved: it has no data");
  auto [key, isNew] = storageKeys_.try_emplace(tensor.storage().get(), storages_.size());
  if (isNew) storages_.push_back(tensor.storage());
  const std::string_view storage = storageClassOf(tensor.dtype());
  global("torch._utils", "_rebuild_tensor_v2");
  mark();
  mark();
  string("storage");
  global(storage.substr(0, storage.find('.')), storage.substr(storage.find('.') + 1));
  string(std::to_string(key->second));
  string("cpu");
  integer(static_cast<int64_t>(tensor.storage()->bytes() / tensor.itemSize()));
  tupleToMark();
  op(code(Op::BinPersId));
  integer(tensor.offset());
  for (const tensor::Dims* dims : {&tensor.sizes(), &tensor.strides()}) {
    mark();
    for (int64_t item : *dims) integer(item);
    tupleToMark();
  }
  boolean(tensor.requiresGrad());
  global("collections", "OrderedDict");
  emptyTuple();
  reduce();
  tupleToMark();
  reduce();
  remember(tensor.impl());
}

void PickleWriter::parameter(const tensor::Tensor& value) {
  global("torch._utils", "_rebuild_parameter");
  mark();
  tensor(value);
  boolean(value.requiresGrad());
  global("collections", "OrderedDict");
  emptyTuple();
  reduce();
  tupleToMark();
  reduce();
}

void PickleWriter::list(const tensor::ListValue& list) {
  if (fetch(&list)) return;
  const char* builder = builderOf(list.element);
  global("torch.jit._pickle", builder ? builder : "restore_type_tag");
  mark();
  emptyList();
  mark();
  for (const IValue& item : list.items) write(item);
  appends();
  if (!builder) string("List[" + list.element->annotation() + "]");
  tupleToMark();
  reduce();
  remember(&list);
}

void PickleWriter::dict(const tensor::DictValue& dict) {
  if (fetch(&dict)) return;
  global("torch.jit._pickle", "restore_type_tag");
  mark();
  emptyDict();
  mark();
  for (const auto& [key, value] : dict.entries()) {
    write(key);
    write(value);
  }
  setItems();
  string("Dict[" + dict.key->annotation() + ", " + dict.value->annotation() + "]");
  tupleToMark();
  reduce();
  remember(&dict);
}

void PickleWriter::object(const tensor::ObjectValue& object) {
  if (fetch(&object)) return;
  const std::string_view name = object.type->qualifiedName();
  const size_t dot = name.rfind('.');
  global(name.substr(0, dot), name.substr(dot + 1));
  emptyTuple();
  newObject();
  if (object.type->method("__getstate__")) {
    write(getState_(object));
  } else {
    emptyDict();
    mark();
    const auto& attributes = object.type->attributes();
    for (size_t i = 0; i < attributes.size(); ++i) {
      string(attributes[i].name);
      write(object.slots[i]);
    }
    setItems();
  }
  build();
  remember(&object);
}

void PickleWriter::write(const IValue& value) {
  if (++depth_ > kMaxPickleDepth)
    refuse("its values are nested deeper than the limit of {} (kMaxPickleDepth)", kMaxPickleDepth);
  switch (value.tag()) {
    case Tag::None: none(); break;
    case Tag::Bool: boolean(value.toBool()); break;
    case Tag::Int: integer(value.toInt()); break;
    case Tag::Double: real(value.toDouble()); break;
    case Tag::Complex:
      global("builtins", "complex");
      mark();
      real(value.toComplex().real());
      real(value.toComplex().imag());
      tupleToMark();
      reduce();
      break;
    case Tag::String: string(value.toString()); break;
    case Tag::Tensor: tensor(value.toTensor()); break;
    case Tag::List: list(value.toList()); break;
    case Tag::Dict: dict(value.toDict()); break;
    case Tag::Object: object(value.toObject()); break;
    case Tag::Tuple: {
      // Also for a NamedTuple: the type of its container determines its type.
      mark();
      for (const IValue& item : value.toTuple().items) write(item);
      tupleToMark();
      break;
    }
    case Tag::Enum: {
      const std::string_view name = value.toEnum().type->qualifiedName();
      global(name.substr(0, name.rfind('.')), name.substr(name.rfind('.') + 1));
      write(value.toEnum().value);
      reduce();
      break;
    }
    case Tag::Device:
      global("torch", "device");
      mark();
      string(value.toDevice().text());
      tupleToMark();
      reduce();
      break;
    default: refuse("a value of type {} can't be saved", tensor::nameOf(value.tag()));
  }
  --depth_;
}

}  // namespace ts::archive
