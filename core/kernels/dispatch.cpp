#include "core/kernels/dispatch.h"

#include <unordered_map>
#include <utility>

#include "core/tensor/error.h"

namespace ts::kernels {
namespace {

thread_local DispatchObserver* current = nullptr;

KernelFunction kernelOf(const ops::FunctionSchema& schema) {
  thread_local std::unordered_map<const ops::FunctionSchema*, KernelFunction> known;
  auto [at, isNew] = known.try_emplace(&schema, nullptr);
  if (isNew) at->second = find(schema);
  return at->second;
}

}  // namespace

DispatchObserver* setDispatchObserver(DispatchObserver* observer) {
  return std::exchange(current, observer);
}
DispatchObserver* dispatchObserver() { return current; }

void dispatch(const ops::FunctionSchema& schema, Stack& stack) {
  KernelFunction run = kernelOf(schema);
  if (!run)
    tensor::fail(tensor::ErrorKind::NotImplemented, "{}{}{} isn't available in JitScope yet",
                 schema.name, schema.overload.empty() ? "" : ".", schema.overload);
  if (!current) return run(stack);
  const size_t base = stack.size() - schema.arguments.size();
  current->entered(schema, std::span(stack).subspan(base));
  run(stack);
  if (current) current->left(schema, std::span(stack).subspan(base));
}

}  // namespace ts::kernels
