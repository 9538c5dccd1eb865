// Reads the values of a fusion's inputs.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "core/jit/fusion.h"
#include "core/jit/moved_elements.h"

namespace ts::jit {

class FusedInputs {
 public:
  explicit FusedInputs(const Fusion& fusion);

  // True for an input that an operator reads. Views may read the others.
  bool isRead(size_t input) const { return isRead_[input]; }

  struct Values {
    std::array<const tensor::IValue*, kMostInputs> arguments;  // null: only views read it
    std::vector<tensor::IValue> views;                         // by input; empty without views
    // By input, the elements of a view that is not in memory; empty without views.
    std::vector<std::shared_ptr<const MovedElements>> moved;
  };
  // Reads the inputs from registers, and makes the views. `pool` is the end of the program's
  // constants. Returns false for a list with another number of views, and where views of the
  // arguments would not have the order of dimensions that a view of the value has. Throws
  // tensor::Error where a view fails.
  bool read(const tensor::IValue* registers, const tensor::IValue* pool, Values& into);

 private:
  bool readView(size_t i, const FusedView& view, const tensor::IValue* pool, Values& into);

  const Fusion& fusion_;
  std::array<bool, kMostInputs> isRead_{};
  // The last result of an operator that moves elements was small: the next one is put into memory,
  // which takes less time than a description of its elements.
  std::array<bool, kMostInputs> isSmall_{};
};

}  // namespace ts::jit
