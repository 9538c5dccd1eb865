#include "core/onnx/write.h"

#include <algorithm>
#include <array>
#include <deque>

#include "core/base/output.h"
#include "core/onnx/protobuf_writer.h"
#include "core/tensor/storage.h"

namespace ts::onnx {

namespace {

// AttributeProto.AttributeType.
constexpr int64_t kFloat = 1, kInt = 2, kString = 3, kGraph = 5, kFloats = 6, kInts = 7,
                  kStrings = 8;
// Weights with fewer bytes stay in the file of the graph.
constexpr size_t kLeastOutside = 1024;
constexpr uint64_t kAlignment = 4096;

struct Opset {
  int64_t opset, irVersion;
};
// The first version of the format that knows the operators.
constexpr std::array<Opset, 9> kVersions = {
    {{13, 7}, {14, 7}, {15, 8}, {16, 8}, {17, 8}, {18, 8}, {19, 9}, {20, 9}, {21, 10}}};

class Writer {
 public:
  Writer(uint64_t mostInside, std::string weightFile)
      : mostInside_(mostInside), weightFile_(std::move(weightFile)) {}

  Message modelMessage(const Model& model) {
    uint64_t weights = 0;
    for (const Initializer& each : model.graph.initializers) weights += bytesOf(each.tensor).size();
    isOutside_ = weights > mostInside_;
    Message message;
    const auto* version = std::ranges::find(kVersions, model.opset, &Opset::opset);
    message.integer(1, version->irVersion);
    message.text(2, "jitscope");
    message.message(7, graphMessage(model.graph));
    Message opset;
    opset.text(1, "");
    opset.integer(2, model.opset);
    message.message(8, std::move(opset));
    for (const auto& [key, value] : model.metadata) message.message(14, pair(key, value));
    return message;
  }

  struct Weight {
    std::string_view bytes;
    uint64_t offset;
  };
  const std::vector<Weight>& outside() const { return outside_; }

 private:
  static Message pair(std::string_view key, std::string_view value) {
    Message message;
    message.text(1, key);
    message.text(2, value);
    return message;
  }

  static std::string_view bytesOf(const Tensor& tensor) {
    const size_t size = static_cast<size_t>(tensor.numel()) * tensor.itemSize();
    if (size == 0) return {};
    return {reinterpret_cast<const char*>(tensor.bytes()), size};
  }

  Message tensorMessage(std::string_view name, const Tensor& tensor) {
    Message message;
    for (const int64_t size : tensor.sizes()) message.integer(1, size);
    message.integer(2, onnxNumber(tensor.dtype()));
    message.text(8, name);
    const std::string_view bytes = bytesOf(tensor);
    if (!isOutside_ || bytes.size() < kLeastOutside) {
      message.borrowed(9, bytes);
      return message;
    }
    const uint64_t offset = (end_ + kAlignment - 1) / kAlignment * kAlignment;
    end_ = offset + bytes.size();
    outside_.push_back({bytes, offset});
    message.message(13, pair("location", weightFile_));
    message.message(13, pair("offset", std::to_string(offset)));
    message.message(13, pair("length", std::to_string(bytes.size())));
    message.integer(14, 1);
    return message;
  }

  Message attributeMessage(const Attribute& attribute) {
    Message message;
    message.text(1, attribute.name);
    const auto set = [&](int64_t type) { message.integer(20, type); };
    struct Visitor {
      Message& message;
      Writer& writer;
      int64_t operator()(int64_t value) { return message.integer(3, value), kInt; }
      int64_t operator()(double value) {
        return message.real(2, static_cast<float>(value)), kFloat;
      }
      int64_t operator()(const std::string& value) { return message.text(4, value), kString; }
      int64_t operator()(const std::vector<int64_t>& values) {
        for (const int64_t value : values) message.integer(8, value);
        return kInts;
      }
      int64_t operator()(const std::vector<double>& values) {
        for (const double value : values) message.real(7, static_cast<float>(value));
        return kFloats;
      }
      int64_t operator()(const std::vector<std::string>& values) {
        for (const std::string& value : values) message.text(9, value);
        return kStrings;
      }
      int64_t operator()(const GraphPtr& value) {
        return message.message(6, writer.graphMessage(*value)), kGraph;
      }
    };
    set(std::visit(Visitor{message, *this}, attribute.value));
    return message;
  }

  static Message valueMessage(const ValueInfo& value) {
    Message tensor;
    tensor.integer(1, onnxNumber(value.dtype));
    if (value.shape.hasRank()) {
      Message shape;
      for (size_t i = 0; i < value.shape.rank(); ++i) {
        Message dimension;
        const int64_t size = value.shape.sizes()[i];
        if (size >= 0)
          dimension.integer(1, size);
        else if (i < value.symbols.size() && !value.symbols[i].empty())
          dimension.text(2, value.symbols[i]);
        shape.message(1, std::move(dimension));
      }
      tensor.message(2, std::move(shape));
    }
    Message type;
    if (value.isSequence) {
      Message element, sequence;
      element.message(1, std::move(tensor));
      sequence.message(1, std::move(element));
      type.message(4, std::move(sequence));
    } else {
      type.message(1, std::move(tensor));
    }
    Message message;
    message.text(1, value.name);
    message.message(2, std::move(type));
    return message;
  }

  Message nodeMessage(const Node& node) {
    Message message;
    for (const std::string& input : node.inputs) message.text(1, input);
    for (const std::string& output : node.outputs) message.text(2, output);
    if (!node.name.empty()) message.text(3, node.name);
    message.text(4, node.op);
    for (const Attribute& attribute : node.attributes)
      message.message(5, attributeMessage(attribute));
    if (!node.doc.empty()) message.text(6, node.doc);
    return message;
  }

  Message graphMessage(const Graph& graph) {
    Message message;
    for (const Node& node : graph.nodes) message.message(1, nodeMessage(node));
    message.text(2, graph.name);
    for (const Initializer& each : graph.initializers)
      message.message(5, tensorMessage(each.name, each.tensor));
    for (const ValueInfo& each : graph.inputs) message.message(11, valueMessage(each));
    for (const ValueInfo& each : graph.outputs) message.message(12, valueMessage(each));
    for (const ValueInfo& each : graph.values) message.message(13, valueMessage(each));
    return message;
  }

  const uint64_t mostInside_;
  const std::string weightFile_;
  bool isOutside_ = false;
  uint64_t end_ = 0;
  std::vector<Weight> outside_;
};

}  // namespace

int64_t onnxNumber(DType dtype) {
  switch (dtype) {
    case DType::UInt8: return 2;
    case DType::Int8: return 3;
    case DType::Int16: return 5;
    case DType::Int32: return 6;
    case DType::Int64: return 7;
    case DType::Float16: return 10;
    case DType::Float32: return 1;
    case DType::Float64: return 11;
    case DType::Complex64: return 14;
    case DType::Complex128: return 15;
    case DType::Bool: return 9;
    case DType::BFloat16: return 16;
  }
  return 0;
}

Written writeOnnx(const Model& model, const std::string& path, uint64_t mostInside) {
  const std::string weightPath = path + ".data";
  Writer writer(mostInside, weightPath.substr(weightPath.rfind('/') + 1));
  const Message message = writer.modelMessage(model);
  Written written;
  OutputFile file(path);
  message.forEachPiece([&](std::string_view bytes) { file.write(bytes); });
  written.bytes = message.size();
  if (!writer.outside().empty() && file.error().empty()) {
    OutputFile weights(weightPath);
    uint64_t end = 0;
    for (const Writer::Weight& weight : writer.outside()) {
      weights.write(std::string(weight.offset - end, '\0'));
      weights.write(weight.bytes);
      end = weight.offset + weight.bytes.size();
    }
    written.bytes += end;
    written.weightFile = weightPath;
    if (!weights.commit()) return {weights.error()};
  }
  if (!file.commit()) return {file.error()};
  return written;
}

}  // namespace ts::onnx
