// An ONNX model to be written: the messages of onnx.proto, as far as converted programs need them.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/shape_rules/partial_shape.h"
#include "core/tensor/tensor.h"

namespace ts::onnx {

using shape_rules::PartialShape;
using tensor::DType;
using tensor::Tensor;

struct Graph;
using GraphPtr = std::shared_ptr<Graph>;

struct Attribute {
  std::string name;
  std::variant<int64_t, double, std::string, std::vector<int64_t>, std::vector<double>,
               std::vector<std::string>, GraphPtr>
      value;
};

struct Node {
  std::string op;
  std::vector<std::string> inputs;  // names; empty: left out
  std::vector<std::string> outputs;
  std::vector<Attribute> attributes;
  std::string name;  // "/layer1/0/conv1/Conv"
  std::string doc;   // "model.py:12"
};

// The type of a value: of a tensor, or of a sequence of such tensors.
struct ValueInfo {
  std::string name;
  DType dtype = DType::Float32;
  PartialShape shape;
  bool isSequence = false;
  std::vector<std::string> symbols;  // of unknown sizes, by dimension; may be shorter
};

struct Initializer {
  std::string name;
  Tensor tensor;  // contiguous, on the CPU
};

struct Graph {
  std::string name;
  std::vector<Node> nodes;
  std::vector<Initializer> initializers;
  std::vector<ValueInfo> inputs, outputs, values;
};

struct Model {
  Graph graph;
  int64_t opset = 0;
  std::vector<std::pair<std::string, std::string>> metadata;
};

inline constexpr int64_t kLeastOpset = 13, kMostOpset = 21, kUsualOpset = 18;

// The number of a dtype in TensorProto.DataType.
int64_t onnxNumber(DType dtype);

}  // namespace ts::onnx
