// Reads the graph of an ONNX file.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/ir/ir.h"

namespace ts::archive {

// An initializer. Its data stays in the file.
struct OnnxTensor {
  std::string dtype;           // "float32"; empty: unknown
  std::vector<int64_t> sizes;  // -1: unknown
};

struct OnnxModel {
  // An operator is a node of the kind "onnx::Conv". If and Loop are prim::If and prim::Loop; other
  // operators with subgraphs have them as blocks. The first input is a module whose attributes are
  // the initializers. The Identity of an initializer is the initializer. The attribute `scope`
  // names the modules of a node, as in a trace, where the node's name does: "/layer1/conv1/Conv".
  ir::GraphPtr graph;
  std::map<std::string, OnnxTensor> weights;  // the initializers by name
};

// The dtype of a number of TensorProto.DataType: "float32". Empty: unknown.
std::string_view onnxDtype(int64_t number);

inline constexpr size_t kMostOnnxNodes = 200'000;

// Throws ArchiveError for a file that is broken, or
// whose graph uses a value before its definition.
OnnxModel readOnnx(std::string_view bytes);

}  // namespace ts::archive
