// Emits ONNX nodes. Equal nodes are one node.
#pragma once

#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/onnx/model.h"
#include "core/onnx/value.h"

namespace ts::onnx {

using Attributes = std::vector<Attribute>;
using Wires = std::vector<Wire>;

class Builder {
 public:
  explicit Builder(int64_t opset) : opset_(opset) { scopes_.emplace_back(); }

  int64_t opset() const { return opset_; }
  // The module path and the place of the nodes that follow.
  void setPlace(std::string path, std::string doc) {
    path_ = std::move(path);
    doc_ = std::move(doc);
  }

  // ---- nodes
  // The results' names and types are those of `results`, whose names are set.
  Wires addMany(std::string_view op, std::span<const Wire> inputs, Wires results,
                Attributes attributes = {});
  Wire add(std::string_view op, std::span<const Wire> inputs, DType dtype, PartialShape shape,
           Attributes attributes = {});
  Wire add(std::string_view op, std::initializer_list<Wire> inputs, DType dtype, PartialShape shape,
           Attributes attributes = {}) {
    return add(op, std::span(inputs.begin(), inputs.size()), dtype, std::move(shape),
               std::move(attributes));
  }
  // An operator with one operand, whose type is that of the result.
  Wire unary(std::string_view op, const Wire& a, Attributes attributes = {}) {
    return add(op, {a}, a.dtype, a.shape, std::move(attributes));
  }
  // An operator of two tensors that broadcast. The dtype is that of the first.
  Wire binary(std::string_view op, const Wire& a, const Wire& b);
  Wire compare(std::string_view op, const Wire& a, const Wire& b);  // the result is bool
  Wire where(const Wire& condition, const Wire& a, const Wire& b);

  // ---- constants
  Wire constant(const Tensor& tensor, const std::string& name = {});
  Wire scalar(double value, DType dtype);
  Wire integers(std::span<const int64_t> values);  // one dimension
  Wire integers(std::initializer_list<int64_t> values) {
    return integers(std::span(values.begin(), values.size()));
  }
  // The elements of a constant of integers that this builder made; null for another wire.
  const std::vector<int64_t>* integersOf(const Wire& wire) const;

  // ---- shapes and layout
  Wire cast(const Wire& wire, DType dtype);
  Wire reshape(const Wire& wire, const Wire& sizes, PartialShape shape);
  Wire reshape(const Wire& wire, std::span<const int64_t> sizes);  // at most one of them is -1
  Wire unsqueeze(const Wire& wire, std::vector<int64_t> axes);     // from the start, ascending
  Wire squeeze(const Wire& wire, std::vector<int64_t> axes);       // likewise
  Wire transpose(const Wire& wire, const std::vector<int64_t>& order);
  Wire swap(const Wire& wire, int64_t a, int64_t b);
  Wire shapeOf(const Wire& wire);                                // one dimension
  Wire sizeOf(const Wire& wire, int64_t dim);                    // without dimensions
  Wire sizesFrom(const Wire& wire, int64_t begin, int64_t end);  // one dimension
  Wire concat(const Wires& wires, int64_t dim);
  // Elements begin up to end (both one element, in one dimension) along a dimension.
  Wire slice(const Wire& wire, int64_t dim, const Wire& begin, const Wire& end, int64_t step = 1,
             int64_t size = shape_rules::kUnknown);
  Wire slice(const Wire& wire, int64_t dim, int64_t begin, int64_t end, int64_t step = 1);
  Wire expand(const Wire& wire, const Wire& sizes, PartialShape shape);
  Wire gather(const Wire& wire, const Wire& indices, int64_t axis);
  // ReduceSum and others, whose axes are an attribute or an input by version. No axes: all.
  Wire reduce(std::string_view op, const Wire& wire, const std::vector<int64_t>& axes, bool keeps);

  // ---- subgraphs
  // The nodes of one graph, while it is built.
  struct Scope {
    std::vector<Node> nodes;
    std::unordered_map<std::string, std::vector<std::string>> seen;  // outputs by the node's text
    std::unordered_map<std::string, bool> made;
  };
  // Nodes go into the innermost scope. A scope that was taken can be pushed again.
  void pushScope(Scope scope = {}) { scopes_.push_back(std::move(scope)); }
  Scope takeScope();
  size_t nodes() const { return nodes_; }  // so far, with those of dropped scopes
  // A name that no other value has.
  std::string newName(std::string_view like);
  size_t renamed() const { return renamed_; }  // parameters whose names others have
  // True if a node of the innermost scope makes the value.
  bool isMadeHere(const Wire& wire) const { return scopes_.back().made.contains(wire.name); }
  // Keeps what is known of a value's shape.
  void setShape(const Wire& wire) { types_[wire.name].shape = wire.shape; }
  // Every type of a value that has a name of a node, by name.
  const std::unordered_map<std::string, Wire>& types() const { return types_; }
  const std::vector<Initializer>& initializers() const { return initializers_; }
  // An unknown size with a name, which has the same number wherever it occurs.
  int64_t symbol(const std::string& name);
  ValueInfo infoOf(const Wire& wire) const;

 private:
  int64_t opset_;
  size_t nodes_ = 0, renamed_ = 0;
  std::vector<std::string> symbols_;  // the first has the number kFirstSymbol, others lower ones
  std::string path_, doc_;
  std::vector<Scope> scopes_;
  std::unordered_map<std::string, Wire> types_;
  std::unordered_map<std::string, size_t> names_;
  std::vector<Initializer> initializers_;
  std::unordered_map<std::string, std::string> small_;  // names of small constants by content
  std::unordered_map<const void*, std::vector<std::pair<Tensor, std::string>>> large_;
  std::unordered_map<std::string, std::vector<int64_t>> integers_;
};

}  // namespace ts::onnx
