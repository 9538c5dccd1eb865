// Joins the values of two ways through a program: of two branches, or of a loop's rounds.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/onnx/lowering.h"

namespace ts::onnx {

class Lowering::Merger {
 public:
  // unwritable: as of TensorCell, of all merged tensors; empty: that of the parts.
  explicit Merger(Lowering& lowering, std::string unwritable = {})
      : lowering_(lowering), unwritable_(std::move(unwritable)) {}

  // A part of a value that differs on the two ways: a value of the ONNX graph.
  struct Slot {
    Val a, b;
    Wire type;  // without a name
    std::function<void(const Wire&)> fill;
  };

  // The value that is `a` on one way and `b` on the other. Parts that are equal stay; others
  // become slots, and get their elements by Slot::fill.
  Val merge(const Val& a, const Val& b);
  const std::vector<Slot>& slots() const { return slots_; }
  // A value as the type of a slot, in the innermost scope of the builder.
  Wire convert(const Val& value, const Wire& type);
  // Starts a part of the signature.
  void beginPart(std::string_view name) {
    parts_ += std::string(name) + '@' + std::to_string(slots_.size()) + ';';
  }
  // The places and types of the slots.
  std::string signature() const;

 private:
  Val mergeTensors(const TensorPtr& a, const TensorPtr& b);
  Val mergeNumbers(const Val& a, const Val& b);
  Val mergeLists(const ListPtr& a, const ListPtr& b);
  std::vector<Val> mergeAll(const std::vector<Val>& a, const std::vector<Val>& b);
  Wire elementType(const ListPtr& list);

  Lowering& lowering_;
  const std::string unwritable_;
  std::string parts_;
  std::vector<Slot> slots_;
  std::map<std::pair<const void*, const void*>, Val> merged_;
};

}  // namespace ts::onnx
