// train_model MODEL.pt TRAINED.pt: trains a module of two inputs to add them, with PyTorch's names.
#include <torch/torch.h>

int main(int argc, char** argv) try {
  if (argc != 3) return 2;
  torch::manual_seed(1);
  auto module = torch::jit::load(argv[1]);
  module.train();
  torch::optim::Adam optimizer(module.parameters(), torch::optim::AdamOptions(0.05));
  const torch::Tensor inputs = torch::rand({64, 2});
  const torch::Tensor wanted = inputs.sum(1, /*keepdim=*/true).expand({64, 3});
  torch::Tensor loss;
  for (int step = 0; step < 300; ++step) {
    optimizer.zero_grad();
    loss = torch::nn::functional::mse_loss(module.forward({inputs}).toTensor(), wanted);
    loss.backward();
    optimizer.step();
  }
  module.eval();
  module.save(argv[2]);
  const torch::Tensor trained = torch::jit::load(argv[2]).forward({inputs}).toTensor();
  std::cout << "loss below 0.01: " << (loss.item<double>() < 0.01)
            << "\nerror below 0.3: " << ((trained - wanted).abs().max().item<float>() < 0.3)
            << "\n";
} catch (const c10::Error& error) {
  std::cerr << error.what() << "\n";
  return 1;
}
