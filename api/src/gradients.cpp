// Gradients of tensors.
#include "api/src/objects.h"
#include "core/autodiff/backward.h"

namespace ts::api {
namespace {

using tensor::Tensor;

std::vector<Tensor> tensorsOf(const jitscope_value* const* values, size_t size, const char* name) {
  std::vector<Tensor> tensors;
  if (size > 0) needed(values, name);
  for (size_t i = 0; i < size; ++i) tensors.push_back(tensorOf(values[i], name));
  return tensors;
}

// One for each root; undefined where the caller gives none.
std::vector<Tensor> seedsOf(const jitscope_value* const* gradients, size_t size) {
  std::vector<Tensor> seeds(size);
  for (size_t i = 0; gradients != nullptr && i < size; ++i)
    if (gradients[i] != nullptr && !gradients[i]->value.isNone())
      seeds[i] = tensorOf(gradients[i], "gradients");
  return seeds;
}

}  // namespace
}  // namespace ts::api

using namespace ts;
using namespace ts::api;

jitscope_error* jitscope_backward(jitscope_runtime* runtime, const jitscope_value* const* roots,
                                  size_t size, const jitscope_value* const* gradients,
                                  int retain_graph, int create_graph) {
  return guarded([&] {
    const EnteredThread entered(needed(runtime, "runtime").runtime().profile);
    const WorkerPool::Loan worker(runtime->workers);
    autodiff::backward(
        worker->interpreter(), tensorsOf(roots, size, "roots"), seedsOf(gradients, size),
        {.keepsGraph = retain_graph != 0 || create_graph != 0, .recordsItself = create_graph != 0});
  });
}

jitscope_error* jitscope_grad(jitscope_runtime* runtime, const jitscope_value* const* roots,
                              size_t size, const jitscope_value* const* gradients,
                              const jitscope_value* const* inputs, size_t input_count,
                              int retain_graph, int create_graph, jitscope_value** result) {
  return guarded([&] {
    const EnteredThread entered(needed(runtime, "runtime").runtime().profile);
    const WorkerPool::Loan worker(runtime->workers);
    const std::vector<tensor::Tensor> found = autodiff::gradients(
        worker->interpreter(), tensorsOf(roots, size, "roots"), seedsOf(gradients, size),
        {.keepsGraph = retain_graph != 0 || create_graph != 0, .recordsItself = create_graph != 0},
        tensorsOf(inputs, input_count, "inputs"));
    give(tensor::makeTuple({found.begin(), found.end()}), result);
  });
}
