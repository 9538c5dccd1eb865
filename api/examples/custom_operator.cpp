// custom_operator MODEL.pt: runs a module that calls torch.ops.example.clipped, which is here.
#include <torch/script.h>

namespace {

torch::Tensor clipped(const torch::Tensor& x, double least, c10::optional<double> most) {
  TORCH_CHECK(!most.has_value() || least <= *most, "least is above most");
  const torch::Tensor bounded = x.clamp_min(least);
  return most.has_value() ? bounded.clamp_max(*most) : bounded;
}

}  // namespace

TORCH_LIBRARY(example, m) {
  m.def("clipped(Tensor x, float least=0., float? most=None) -> Tensor", &clipped);
}

int main(int argc, char** argv) try {
  if (argc != 2) return 2;
  auto module = torch::jit::load(argv[1]);
  const auto x = torch::tensor({-1.0, 0.5, 3.0}, torch::requires_grad());
  const torch::Tensor y = module.forward({x}).toTensor();
  y.sum().backward();
  std::cout << y.detach() << "\n" << x.grad() << "\n";
} catch (const c10::Error& error) {
  std::cerr << error.what() << "\n";
  return 1;
}
