// A loop as machine code of this processor: its text, and the arguments of its function.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/jit/fused_loop.h"
#include "core/jit/loop_target.h"

namespace ts::jit {

struct LoopSize {
  int64_t rows = 1, lines = 1;
  int64_t count = 0;    // the elements of a line: at least the lanes
  int64_t valid = 0;    // the lanes of the last vector of a line that sums include
  double elements = 0;  // of a row
  // The code sets it where an operator fails, such as a division by zero: then its results count
  // nothing.
  int64_t hasFailed = 0;
};

// The steps of a pointer in bytes.
struct LoopSteps {
  int64_t row, line, element;
};

// Machine code of a loop.
// - pointers: the results, then the tensors among the inputs. The result of a reduction of all
//   elements is a sum for each lane, to which the code adds.
// - steps: those of each pointer
// - numbers: one slot for each other input
// - scratch: see WrittenLoop
using LoopCode = void (*)(std::byte* const* pointers, const LoopSteps* steps,
                          const int64_t* numbers, LoopSize* size, std::byte* scratch);

// The size of vectors. Elements have their lanes in two vectors, because independent instructions
// keep the processor busy.
struct VectorSize {
  int bytes = 16;
  bool isForDoubles = false;
  // The elements of results are stored past the caches: see VectorWriter::store().
  bool isStreamed = false;
  int lanes() const { return isForDoubles ? bytes / 4 : bytes / 2; }
  bool operator==(const VectorSize&) const = default;
};
// That of this processor.
VectorSize vectorSize();
VectorSize vectorSizeFor(const FusedLoop& loop, int bytes = vectorSize().bytes);

// Returns a module with the function "fused", of the type LoopCode; nullopt for a loop without
// code: see VectorWriter. The scratch memory is for each element of a row; in form Columns, of as
// many rows as lanes. problem: gets the reason; may be null.
std::optional<WrittenLoop> writeLoop(const FusedLoop& loop, VectorSize size,
                                     std::string* problem = nullptr);

}  // namespace ts::jit
