#include "core/autodiff/views.h"

#include "core/autodiff/tape.h"
#include "core/tensor/error.h"

namespace ts::autodiff {
namespace {

using tensor::IValue;

// The elements of a base that a view has.
struct Place {
  tensor::Dims sizes, strides;
  int64_t offset;

  explicit Place(const Tensor& tensor)
      : sizes(tensor.sizes()), strides(tensor.strides()), offset(tensor.offset()) {}
  // The same elements of a tensor with the layout of the base.
  Tensor of(const Tensor& base, int64_t baseOffset) const {
    return callTensor("aten::as_strided", {base, tensor::makeIntList(sizes),
                                           tensor::makeIntList(strides), offset - baseOffset});
  }
  Tensor put(const Tensor& base, const Tensor& values, int64_t baseOffset) const {
    return callTensor("aten::as_strided_scatter",
                      {base, values, tensor::makeIntList(sizes), tensor::makeIntList(strides),
                       offset - baseOffset});
  }
};

// A gradient in the layout of the base, so that places in the base are places in it.
Tensor inLayout(const Tensor& gradient, const Place& base) {
  if (gradient.strides() == base.strides && gradient.offset() == 0) return gradient;
  const Tensor laid = tensor::emptyStrided(base.sizes, base.strides, gradient.dtype());
  return callTensor("aten::copy_", {laid, gradient, false});
}

// A view of a base that was written to.
class ViewNode final : public Node {
 public:
  ViewNode(Edge base, const Tensor& baseTensor, const Tensor& view)
      : Node("AsStridedBackward0", {std::move(base)}),
        base_(baseTensor),
        view_(view),
        dtype_(baseTensor.dtype()) {}
  std::vector<Tensor> run(std::span<const Tensor> gradients, const std::vector<bool>&,
                          interp::Interpreter&) override {
    if (!gradients[0].defined()) return {Tensor()};
    const Tensor zeros = tensor::emptyStrided(base_.sizes, base_.strides, dtype_);
    callTensor("aten::zero_", {zeros});
    return {view_.put(zeros, gradients[0], base_.offset)};
  }

 private:
  const Place base_, view_;
  const tensor::DType dtype_;
};

// A write to a view, as an operator on its base: the written elements get their gradients by the
// operator, and the others pass.
class WriteNode final : public Node {
 public:
  WriteNode(tensor::Ptr<Node> written, Edge base, const Tensor& baseTensor, const Tensor& view)
      : Node("CopySlices", edgesOf(*written, std::move(base))),
        written_(std::move(written)),
        base_(baseTensor),
        view_(view) {}
  std::vector<Tensor> run(std::span<const Tensor> gradients, const std::vector<bool>& wanted,
                          interp::Interpreter& interpreter) override {
    std::vector<Tensor> results(edges().size());
    if (!gradients[0].defined()) return results;
    const Tensor laid = inLayout(gradients[0], base_);
    const Tensor part = view_.of(laid, base_.offset);
    results = written_->run({&part, 1}, wanted, interpreter);
    results.resize(edges().size());
    if (wanted[0]) {
      const Tensor before = results[0].defined()
                                ? results[0]
                                : callTensor("aten::zeros_like", {part, IValue(), IValue(),
                                                                  IValue(), IValue(), IValue()});
      results[0] = view_.put(laid, before, base_.offset);
    }
    return results;
  }
  bool freeSaved() override { return written_->freeSaved(); }

 private:
  static std::vector<Edge> edgesOf(const Node& written, Edge base) {
    std::vector<Edge> edges = written.edges();
    if (edges.empty()) edges.emplace_back();
    edges[0] = std::move(base);
    return edges;
  }
  const tensor::Ptr<Node> written_;
  const Place base_, view_;
};

// Throws for a write to a view that did not come from an operator with one result.
void checkOrigin(const History& view) {
  if (view.origin == ViewOrigin::Operator) return;
  const OutputName name = view.node ? view.node->nameOf(view.output) : OutputName();
  const std::string made =
      view.node ? fmt::format("Output {} of {} is a view and is being modified inplace.",
                              name.number, name.node)
                : "A view was created in no_grad mode and is being modified inplace with grad mode "
                  "enabled.";
  std::string_view why;
  switch (view.origin) {
    case ViewOrigin::SeveralViews:
      why =
          "This view is the output of a function that returns multiple views. Such functions do "
          "not allow the output views to be modified inplace. You should replace the inplace "
          "operation by an out-of-place one.";
      break;
    case ViewOrigin::Function:
      why =
          "This view was created inside a custom Function (or because an input was returned "
          "as-is) and the autograd logic to handle view+inplace would override the custom backward "
          "associated with the custom Function, leading to incorrect gradients. This behavior is "
          "forbidden. You can fix this by cloning the output of the custom Function.";
      break;
    default:
      why =
          "Given that this use case is ambiguous and error-prone, it is forbidden. You can clarify "
          "your code by moving both the view and the inplace either both inside the no_grad block "
          "(if you don't want the inplace to be tracked) or both outside (if you want the inplace "
          "to be tracked).";
  }
  tensor::fail("{} {}", made, why);
}

}  // namespace

void setView(const Tensor& view, const Tensor& of, ViewOrigin origin) {
  if (view.same(of)) return;
  const History* own = historyOf(of);
  const Tensor base = own != nullptr && own->base.defined() ? own->base : of;
  History& history = makeHistory(view);
  history.base = base;
  history.origin = origin == ViewOrigin::Operator && own != nullptr ? own->origin : origin;
  const History* ofBase = historyOf(base);
  history.seenWrites = ofBase == nullptr ? 0 : ofBase->recordedWrites;
}

void refreshView(const Tensor& tensor) {
  History* history = historyOf(tensor);
  if (history == nullptr || !history->base.defined()) return;
  const History* base = historyOf(history->base);
  if (base == nullptr || base->recordedWrites == history->seenWrites) return;
  history->seenWrites = base->recordedWrites;
  setHistory(tensor, tensor::makeCounted<ViewNode>(edgeTo(history->base), history->base, tensor),
             0);
}

void rebase(const Tensor& written, const tensor::Ptr<Node>& node) {
  const History* history = historyOf(written);
  if (history == nullptr || !history->base.defined()) {
    setHistory(written, node, 0);
    ++historyOf(written)->recordedWrites;
    return;
  }
  const Tensor base = history->base;
  setHistory(base, tensor::makeCounted<WriteNode>(node, edgeTo(base), base, written), 0);
  ++historyOf(base)->recordedWrites;
  refreshView(written);
}

bool isViewOfRecorded(const Tensor& tensor) {
  const History* history = historyOf(tensor);
  return history != nullptr && history->base.defined() && history->base.requiresGrad();
}

void checkWrite(const Tensor& tensor, std::string_view verb) {
  const History* history = historyOf(tensor);
  if (history != nullptr && history->base.defined()) {
    checkOrigin(*history);
    if (tensor.requiresGrad() && history->base.requiresGrad() &&
        history->base.impl()->gradient == nullptr)
      tensor::fail(
          "a view of a leaf Variable that requires grad is being used in an in-place operation.");
  }
  if (tensor.requiresGrad() && tensor.impl()->gradient == nullptr)
    tensor::fail("a leaf Variable that requires grad {} in an in-place operation.", verb);
}

}  // namespace ts::autodiff
