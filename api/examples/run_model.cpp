// Loads the model of save_model.py, runs it, and computes a gradient: run_model MODEL
#include <jitscope/jitscope.h>

#include <cstdio>

int main(int argc, char** argv) try {
  if (argc != 2) return 2;
  const jitscope::Runtime runtime;
  const jitscope::Module model = runtime.load(argv[1]);

  float numbers[] = {1, -1, 2, 0};
  jitscope::Tensor input = jitscope::Tensor::borrow(numbers, {2, 2}).setRequiresGrad();
  const jitscope::Tensor output = model(input).toTensor();
  for (const float number : output.elements<float>()) std::printf("%g ", number);

  runtime.backward(runtime.call("aten::sum", {output}).toTensor());
  for (const float number : input.grad().toTensor().elements<float>()) std::printf("%g ", number);
  std::printf("\n");
} catch (const jitscope::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
