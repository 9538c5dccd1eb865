// Finds the formulas behind kernels.
#include <unordered_map>

#include "core/kernels/pointwise.h"

namespace ts::kernels {
namespace {

constexpr PointwiseKernel kDirect[] = {
#define UNARY(name, ...)                                            \
  {pointwise<formulas::name>, Into::New, &formulas::name, nullptr}, \
      {pointwise<formulas::name, Into::Self>, Into::Self, &formulas::name, nullptr},
#define FUNCTION UNARY
#define BINARY UNARY
#define FLOAT_BINARY UNARY
#define ACTIVATION UNARY
#define GRADIENT UNARY
#include "core/kernels/pointwise.def"
};

}  // namespace

const PointwiseKernel* findPointwise(KernelFunction run) {
  static const auto* table = [] {
    auto* byFunction = new std::unordered_map<KernelFunction, const PointwiseKernel*>;
    for (const PointwiseKernel& kernel : kDirect) byFunction->emplace(kernel.run, &kernel);
    for (const PointwiseKernel& kernel : preparedPointwiseCalls())
      byFunction->emplace(kernel.run, &kernel);
    return byFunction;
  }();
  auto entry = table->find(run);
  return entry == table->end() ? nullptr : entry->second;
}

PointwiseCall callOf(const PointwiseKernel& kernel, const IValue* arguments) {
  return kernel.formula != nullptr ? directCall(*kernel.formula, arguments)
                                   : kernel.prepare(arguments);
}

}  // namespace ts::kernels
