// Many threads use libjitscope at random for some minutes: "library_soak [MINUTES] [--seed N]
// [--threads N]".
//
// The modules are those of the archives of the fuzzers. All threads share them; each thread also
// loads its own ones, damages archives, differentiates, borrows memory, interrupts loops and calls
// what it may not call. The program fails when a result differs from the first one, when an error
// has an unexpected kind, or when memory grows. Under a sanitizer memory is the sanitizer's matter.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <mutex>
#include <random>
#include <thread>

#include <jitscope/jitscope.h>

namespace jitscope {
namespace {

using Clock = std::chrono::steady_clock;

const std::string kArchives = "tests/fuzz/corpus/archive/";
// Without "methods", which changes its own objects.
constexpr const char* kNames[] = {"attributes", "control", "forks", "interface", "state"};
constexpr size_t kMostGrowth = 48u << 20;

// A failure ends the program at once, with what was expected.
[[noreturn]] void fail(const std::string& what) {
  std::fprintf(stderr, "library_soak: %s\n", what.c_str());
  std::_Exit(1);
}
void expectEqual(const std::string& what, const std::string& found, const std::string& expected) {
  if (found != expected) fail(what + ": \"" + found + "\" is not \"" + expected + "\"");
}

class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}
  size_t below(size_t end) { return std::uniform_int_distribution<size_t>(0, end - 1)(engine_); }

 private:
  std::mt19937_64 engine_;
};

std::string bytesOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (bytes.empty()) fail("cannot read " + path + ": start it in the project's folder");
  return bytes;
}

Tensor inputOf(size_t number) {
  static constexpr int64_t kSizes[] = {3};
  Tensor input = Tensor::zeros(kSizes);
  for (size_t i = 0; i < 3; ++i) input.mutableData<float>()[i] = static_cast<float>(number + i) / 4;
  return input;
}

// An archive: its bytes, the modules that all threads share, and what they return.
struct Shared {
  static constexpr size_t kInputs = 4;
  std::string name, bytes, schema, code;
  std::vector<Module> modules;  // interpreted, and compiled where there is LLVM
  std::vector<std::string> results;
};

struct World {
  Runtime runtime;
  std::vector<Shared> archives;
  std::string numbers;  // random ones
  size_t problems = 0;  // of a source
  std::atomic<bool> isOver = false;
};

const std::string kSource =
    "import torch\n@torch.jit.script\ndef f(x):\n    return x.missing(1) + [1]\n";

Module loaded(const Runtime& runtime, const std::string& bytes, const std::string& name) {
  return runtime.load(std::as_bytes(std::span(bytes)), name);
}

std::string randomNumbers(const Runtime& runtime) {
  jitscope_manual_seed(7);
  return runtime.call("aten::rand", {Value::list(std::vector<Value>{3})}).text();
}

const Shared& anyOf(const World& world, Random& random) {
  return world.archives[random.below(world.archives.size())];
}

void runShared(World& world, Random& random) {
  const Shared& archive = anyOf(world, random);
  const size_t input = random.below(Shared::kInputs);
  const Module& module = archive.modules[random.below(archive.modules.size())];
  expectEqual(archive.name, module(inputOf(input)).text(), archive.results[input]);
}

void loadAndSave(World& world, Random& random) {
  const Shared& archive = anyOf(world, random);
  const Runtime own;
  const Module module = loaded(random.below(2) ? own : world.runtime, archive.bytes, archive.name);
  const std::string again = own.load(kArchives + archive.name + ".pt").saveBytes();
  const size_t input = random.below(Shared::kInputs);
  expectEqual(archive.name, module(inputOf(input)).text(), archive.results[input]);
  expectEqual(archive.name + " saved", loaded(own, again, archive.name)(inputOf(input)).text(),
              archive.results[input]);
}

void loadDamaged(World& world, Random& random) {
  std::string bytes = anyOf(world, random).bytes;
  if (random.below(3) == 0) bytes.resize(random.below(bytes.size()));
  for (size_t i = random.below(4); i > 0 && !bytes.empty(); --i)
    bytes[random.below(bytes.size())] = static_cast<char>(random.below(256));
  try {
    loaded(world.runtime, bytes, "damaged");
  } catch (const Error& error) {
    if (error.kind() == JITSCOPE_ERROR_INTERNAL)
      fail("a damaged archive is an internal error: " + error.message());
  }
}

void differentiate(World& world, Random& random) {
  Tensor x = inputOf(random.below(Shared::kInputs));
  const float number = x.data<float>()[1];
  x.setRequiresGrad();
  const Value square = world.runtime.call("aten::mul", {x, x});
  world.runtime.backward(world.runtime.call("aten::sum", {square}).toTensor());
  const Tensor gradient = x.grad().toTensor();
  if (gradient.data<float>()[1] != 2 * number) fail("a gradient is " + gradient.text());
}

void borrow(World& world, Random& random) {
  std::atomic<int> released = 0;
  {
    std::vector<float> numbers(1 + random.below(64), 1.0f);
    const std::vector<int64_t> sizes = {static_cast<int64_t>(numbers.size())};
    const Tensor tensor = Tensor::borrow(numbers.data(), sizes, {}, [&] { ++released; });
    const Tensor back = Tensor::fromDlpack(tensor.toDlpack());
    const double sum =
        world.runtime.call("aten::item", {world.runtime.call("aten::sum", {back})}).toDouble();
    if (sum != static_cast<double>(numbers.size()))
      fail("the sum of borrowed ones is " + std::to_string(sum));
  }
  if (released != 1) fail("borrowed memory was released " + std::to_string(released) + " times");
}

void misuse(World& world, Random& random) {
  const Shared& archive = anyOf(world, random);
  const auto expectKind = [&](jitscope_error_kind expected, const auto& body) {
    try {
      body();
    } catch (const Error& error) {
      if (error.kind() == expected && !error.message().empty()) return;
      fail(archive.name + ": an error has kind " + std::to_string(error.kind()) + ": " +
           error.message());
    }
    fail(archive.name + ": a wrong call succeeds");
  };
  expectKind(JITSCOPE_ERROR_RUN, [&] { archive.modules[0]("text"); });
  expectKind(JITSCOPE_ERROR_ARGUMENT, [&] { archive.modules[0].method("missing"); });
  expectKind(JITSCOPE_ERROR_ARGUMENT, [&] { Value(1).toTensor(); });
}

void look(World& world, Random& random) {
  const Shared& archive = anyOf(world, random);
  const Function forward = archive.modules[0].method("forward");
  expectEqual("schema", forward.schema(), archive.schema);
  expectEqual("code", forward.code(), archive.code);
  if (forward.graph().empty()) fail("a graph is empty");
  archive.modules[0].parameters();
}

void checkSource(World& world, Random&) {
  const size_t problems = world.runtime.checkSource("soak.py", kSource).size();
  if (problems != world.problems)
    fail(std::to_string(problems) + " problems, and not " + std::to_string(world.problems));
}

void drawNumbers(World& world, Random&) {
  expectEqual("random numbers", randomNumbers(world.runtime), world.numbers);
}

// Ends an endless loop of a runtime of its own from another thread.
void interrupt(World&, Random&) {
  const Runtime own;
  const Module module = own.load(kArchives + "control.pt");
  std::atomic<bool> isRunning = true;
  std::thread other([&] {
    // A run forgets interruptions from before it.
    for (; isRunning; std::this_thread::sleep_for(std::chrono::milliseconds(2))) own.interrupt();
  });
  int kind = 0;
  try {
    module(inputOf(0), int64_t{1} << 60);
  } catch (const Error& error) {
    kind = error.kind();
  }
  isRunning = false;
  other.join();
  if (kind != JITSCOPE_ERROR_INTERRUPTED)
    fail("an interrupted run ends with kind " + std::to_string(kind));
}

struct Task {
  const char* name;
  void (*run)(World&, Random&);
  size_t weight;
};
constexpr Task kTasks[] = {
    {"runs", runShared, 40},          {"loads", loadAndSave, 6},   {"damaged", loadDamaged, 10},
    {"gradients", differentiate, 12}, {"borrowed", borrow, 12},    {"misused", misuse, 6},
    {"looked at", look, 4},           {"checked", checkSource, 1}, {"random", drawNumbers, 8},
    {"interrupted", interrupt, 1},
};

size_t residentBytes() {
  std::ifstream file("/proc/self/statm");
  size_t whole = 0, resident = 0;
  file >> whole >> resident;
  return resident * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

Shared shared(const World& world, const std::string& name) {
  Shared archive{.name = name, .bytes = bytesOf(kArchives + name + ".pt")};
  archive.modules.push_back(world.runtime.load(kArchives + name + ".pt"));
  const Module compiled = Runtime({.compiled = true}).load(kArchives + name + ".pt");
  for (size_t i = 0; i < Shared::kInputs; ++i)
    archive.results.push_back(archive.modules[0](inputOf(i)).text());
  archive.schema = archive.modules[0].method("forward").schema();
  archive.code = archive.modules[0].method("forward").code();
  try {
    compiled(inputOf(0));
    archive.modules.push_back(compiled);
  } catch (const Error& error) {
    if (error.kind() != JITSCOPE_ERROR_UNSUPPORTED) fail(name + " compiled: " + error.what());
  }
  return archive;
}

int soak(double minutes, uint64_t seed, size_t threads) {
  World world;
  for (const char* name : kNames) world.archives.push_back(shared(world, name));
  world.numbers = randomNumbers(world.runtime);
  world.problems = world.runtime.checkSource("soak.py", kSource).size();

  const auto compiled = std::ranges::count_if(
      world.archives, [](const Shared& each) { return each.modules.size() > 1; });
  std::printf("%zu archives, of which %zu also compiled\n", world.archives.size(),
              static_cast<size_t>(compiled));
  std::atomic<size_t> counts[std::size(kTasks)] = {};
  std::vector<size_t> tickets;  // one for each unit of weight
  for (size_t i = 0; i < std::size(kTasks); ++i) tickets.insert(tickets.end(), kTasks[i].weight, i);
  std::vector<std::thread> workers;
  for (size_t i = 0; i < threads; ++i)
    workers.emplace_back([&, i] {
      Random random(seed + i);
      while (!world.isOver) {
        const size_t task = tickets[random.below(tickets.size())];
        try {
          kTasks[task].run(world, random);
        } catch (const Error& error) {
          fail(std::string(kTasks[task].name) + ": " + error.what());
        }
        ++counts[task];
      }
    });

  const auto start = Clock::now();
  const std::chrono::duration<double> whole(minutes * 60);
  size_t before = 0;  // bytes after the first quarter, when caches are full
  for (auto next = start; Clock::now() - start < whole;) {
    std::this_thread::sleep_for(std::min(whole / 20, std::chrono::duration<double>(10)));
    const double share = (Clock::now() - start) / whole;
    if (before == 0 && share > 0.25) before = residentBytes();
    if (Clock::now() < next) continue;
    next = Clock::now() + std::chrono::minutes(1);
    std::printf("%3.0f %% of %g minutes, %zu MB\n", share * 100, minutes, residentBytes() >> 20);
    std::fflush(stdout);
  }
  world.isOver = true;
  for (std::thread& worker : workers) worker.join();
  const size_t after = residentBytes();
  for (size_t i = 0; i < std::size(kTasks); ++i)
    std::printf("%-12s %9zu\n", kTasks[i].name, counts[i].load());
  std::printf("memory       %9zu MB, %zu MB after a quarter of the time\n", after >> 20,
              before >> 20);
#ifndef JITSCOPE_SANITIZED
  if (after > before + kMostGrowth) fail("memory grows");
#endif
  return 0;
}

}  // namespace
}  // namespace jitscope

int main(int argc, char** argv) {
  double minutes = 1;
  uint64_t seed = std::random_device()();
  size_t threads = 4;
  for (int i = 1; i < argc; ++i) {
    const bool hasValue = i + 1 < argc;
    if (std::strcmp(argv[i], "--seed") == 0 && hasValue) {
      seed = std::strtoull(argv[++i], nullptr, 10);
    } else if (std::strcmp(argv[i], "--threads") == 0 && hasValue) {
      threads = std::max(1ul, std::strtoul(argv[++i], nullptr, 10));
    } else if (const double number = std::atof(argv[i]); number > 0) {
      minutes = number;
    } else {
      std::fprintf(stderr, "usage: library_soak [MINUTES] [--seed N] [--threads N]\n");
      return 2;
    }
  }
  std::printf("%g minutes, seed %llu, %zu threads\n", minutes,
              static_cast<unsigned long long>(seed), threads);
  return jitscope::soak(minutes, seed, threads);
}
