// The messages of an ONNX file, as far as its graph needs them. Texts are views of the file.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/ir/ir.h"

namespace ts::archive {

inline constexpr size_t kMostOnnxNesting = 50;  // of subgraphs, and of types

// Each constructor takes the bytes of its message; it throws ArchiveError for broken ones. The
// numbers of fields are those of onnx.proto.
struct TensorProto {
  std::vector<int64_t> dims;  // -1: no memory could contain as many elements
  int64_t type = 0;           // TensorProto.DataType
  std::string_view name, raw;
  std::vector<int64_t> integers;
  std::vector<double> reals;

  explicit TensorProto(std::string_view bytes);
  std::string_view dtype() const;  // "float32"; empty: unknown
  types::TypePtr tensorType() const;
  std::string text() const;  // "float32 [3, 4]"
  // The value of a scalar or a short vector of numbers; nothing for other tensors.
  std::optional<types::Constant> constant() const;

 private:
  std::optional<types::Constant> element(size_t at) const;
};

struct GraphProto {
  std::vector<std::string_view> nodes, initializers;           // bytes of messages
  std::vector<std::string_view> inputs, outputs;               // names
  std::unordered_map<std::string_view, types::TypePtr> types;  // by name

  explicit GraphProto(std::string_view bytes);

 private:
  std::string_view addType(std::string_view valueInfo);
};

struct NodeProto {
  std::vector<std::string_view> inputs, outputs;  // names
  std::vector<std::string_view> attributes;       // bytes of messages
  std::string_view name, op, domain;

  explicit NodeProto(std::string_view bytes);
  // True for the operator of this name that ONNX defines. Other domains may define one, too.
  bool isStandard(std::string_view wanted) const;
};

struct AttributeProto {
  std::string_view name;
  std::optional<ir::AttributeValue> value;  // numbers and texts; of a tensor, its text()
  std::optional<TensorProto> tensor;
  std::vector<std::string_view> graphs;  // bytes of messages

  explicit AttributeProto(std::string_view bytes);
  // The names of attributes are those of variables.
  bool hasGoodName() const;
};

}  // namespace ts::archive
