// Python's values as pickles and back: what torch.save and torch.load do. A pickle never runs
// anything: objects are made of classes that the program has, and of calls those few are understood
// that stand for values (a tensor, an OrderedDict, a member of an enum).
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
  // Raises TypeError for what has no pickle: generators, local classes, compiled modules.
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
  std::vector<Value> alive_;  // what was made on the way: identities must stay theirs
  int depth_ = 0;
};

class ValueUnpickler {
 public:
  ValueUnpickler(Vm& vm, archive::TensorReader tensors) : vm_(vm), tensors_(std::move(tensors)) {}
  // What is one value in the pickle is one value again. Throws archive::ArchiveError; raises what
  // the program's own
  // __setstate__ raises.
  Value read(const archive::PickleNode& node);

 private:
  Value make(const archive::PickleNode& node);
  Value call(const archive::PickleNode& node);
  Value object(const archive::PickleNode& node);
  Value global(const std::string& name);
  Value readTuple(const archive::PickleNode& node);
  void fill(const archive::PickleNode& node, const Value& made);

  Vm& vm_;
  archive::TensorReader tensors_;
  std::unordered_map<const archive::PickleNode*, Value> made_;
  int depth_ = 0;
};

}  // namespace ts::eager
