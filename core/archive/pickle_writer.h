// Writes pickles in PyTorch's format: protocol 2, with tensors as persistent storages outside of
// the pickle.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/tensor/ivalue.h"

namespace ts::archive {

class PickleWriter {
 public:
  // Returns the state of an object whose class has __getstate__. Called only for such objects.
  using GetState = std::function<tensor::IValue(const tensor::ObjectValue& object)>;
  explicit PickleWriter(GetState getState = nullptr);

  // Writes a complete value. Lists, dicts, objects and tensors that occur several times are written
  // once. Throws ArchiveError for values that can't be saved (functions, futures).
  void write(const tensor::IValue& value);
  // Finishes and returns the pickle. No writes are allowed after that.
  std::string finish();
  // The bytes of all storages in the order of their keys, "0", "1", ...
  const std::vector<tensor::Storage>& storages() const { return storages_; }

  // ---- parts, for values that have no IValue (a state dict is an OrderedDict of parameters)
  // remember() stores the top of the stack in the memo under an identity. fetch() pushes the value
  // stored under an identity, and returns false if there is none.
  bool fetch(const void* identity);
  void remember(const void* identity);
  void none();
  void boolean(bool value);
  void integer(int64_t value);
  void real(double value);
  void string(std::string_view text);
  void global(std::string_view module, std::string_view name);
  void tensor(const tensor::Tensor& tensor);
  void parameter(const tensor::Tensor& tensor);
  void mark();
  void tupleToMark();
  void emptyTuple();
  void emptyList();
  void emptyDict();
  void appends();   // appends to the list below the mark
  void setItems();  // adds to the dict below the mark
  void reduce();
  void newObject();
  void build();

 private:
  void op(char code) { bytes_ += code; }
  void number(uint64_t value, size_t size);
  void list(const tensor::ListValue& list);
  void dict(const tensor::DictValue& dict);
  void object(const tensor::ObjectValue& object);

  std::string bytes_;
  GetState getState_;
  std::vector<tensor::Storage> storages_;
  std::unordered_map<const void*, size_t> storageKeys_;
  std::unordered_map<const void*, uint32_t> memo_;
  std::unordered_map<std::string, uint32_t> texts_;  // strings and globals
  uint32_t nextMemo_ = 0;
  int depth_ = 0;
};

}  // namespace ts::archive
