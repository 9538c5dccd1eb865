// Calls the functions of PyTorch's C++ headers and prints their results. library.py compares the
// output of two builds: against libtorch, and against libjitscope.
#include <torch/script.h>
#include <torch/torch.h>

namespace {

namespace F = torch::nn::functional;
using torch::indexing::Ellipsis;
using torch::indexing::None;
using torch::indexing::Slice;

template <typename Body>
void printError(const Body& body) {
  try {
    body();
    std::cout << "no error\n";
  } catch (const c10::Error& error) {
    std::cout << "error: " << std::string(error.what_without_backtrace()).substr(0, 60) << "\n";
  }
}

void factories() {
  std::cout << torch::tensor({{1, 2}, {3, 4}}) << torch::tensor({1.5, 2.5}, torch::kFloat64)
            << torch::tensor(3) << torch::tensor(true) << torch::tensor(std::vector<float>{1, 2})
            << torch::zeros({2, 3}, torch::kInt) << torch::ones({2}, torch::dtype<double>())
            << torch::eye(3) << torch::linspace(0, 1, 5) << torch::arange(2, 8, 2)
            << torch::full({2, 2}, 1.5) << torch::empty({0, 3}) << "\n";
  float numbers[] = {1, 2, 3, 4, 5, 6};
  const auto borrowed = torch::from_blob(numbers, {3, 2}, {1, 3}, torch::kFloat);
  std::cout << borrowed << borrowed.is_contiguous() << borrowed.contiguous().strides() << "\n";
  const auto options = torch::TensorOptions().dtype(torch::kHalf).requires_grad(false);
  std::cout << torch::zeros_like(borrowed, options) << options.dtype() << options.device() << "\n";
}

void indices() {
  torch::Tensor x = torch::arange(24).reshape({2, 3, 4}).to(torch::kFloat);
  std::cout << x.index({0}) << x.index({"...", 1})
            << x.index({Slice(), Slice(1, None), Slice(None, None, 2)}) << "\n"
            << x.index({None, 1, Ellipsis, 2}) << x.index({x > 20})
            << x.index({torch::tensor({1, 0}), Slice(), torch::tensor({2, 3})}) << "\n"
            << x.index({true}).sizes() << x.index({torch::tensor(1)}).sizes()
            << x.index({Slice(), (x[0].sum(1) > 10), 1}) << x[1][2][3] << "\n";
  x.index_put_({0, Slice(), 1}, 7);
  x.index_put_({Slice(), 2}, torch::ones({1, 4}));
  x.index_put_({x > 15}, -1);
  x[1][0] = torch::zeros(4);
  x[0][0][0] = 99;
  std::cout << x << "\n";
  const auto accessor = x.accessor<float, 3>();
  std::cout << accessor[0][1][1] << " " << accessor.size(2) << " " << accessor[1].stride(0) << "\n";
  printError([&] { x.accessor<float, 2>(); });
  printError([&] { x.data_ptr<double>(); });
  printError([&] { x.size(3); });
}

void properties() {
  const torch::Tensor x = torch::ones({2, 3}), none;
  std::cout << x.dtype() << x.scalar_type() << x.device() << x.options().dtype() << x.sizes()
            << x.strides() << x.numel() << x.element_size() << x.nbytes() << x.toString()
            << torch::kCPU << torch::Device("cuda:1") << torch::cuda::is_available()
            << torch::cuda::device_count() << none.defined() << none << "\n";
  for (const auto i : c10::irange(3)) std::cout << i;
  std::cout << c10::Half(1.2F) << " " << static_cast<float>(c10::BFloat16(3.14F)) << "\n";
  {
    const torch::NoGradGuard off;
    std::cout << torch::GradMode::is_enabled();
    const torch::AutoGradMode on(true);
    std::cout << torch::GradMode::is_enabled() << "\n";
  }
  printError([] { TORCH_CHECK(1 == 2, "one ", 2); });
  printError([&] { x.mm(torch::ones({2, 2}, torch::kLong)); });
}

void operators() {
  torch::Tensor x = torch::arange(6).reshape({2, 3}).to(torch::kFloat);
  x += 1;
  x *= x;
  x -= torch::ones(3);
  x /= 2;
  std::cout << x << (x > 3) << (~(x > 3)).sum() << 2 - x << 1 / (x + 30) << (x % 4) << -x << "\n";
  const auto [most, at] = x.max(1);
  std::cout << most << at << std::get<0>(x.sort(1, true)) << x.argmax(1) << torch::cat({x, x}, 0)
            << torch::stack({x, x}).sizes() << x.sum(torch::IntArrayRef{0, 1}) << x.mean(1)
            << x.t().contiguous().view({-1}) << torch::where(x > 3, x, -x) << "\n";
  auto y = torch::empty({2, 2});
  y.fill_(3).add_(1);
  torch::mul_out(y, y, y);
  std::cout << y << y[1][0].item<float>() << "\n";
}

void gradients() {
  auto w = torch::full({3}, 2.0, torch::requires_grad());
  const auto loss = (w * w).sum() + (1.0 - w).pow(2).mean();
  std::cout << torch::autograd::grad({loss}, {w}, {}, true, true)[0].detach() << "\n";
  loss.backward();
  std::cout << w.grad() << w.is_leaf() << loss.is_leaf() << "\n";
  w.mutable_grad() = torch::ones(3);
  std::cout << w.grad();
  w.mutable_grad().zero_();
  std::cout << w.grad().sum().item<float>() << w.detach().requires_grad() << "\n";
}

template <typename Optimizer, typename Options>
void train(const Options& options) {
  auto weight = torch::tensor({{0.5, -0.25}, {1.0, 2.0}}, torch::requires_grad());
  auto bias = torch::zeros({2}, torch::requires_grad());
  Optimizer optimizer(std::vector<torch::Tensor>{weight, bias}, options);
  const auto input = torch::tensor({{1.0, 2.0}, {3.0, 4.0}, {-1.0, 0.5}});
  const auto wanted = torch::tensor({{1.0, 0.0}, {0.0, 1.0}, {0.5, 0.5}});
  for (int i = 0; i < 5; ++i) {
    optimizer.zero_grad();
    F::mse_loss(torch::relu(input.mm(weight) + bias), wanted).backward();
    optimizer.step();
  }
  std::cout << weight.detach() << bias.detach() << optimizer.param_groups().size() << "\n";
}

void optimizers() {
  namespace optim = torch::optim;
  train<optim::SGD>(optim::SGDOptions(0.05));
  train<optim::SGD>(optim::SGDOptions(0.05).momentum(0.9).nesterov(true).weight_decay(0.01));
  train<optim::SGD>(optim::SGDOptions(0.05).momentum(0.9).dampening(0.3));
  train<optim::Adam>(optim::AdamOptions(0.05).betas(std::make_tuple(0.8, 0.99)).weight_decay(0.1));
  train<optim::Adam>(optim::AdamOptions(0.05).amsgrad(true));
  train<optim::AdamW>(optim::AdamWOptions(0.02));
}

void functional() {
  const auto s = torch::tensor({{0.1, 0.7, 0.2}, {0.3, 0.3, 0.4}});
  const auto q = torch::tensor({{0.2, 0.5, 0.3}, {0.1, 0.2, 0.7}});
  const auto t = torch::tensor({1, 2}, torch::kLong);
  std::cout << F::cross_entropy(s, t)
            << F::cross_entropy(
                   s, t, F::CrossEntropyFuncOptions().reduction(torch::kSum).label_smoothing(0.1))
            << F::nll_loss(s.log(), t) << F::l1_loss(s, q, F::L1LossFuncOptions(torch::kNone))
            << F::smooth_l1_loss(s, q) << F::huber_loss(s, q, F::HuberLossFuncOptions().delta(0.1))
            << F::binary_cross_entropy(s, q) << F::binary_cross_entropy_with_logits(s, q)
            << F::kl_div(s.log(), q, F::KLDivFuncOptions(torch::kBatchMean)) << "\n";
  std::cout << F::softmax(s, 1) << F::log_softmax(s, F::LogSoftmaxFuncOptions(0))
            << F::relu(s - 0.3) << F::gelu(s) << F::elu(-s)
            << F::leaky_relu(-s, F::LeakyReLUFuncOptions().negative_slope(0.2))
            << F::hardtanh(s * 5) << F::softplus(s) << F::silu(s) << F::mish(s) << F::selu(s)
            << "\n";
  const auto image = q.reshape({1, 1, 2, 3}) * 8;
  std::cout << F::normalize(s)
            << F::pad(s, F::PadFuncOptions({1, 1}).mode(torch::kConstant).value(9))
            << F::interpolate(image, F::InterpolateFuncOptions()
                                         .size(std::vector<int64_t>{4, 4})
                                         .mode(torch::kBilinear)
                                         .align_corners(true))
            << F::interpolate(image,
                              F::InterpolateFuncOptions().scale_factor(std::vector<double>{2, 2}))
            << F::one_hot(t, 4) << "\n";
}

void containers() {
  c10::List<int64_t> list({1, 2, 3});
  list.push_back(4);
  list[0] = 9;
  int64_t total = 0;
  for (const int64_t item : list) total += item;
  std::cout << total << " " << list.size() << list.get(3) << "\n";
  c10::Dict<std::string, torch::Tensor> dict;
  dict.insert("a", torch::ones(2));
  dict.insert("b", torch::zeros(3));
  dict.insert("a", torch::zeros(4));
  for (const auto& entry : dict) std::cout << entry.key() << entry.value().numel() << " ";
  std::cout << dict.contains("a") << dict.contains("z") << dict.at("b").dim() << dict.size()
            << (dict.find("q") == dict.end()) << dict.erase("a") << dict.size() << "\n";
  const torch::jit::IValue value(c10::ivalue::Tuple::create({torch::ones(1), 3, "text"}));
  std::cout << value.toTuple()->elements()[1].toInt()
            << value.toTuple()->elements()[2].toStringRef() << value.isTuple()
            << torch::jit::IValue(2.0) << torch::jit::IValue(0.1) << torch::jit::IValue(true)
            << torch::jit::IValue() << torch::jit::IValue(std::vector<int64_t>{1, 2}) << "\n";
  printError([&] { value.toTensor(); });
}

double scaled(const torch::Tensor& x, double by) { return x.sum().item<double>() * by; }

}  // namespace

TORCH_LIBRARY(library_suite, m) {
  m.def("scaled(Tensor x, float by=2.) -> float", &scaled);
  m.def("joined", [](const std::string& a, c10::optional<int64_t> b) {
    return a + std::to_string(b.value_or(7));
  });
}
TORCH_LIBRARY_FRAGMENT(library_suite, m) { m.def("twice(Tensor x) -> (Tensor, int)"); }
TORCH_LIBRARY_IMPL(library_suite, CPU, m) {
  m.impl("twice", [](const torch::Tensor& x) { return std::make_tuple(x * 2, x.dim()); });
}

// argv[1]: a module that calls the operators above, and has an attribute of each kind.
int main(int, char** argv) {
  factories();
  indices();
  properties();
  operators();
  gradients();
  optimizers();
  functional();
  containers();
  auto module = torch::jit::load(argv[1]);
  std::cout << module.forward({torch::ones({2, 2})}) << "\n";
  module.eval();
  std::cout << module.is_training() << module.hasattr("inner") << module.hasattr("missing")
            << module.attr("inner").toModule().attr("scale").toDouble() << module.attr("names")
            << "\n";
  for (const auto& parameter : module.named_parameters())
    std::cout << parameter.name << parameter.value.sizes();
  for (const auto& buffer : module.named_buffers())
    std::cout << buffer.name << buffer.value.sizes();
  for (const auto& child : module.named_children()) std::cout << child.name;
  for (const auto& method : module.get_methods()) std::cout << method.name();
  module.setattr("names", c10::List<std::string>({"z"}));
  std::cout << module.attr("names") << module.clone().get_method("summed")({}) << "\n";
}
