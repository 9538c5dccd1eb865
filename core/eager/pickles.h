// Pickling of Python values, as in torch.save and torch.load. Unpickling never executes code from
// the pickle. It creates objects of classes that the program has, and accepts only calls that
// represent values (a tensor, an OrderedDict, a member of an enum).
#pragma once

#include <unordered_map>

#include "core/archive/pickle_reader.h"
#include "core/archive/pickle_writer.h"
#include "core/archive/tensor_reader.h"
#include "core/eager/torch.h"

namespace ts::eager {

class ValuePickler {
 public:
  explicit ValuePickler(Vm& vm) : vm_(vm) {}
  // Raises TypeError for values that can't be pickled: generators, local classes, compiled modules.
  void write(const Value& value);
  archive::PickleWriter& writer() { return writer_; }

 private:
  void writeGlobal(const std::string& module, const std::string& name, const Value& value);
  void writeTensor(const Value& value);
  void writeTuple(const Value& value, const std::vector<Value>& items);
  void writeItems(const std::vector<Value>& items);
  void writeEntries(Dict& dict);
  void writeDict(const Value& value, Dict& dict);
  void writeSet(const Value& value);
  void writeInstance(const Value& value);
  void writeAttributes(const Value& value);
  [[noreturn]] void refuse(const Value& value);

  Vm& vm_;
  archive::PickleWriter writer_;
  std::vector<Value> alive_;  // temporary values, kept alive so that their identities stay unique
  int depth_ = 0;
};

class ValueUnpickler {
 public:
  ValueUnpickler(Vm& vm, archive::TensorReader tensors) : vm_(vm), tensors_(std::move(tensors)) {}
  // Converts a node. A value that occurs several times in the pickle becomes one value. Throws
  // archive::ArchiveError, also for values that are nested too deeply or exceed the budget of
  // `tensors`; raises the exceptions of the program's own __setstate__.
  Value read(const archive::PickleNode& node);

 private:
  Value make(const archive::PickleNode& node);
  Value call(const archive::PickleNode& node);
  Value object(const archive::PickleNode& node);
  Value global(const std::string& name);
  Value readTuple(const archive::PickleNode& node);
  // Charges a container of `count` values.
  void charge(size_t count, size_t size = sizeof(Value));
  void chargeCall(std::string_view function, std::span<const Value> arguments);
  void fill(const archive::PickleNode& node, const Value& instance);

  Vm& vm_;
  archive::TensorReader tensors_;
  std::unordered_map<const archive::PickleNode*, Value> values_;
  int depth_ = 0;
};

}  // namespace ts::eager
