// Writes ONNX files.
#pragma once

#include <cstdint>
#include <string>

#include "core/onnx/model.h"

namespace ts::onnx {

// Weights of a larger model are written into a file of their own, because a message of Protocol
// Buffers cannot have 2 GB.
inline constexpr uint64_t kMostInside = (uint64_t{1} << 31) - (uint64_t{1} << 20);

struct Written {
  std::string error;       // empty on success; then no file has changed
  uint64_t bytes = 0;      // of all files
  std::string weightFile;  // of the weights; empty: the model contains them
};

// Writes the model to `path`, and large weights to `path`.data. Tensors are written in the order of
// the model, so the bytes depend on the model only. mostInside: the size from which on the weights
// have their own file.
Written writeOnnx(const Model& model, const std::string& path, uint64_t mostInside = kMostInside);

}  // namespace ts::onnx
