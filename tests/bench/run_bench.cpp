// Our side of "./dev bench run". Each form prints a JSON object:
//
// - run_bench call FILE.py:NAME N: calls the function with the int N.
//   {"seconds": best, "result": "text"}
// - run_bench model FILE.pt SIZE: loads the module and calls forward on an image of ones, of shape
//   (1, 3, SIZE, SIZE). {"load": seconds, "seconds": best, "result": [first elements]}
// - run_bench load FILE.pt: loads the module. {"load": best}
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>

#include "core/driver/compile.h"
#include "core/driver/module_search.h"
#include "core/driver/workspace.h"
#include "core/kernels/convert.h"
#include "core/kernels/copy.h"
#include "core/kernels/parallel.h"
#include "core/runtime/runtime.h"

namespace {

using namespace ts;
using nlohmann::json;
using tensor::IValue;

constexpr int kRuns = 15;

double secondsOf(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Returns the time of the fastest of several runs, because other processes share the machine.
double best(const std::function<void()>& work) {
  double least = secondsOf(work);
  for (int i = 1; i < kRuns; ++i) least = std::min(least, secondsOf(work));
  return least;
}

json call(const std::string& target, int64_t count) {
  auto disk = std::make_shared<DiskFileSystem>();
  driver::Options options;
  options.importPaths = driver::installedPaths(*disk, ".");
  driver::Workspace workspace(disk, options);
  auto compiled = driver::compileTarget(workspace.snapshot(), *driver::parseTarget(target).target,
                                        std::nullopt);
  if (!compiled.function || !compiled.function->graph) throw std::runtime_error(compiled.error);
  interp::Interpreter interpreter;
  IValue result;
  const double seconds = best([&] { result = interpreter.run(*compiled.function, {count}); });
  return {{"seconds", seconds}, {"result", interp::textOf(result)}};
}

json model(const std::string& path, int64_t size) {
  runtime::Runtime runtime;
  const runtime::Runtime::Scope scope(runtime);
  runtime::LoadedTorch loaded;
  const double loading = secondsOf([&] { loaded = runtime.loadTorch(path); });
  const tensor::Tensor image =
      tensor::empty(std::vector<int64_t>{1, 3, size, size}, tensor::DType::Float32);
  kernels::fill(image, 1.0);
  tensor::Tensor result;
  const double seconds = best([&] {
    result = runtime.interpreter().run(*loaded.forward, {loaded.module->object, image}).toTensor();
  });
  const tensor::Tensor plain = kernels::contiguous(result);
  const auto* first = plain.data<float>();
  return {{"load", loading},
          {"seconds", seconds},
          {"result", std::vector<float>(first, first + std::min<int64_t>(plain.numel(), 100))}};
}

json onlyLoad(const std::string& path) {
  return {{"load", best([&] { runtime::Runtime().loadTorch(path); })}};
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 2 ? argv[1] : "";
  kernels::setThreadCount(1);
  try {
    json figures;
    if (what == "call" && argc == 4)
      figures = call(argv[2], std::atoll(argv[3]));
    else if (what == "model" && argc == 4)
      figures = model(argv[2], std::atoll(argv[3]));
    else if (what == "load")
      figures = onlyLoad(argv[2]);
    else
      return 2;
    std::cout << figures.dump() << "\n";
  } catch (const std::exception& failure) {
    std::cerr << failure.what() << "\n";
    return 1;
  }
}
