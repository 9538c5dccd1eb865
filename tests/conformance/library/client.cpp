// As client.c, with the C++ classes. With JITSCOPE_THREADS=N, N threads run the model at once and
// the results are compared.
#include <jitscope/jitscope.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <thread>

namespace {

using jitscope::Tensor;
using jitscope::Value;

size_t itemSize(jitscope_dtype dtype) {
  constexpr size_t kSizes[] = {1, 1, 2, 4, 8, 2, 4, 8, 4, 8, 16, 1, 0, 0, 0, 2};
  return kSizes[dtype];
}

Value readTensor(const char* path) {
  std::ifstream file(path, std::ios::binary);
  auto bytes = std::make_shared<std::vector<int64_t>>();
  int64_t word = 0;
  while (file.read(reinterpret_cast<char*>(&word), 8) || file.gcount() > 0) bytes->push_back(word);
  const auto rank = static_cast<size_t>(bytes->at(1));
  const std::vector<int64_t> sizes(bytes->begin() + 2,
                                   bytes->begin() + 2 + static_cast<ptrdiff_t>(rank));
  jitscope_value* made = nullptr;
  auto* owner = new std::shared_ptr(bytes);
  jitscope::check(jitscope_tensor_borrow(
      bytes->data() + 2 + rank, static_cast<jitscope_dtype>(bytes->at(0)), rank, sizes.data(),
      nullptr,
      [](void* context) { delete static_cast<std::shared_ptr<std::vector<int64_t>>*>(context); },
      owner, &made));
  return Value(made);
}

void writeTensors(const jitscope::Runtime& runtime, const Value& value, std::string& out) {
  const jitscope_kind kind = value.kind();
  if (kind == JITSCOPE_TUPLE || kind == JITSCOPE_LIST || kind == JITSCOPE_DICT)
    for (const Value& item : value.items()) writeTensors(runtime, item, out);
  if (kind != JITSCOPE_TENSOR) return;
  const Tensor whole = runtime.call("aten::contiguous", {value}).toTensor();
  const auto add = [&](const void* data, size_t size) {
    out.append(static_cast<const char*>(data), size);
  };
  const int64_t header[] = {whole.dtype(), static_cast<int64_t>(whole.sizes().size())};
  add(header, sizeof header);
  add(whole.sizes().data(), whole.sizes().size_bytes());
  const void* data = nullptr;
  jitscope::check(jitscope_tensor_data(whole.handle(), &data));
  if (data != nullptr) add(data, static_cast<size_t>(whole.numel()) * itemSize(whole.dtype()));
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 3) return 2;
  const jitscope::Runtime runtime({.torch = std::getenv("JITSCOPE_TORCH"),
                                   .compiled = std::getenv("JITSCOPE_COMPILED") != nullptr});
  const jitscope::Module module = runtime.load(argv[1]);
  std::vector<Value> inputs;
  for (int i = 3; i < argc; ++i) inputs.push_back(readTensor(argv[i]));
  const char* threads = std::getenv("JITSCOPE_THREADS");
  std::vector<std::string> results(threads != nullptr ? static_cast<size_t>(std::atoi(threads))
                                                      : 1);
  {
    std::vector<std::jthread> running;
    for (std::string& result : results)
      running.emplace_back([&] {
        try {
          const jitscope::GradMode off(false);
          writeTensors(runtime, module.method("forward").run(inputs), result);
        } catch (const jitscope::Error& error) {
          std::fprintf(stderr, "error %d: %s\n", error.kind(), error.what());
          std::exit(3);
        }
      });
  }
  for (const std::string& result : results)
    if (result != results[0]) return 4;
  std::ofstream(argv[2], std::ios::binary) << results[0];
} catch (const jitscope::Error& error) {
  std::fprintf(stderr, "error %d: %s\n", error.kind(), error.what());
  return 3;
}
