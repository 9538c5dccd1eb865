// torch::optim: SGD, Adam and AdamW. C++17.
#pragma once

#include <jitscope/torch/autograd.h>

#include <cmath>
#include <unordered_map>

// A member with a getter and a setter of its name, as PyTorch's options have them.
#define JITSCOPE_OPTION(type, name, initial)         \
 public:                                             \
  auto name(const type& value)->decltype(*this) {    \
    this->name##_ = value;                           \
    return *this;                                    \
  }                                                  \
  const type& name() const { return this->name##_; } \
  type& name() { return this->name##_; }             \
                                                     \
 private:                                            \
  type name##_ = initial

namespace torch {
namespace optim {
inline namespace jitscope_v0 {

class OptimizerOptions {
 public:
  virtual ~OptimizerOptions() = default;
  virtual std::unique_ptr<OptimizerOptions> clone() const = 0;
  virtual double get_lr() const = 0;
  virtual void set_lr(double lr) = 0;
};

// Parameters with options of their own, or those of the optimizer.
class OptimizerParamGroup {
 public:
  OptimizerParamGroup(std::vector<Tensor> params) : params_(std::move(params)) {}
  OptimizerParamGroup(std::vector<Tensor> params, std::unique_ptr<OptimizerOptions> options)
      : params_(std::move(params)), options_(std::move(options)) {}
  OptimizerParamGroup(const OptimizerParamGroup& other)
      : params_(other.params_), options_(other.has_options() ? other.options_->clone() : nullptr) {}
  OptimizerParamGroup(OptimizerParamGroup&&) = default;
  bool has_options() const { return options_ != nullptr; }
  OptimizerOptions& options() { return *options_; }
  const OptimizerOptions& options() const { return *options_; }
  void set_options(std::unique_ptr<OptimizerOptions> options) { options_ = std::move(options); }
  std::vector<Tensor>& params() { return params_; }
  const std::vector<Tensor>& params() const { return params_; }

 private:
  std::vector<Tensor> params_;
  std::unique_ptr<OptimizerOptions> options_;
};

// Changes parameters by their gradients.
class Optimizer {
 public:
  using LossClosure = std::function<Tensor()>;
  virtual ~Optimizer() = default;
  Optimizer(const Optimizer&) = delete;
  Optimizer& operator=(const Optimizer&) = delete;

  void add_param_group(const OptimizerParamGroup& group) {
    for (const Tensor& parameter : group.params())
      TORCH_CHECK_VALUE(parameter.is_leaf(), "can't optimize a non-leaf Tensor");
    groups_.push_back(group);
    if (!group.has_options()) groups_.back().set_options(defaults_->clone());
  }
  std::vector<OptimizerParamGroup>& param_groups() { return groups_; }
  const std::vector<OptimizerParamGroup>& param_groups() const { return groups_; }
  OptimizerOptions& defaults() { return *defaults_; }
  std::vector<Tensor> parameters() const {
    std::vector<Tensor> all;
    for (const OptimizerParamGroup& group : groups_)
      all.insert(all.end(), group.params().begin(), group.params().end());
    return all;
  }
  size_t size() const { return parameters().size(); }

  void zero_grad(bool set_to_none = true) {
    for (const Tensor& parameter : parameters()) {
      const Tensor gradient = parameter.grad();
      if (!gradient.defined()) continue;
      if (set_to_none)
        parameter.mutable_grad() = Tensor();
      else
        gradient.detach().zero_();
    }
  }
  // Returns the result of the closure, which computes the loss and its gradients.
  Tensor step(const LossClosure& closure = nullptr) {
    Tensor loss;
    if (closure != nullptr) {
      const AutoGradMode on(true);
      loss = closure();
    }
    const NoGradGuard off;
    for (OptimizerParamGroup& group : groups_)
      for (Tensor& parameter : group.params())
        if (const Tensor gradient = parameter.grad(); gradient.defined())
          update(parameter, gradient.detach(), states_[parameter.value().get()], group.options());
    return loss;
  }

 protected:
  // The memory of a parameter between steps.
  struct State {
    int64_t steps = 0;
    Tensor average, squares, mostSquares;
  };
  Optimizer(const std::vector<OptimizerParamGroup>& groups,
            std::unique_ptr<OptimizerOptions> defaults)
      : defaults_(std::move(defaults)) {
    for (const OptimizerParamGroup& group : groups) add_param_group(group);
  }
  virtual void update(Tensor& parameter, Tensor gradient, State& state,
                      const OptimizerOptions& options) = 0;

 private:
  std::unique_ptr<OptimizerOptions> defaults_;
  std::vector<OptimizerParamGroup> groups_;
  std::unordered_map<const jitscope_value*, State> states_;
};

// The functions of OptimizerOptions for options with lr().
template <typename Derived>
class OptimizerCloneableOptions : public OptimizerOptions {
 public:
  std::unique_ptr<OptimizerOptions> clone() const override {
    return std::make_unique<Derived>(static_cast<const Derived&>(*this));
  }
  double get_lr() const override { return static_cast<const Derived&>(*this).lr(); }
  void set_lr(double lr) override { static_cast<Derived&>(*this).lr(lr); }
};

class SGDOptions : public OptimizerCloneableOptions<SGDOptions> {
 public:
  SGDOptions(double lr = 1e-3) : lr_(lr) {}
  JITSCOPE_OPTION(double, lr, 1e-3);
  JITSCOPE_OPTION(double, momentum, 0);
  JITSCOPE_OPTION(double, dampening, 0);
  JITSCOPE_OPTION(double, weight_decay, 0);
  JITSCOPE_OPTION(bool, nesterov, false);
};
class SGD : public Optimizer {
 public:
  explicit SGD(const std::vector<OptimizerParamGroup>& groups, const SGDOptions& options)
      : Optimizer(groups, options.clone()) {
    TORCH_CHECK(options.lr() >= 0, "Invalid learning rate: ", options.lr());
    TORCH_CHECK(options.momentum() >= 0, "Invalid momentum value: ", options.momentum());
    TORCH_CHECK(options.weight_decay() >= 0,
                "Invalid weight_decay value: ", options.weight_decay());
    TORCH_CHECK(!options.nesterov() || (options.momentum() > 0 && options.dampening() == 0),
                "Nesterov momentum requires a momentum and zero dampening");
  }
  explicit SGD(std::vector<Tensor> parameters, const SGDOptions& options = {})
      : SGD(std::vector<OptimizerParamGroup>{OptimizerParamGroup(std::move(parameters))}, options) {
  }

 private:
  void update(Tensor& parameter, Tensor gradient, State& state,
              const OptimizerOptions& all) override {
    const auto& options = static_cast<const SGDOptions&>(all);
    if (options.weight_decay() != 0) gradient = gradient.add(parameter, options.weight_decay());
    if (options.momentum() != 0) {
      if (state.average.defined())
        state.average.mul_(options.momentum()).add_(gradient, 1 - options.dampening());
      else
        state.average = gradient.clone();
      gradient =
          options.nesterov() ? gradient.add(state.average, options.momentum()) : state.average;
    }
    parameter.add_(gradient, -options.lr());
  }
};

// The options that Adam and AdamW have in common.
template <typename Derived>
class AdamLikeOptions : public OptimizerCloneableOptions<Derived> {
 public:
  using Betas = std::tuple<double, double>;
  AdamLikeOptions(double lr, double decay) : lr_(lr), weight_decay_(decay) {}
#define JITSCOPE_ADAM_OPTION(type, name)       \
  Derived& name(const type& value) {           \
    name##_ = value;                           \
    return static_cast<Derived&>(*this);       \
  }                                            \
  const type& name() const { return name##_; } \
  type& name() { return name##_; }
  JITSCOPE_ADAM_OPTION(double, lr)
  JITSCOPE_ADAM_OPTION(Betas, betas)
  JITSCOPE_ADAM_OPTION(double, eps)
  JITSCOPE_ADAM_OPTION(double, weight_decay)
  JITSCOPE_ADAM_OPTION(bool, amsgrad)
#undef JITSCOPE_ADAM_OPTION
  void check() const {
    const auto [first, second] = betas_;
    TORCH_CHECK(lr_ >= 0, "Invalid learning rate: ", lr_);
    TORCH_CHECK(eps_ >= 0, "Invalid epsilon value: ", eps_);
    TORCH_CHECK(first >= 0 && first < 1, "Invalid beta parameter at index 0: ", first);
    TORCH_CHECK(second >= 0 && second < 1, "Invalid beta parameter at index 1: ", second);
    TORCH_CHECK(weight_decay_ >= 0, "Invalid weight_decay value: ", weight_decay_);
  }

 private:
  double lr_;
  Betas betas_ = {0.9, 0.999};
  double eps_ = 1e-8;
  double weight_decay_;
  bool amsgrad_ = false;
};
class AdamOptions : public AdamLikeOptions<AdamOptions> {
 public:
  AdamOptions(double lr = 1e-3) : AdamLikeOptions(lr, 0) {}
};
class AdamWOptions : public AdamLikeOptions<AdamWOptions> {
 public:
  AdamWOptions(double lr = 1e-3) : AdamLikeOptions(lr, 1e-2) {}
};

// Adam, and AdamW, whose decay is not part of the gradient.
template <typename Options, bool kIsDecoupled>
class AdamLike : public Optimizer {
 public:
  explicit AdamLike(const std::vector<OptimizerParamGroup>& groups, const Options& options = {})
      : Optimizer(groups, options.clone()) {
    options.check();
  }
  explicit AdamLike(std::vector<Tensor> parameters, const Options& options = {})
      : AdamLike(std::vector<OptimizerParamGroup>{OptimizerParamGroup(std::move(parameters))},
                 options) {}

 private:
  void update(Tensor& parameter, Tensor gradient, State& state,
              const OptimizerOptions& all) override {
    const auto& options = static_cast<const Options&>(all);
    const auto [first, second] = options.betas();
    if (state.steps++ == 0) {
      state.average = at::zeros_like(parameter);
      state.squares = at::zeros_like(parameter);
      if (options.amsgrad()) state.mostSquares = at::zeros_like(parameter);
    }
    if (options.weight_decay() != 0) {
      if constexpr (kIsDecoupled)
        parameter.mul_(1 - options.lr() * options.weight_decay());
      else
        gradient = gradient.add(parameter, options.weight_decay());
    }
    const auto steps = static_cast<double>(state.steps);
    const double correction = 1 - std::pow(first, steps);
    const double root = std::sqrt(1 - std::pow(second, steps));
    state.average.mul_(first).add_(gradient, 1 - first);
    state.squares.mul_(second).addcmul_(gradient, gradient, 1 - second);
    if (options.amsgrad()) state.mostSquares = at::max(state.squares, state.mostSquares);
    const Tensor& squares = options.amsgrad() ? state.mostSquares : state.squares;
    const Tensor divisor = squares.sqrt().div(root).add_(options.eps());
    parameter.addcdiv_(state.average, divisor, -(options.lr() / correction));
  }
};
using Adam = AdamLike<AdamOptions, false>;
using AdamW = AdamLike<AdamWOptions, true>;

#define JITSCOPE_NO_OPTIMIZER(name)                                                          \
  template <typename T>                                                                      \
  struct name##Absent {                                                                      \
    static_assert(at::detail::kAbsent<T>,                                                    \
                  "torch::optim::" #name " is not in libjitscope: take SGD, Adam or AdamW"); \
  };                                                                                         \
  using name = name##Absent<void>;
JITSCOPE_NO_OPTIMIZER(LBFGS)
JITSCOPE_NO_OPTIMIZER(Adagrad)
JITSCOPE_NO_OPTIMIZER(RMSprop)
#undef JITSCOPE_NO_OPTIMIZER

}  // namespace jitscope_v0
}  // namespace optim
}  // namespace torch
