// Facts about the values and the cost of a graph: shapes, weights, operations.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/types/type.h"

namespace ts::viz {

// Statistics of the elements of a tensor.
struct TensorSummary {
  double min = 0;  // without NaN
  double max = 0;
  double mean = 0;
  int64_t nan = 0;                 // the number of elements
  std::vector<int64_t> histogram;  // counts in equal intervals from min to max
};

struct TensorFacts {
  std::string dtype;           // "float32"; empty: unknown
  std::vector<int64_t> sizes;  // -1: unknown
  bool isExact = false;        // seen in a run; otherwise inferred
  std::optional<TensorSummary> summary;
  bool hasRank = true;  // false: `sizes` are only the last dimensions
  uint64_t digest = 0;  // of the elements of a weight; 0: unknown

  std::string text() const;  // "float32 [1, 64, 56, 56]", "[..., 64, ?]"
  int64_t elements() const;  // -1: unknown
  int64_t bytes() const;     // -1: unknown
};

// The facts of a tensor type with a dtype or sizes; nothing for other types.
std::optional<TensorFacts> factsOfType(types::TypePtr type);

struct Weight {
  TensorFacts tensor;
  bool isParameter = false;  // otherwise a buffer
};

// Sums over nodes; nothing: unknown.
struct Stats {
  std::optional<int64_t> parameters;
  std::optional<int64_t> parameterBytes;
  std::optional<int64_t> flops;  // a multiplication with an addition counts as two
  std::optional<int64_t> activationBytes;
  // In the observed run, by the interpreter; and in those of a profile, in Python and as machine
  // code.
  std::optional<double> seconds, eagerSeconds, compiledSeconds;
};

struct Overlay {
  std::map<std::string, Weight> weights;           // by path: "layer1.0.conv1.weight"
  std::map<std::string, std::string> settings;     // by path: "attn.shift_size" is "[3, 3]"
  std::vector<std::optional<TensorFacts>> values;  // by value; may be shorter
  std::map<uint32_t, std::string> labels;          // by value: in place of its shape on edges
  std::vector<Stats> nodes;                        // by node; may be shorter
  std::vector<Stats> groups;                       // by group; may be shorter

  const TensorFacts* value(uint32_t id) const {
    return id < values.size() && values[id] ? &*values[id] : nullptr;
  }
};

}  // namespace ts::viz
