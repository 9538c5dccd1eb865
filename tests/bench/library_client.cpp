// Measures a library that has PyTorch's header torch/script.h, and prints one line "NAME
// SECONDS..." or "NAME COUNT". The same source is built for libjitscope and for libtorch.
//
//   library_client                          ends at once
//   library_client load MODEL COMPILED      seconds to load, of the first call and of the fastest
//   one, and the bytes of memory at the end library_client threads MODEL COMPILED N calls in a
//   second by N threads on one module
#include <torch/script.h>
#ifndef JITSCOPE_C_H
#include <torch/csrc/jit/passes/tensorexpr_fuser.h>
#endif

#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <thread>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;
constexpr double kSecondsOfCalls = 1.5;
constexpr int kLeastCalls = 5;
// Calls that are measured together, because a clock is not exact enough for a short one.
constexpr double kShortest = 1e-4;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// The inputs that the archive holds beside the module's weights.
std::vector<torch::jit::IValue> inputsOf(const torch::jit::Module& module) {
  std::vector<torch::jit::IValue> inputs;
  for (const char* name : {"example0", "example1"})
    if (module.hasattr(name)) inputs.push_back(module.attr(name));
  return inputs;
}

// True for a module whose forward() computes gradients: it has two inputs.
bool isDifferentiated(const torch::jit::Module& module) { return module.hasattr("example1"); }

void compile([[maybe_unused]] bool wanted) {
#ifdef JITSCOPE_C_H
  jitscope_runtime_set_compiled(at::detail::runtime(), wanted);
#endif
}
// libtorch's fuser hangs on graphs with gradients.
void prepare([[maybe_unused]] const torch::jit::Module& module) {
#ifndef JITSCOPE_C_H
  if (isDifferentiated(module)) torch::jit::setTensorExprFuserEnabled(false);
#endif
}

// The first number of a result tells whether two libraries computed the same.
double numberOf(const torch::jit::IValue& result) {
  const torch::jit::IValue first = result.isTuple() ? result.toTuple()->elements()[0] : result;
  return first.toTensor().to(torch::kDouble).sum().item<double>();
}

void load(const char* path) {
  auto start = Clock::now();
  torch::jit::Module module = torch::jit::load(path);
  module.eval();
  const double loading = secondsSince(start);
  prepare(module);
  const std::vector<torch::jit::IValue> inputs = inputsOf(module);
  const torch::AutoGradMode mode(isDifferentiated(module));
  start = Clock::now();
  const double number = numberOf(module.forward(inputs));
  const double first = secondsSince(start);
  for (int i = 0; i < 3; ++i)
    module.forward(inputs);  // PyTorch specialises a graph in its first calls
  start = Clock::now();
  module.forward(inputs);
  const int together = static_cast<int>(std::max(1.0, kShortest / secondsSince(start)));
  double fastest = std::numeric_limits<double>::infinity();
  const auto begin = Clock::now();
  for (int rounds = 0; rounds < kLeastCalls || secondsSince(begin) < kSecondsOfCalls; ++rounds) {
    start = Clock::now();
    for (int i = 0; i < together; ++i) module.forward(inputs);
    fastest = std::min(fastest, secondsSince(start) / together);
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("%.9g %.9g %.9g %.9g %.9g\n", loading, first, fastest,
              1024.0 * static_cast<double>(usage.ru_maxrss), number);
}

void threads(const char* path, int count) {
  torch::jit::Module module = torch::jit::load(path);
  module.eval();
  prepare(module);
  std::atomic<bool> isOver = false;
  std::atomic<int> ready = 0;
  std::vector<std::atomic<long>> calls(static_cast<size_t>(count));
  std::vector<std::thread> workers;
  for (int i = 0; i < count; ++i)
    workers.emplace_back([&, i] {
      const torch::AutoGradMode mode(isDifferentiated(module));
      const std::vector<torch::jit::IValue> inputs = inputsOf(module);
      for (int call = 0; call < 4; ++call) module.forward(inputs);
      ready += 1;
      for (; !isOver; ++calls[static_cast<size_t>(i)]) module.forward(inputs);
    });
  while (ready < count) std::this_thread::yield();
  const auto total = [&] {
    long sum = 0;
    for (const auto& each : calls) sum += each;
    return sum;
  };
  const auto start = Clock::now();
  const long before = total();
  std::this_thread::sleep_for(std::chrono::duration<double>(kSecondsOfCalls));
  const double rate = static_cast<double>(total() - before) / secondsSince(start);
  isOver = true;
  for (std::thread& worker : workers) worker.join();
  std::printf("%.9g\n", rate);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 0;
  compile(std::strcmp(argv[3], "compiled") == 0);
  if (std::strcmp(argv[1], "load") == 0)
    load(argv[2]);
  else
    threads(argv[2], std::atoi(argv[4]));
}
