// The semantics of a node: the overload that it calls, its side effects and its determinism.
#include <array>

#include "core/ir/ir.h"
#include "core/ir/kinds.h"

namespace ts::ir {

namespace {

// Returns whether every formal accepts its actual; follows Node::matches of
// torch/csrc/jit/ir/ir.cpp.
bool fits(const ops::FunctionSchema& schema, std::span<Value* const> inputs) {
  const auto& formals = schema.arguments;
  if (inputs.size() < formals.size() || (!schema.isVararg && inputs.size() != formals.size()))
    return false;
  types::TypeBindings bindings;
  for (size_t i = 0; i < formals.size(); ++i) {
    TypePtr formal = formals[i].type;
    if (formal->hasFreeVariables()) {
      if (types::matchVariables(formal, inputs[i]->type(), bindings) == nullptr) return false;
      // A variable that None left unbound is kept: None still matches an Optional of the variable.
      if (TypePtr bound = types::substitute(formal, bindings, true)) formal = bound;
    }
    if (!types::isSubtype(inputs[i]->type(), formal)) return false;
  }
  return true;
}

// Kinds with side effects, or whose result depends on side effects. Dead code elimination of torch
// 1.13 keeps these nodes even when they write to no argument.
constexpr std::array kSideEffects = {
    "prim::PythonOp",
    "prim::IgnoredPythonOp",
    "prim::Print",
    "prim::RaiseException",
    "prim::SetAttr",
    "prim::AddStatValue",
    "prim::TimePoint",
    "prim::CallFunction",
    "prim::CallMethod",
    "prim::BailoutTemplate",
    "prim::BailOut",
    "prim::rpc_async",
    "prim::rpc_sync",
    "prim::rpc_remote",
    "prim::StaticRuntimeCopyOuts",
    "prim::Enter",
    "prim::Exit",
    "aten::warn",
    "aten::save",
    "aten::manual_seed",
    "aten::wait",
    "aten::backward",
    "aten::dist_backward",
    "aten::set_grad_enabled",
    "aten::is_grad_enabled",
    "aten::is_autocast_enabled",
    "aten::is_autocast_cpu_enabled",
    "cuda::set_stream",
    "cuda::_set_device",
    "cuda::_current_device",
    "cuda::synchronize",
};

// Operators that draw random numbers: torch 1.13 does not merge two equal calls.
constexpr std::array kNondeterministic = {
    "aten::dropout",
    "aten::feature_dropout",
    "aten::alpha_dropout",
    "aten::feature_alpha_dropout",
    "aten::_fused_dropout",
    "aten::native_dropout",
    "aten::rrelu",
    "aten::rrelu_with_noise",
    "aten::rand",
    "aten::rand_like",
    "aten::randn",
    "aten::randn_like",
    "aten::randint",
    "aten::randint_like",
    "aten::randperm",
    "aten::random",
    "aten::bernoulli",
    "aten::binomial",
    "aten::multinomial",
    "aten::poisson",
    "aten::normal",
    "aten::normal_functional",
    "aten::log_normal",
    "aten::geometric",
    "aten::exponential",
    "aten::cauchy",
    "aten::uniform",
    "aten::_sample_dirichlet",
    "aten::_standard_gamma",
};

}  // namespace

const ops::FunctionSchema* Node::schema() const {
  if (schema_ == nullptr) {
    for (const ops::FunctionSchema* candidate : ops::schemasOf(kind_)) {
      if (fits(*candidate, inputs_)) {
        schema_ = candidate;
        break;
      }
    }
  }
  return schema_;
}

bool Node::hasSideEffects() const {
  static const SymbolSet kinds(kSideEffects);
  if (kinds.contains(kind_)) return true;
  // An unknown operator may have any side effect.
  return kind_.ns() != "prim" && schema() == nullptr;
}

bool Node::isNondeterministic() const {
  static const SymbolSet kinds(kNondeterministic);
  if (!kinds.contains(kind_)) return false;
  // Dropout outside of training is the identity; PyTorch treats only aten::dropout this way.
  if (kind_.str() != "aten::dropout" || inputs_.size() < 3) return true;
  const Constant* train = constantOf(inputs_[2]);
  return !train || !train->isBool() || train->toBool();
}

bool Node::mustBeNone() const {
  if (outputs_.size() == 1 && outputs_[0]->isNone()) return true;
  return kind_ == prim::Constant && attributes_.empty() &&
         outputs_[0]->type()->is(types::TypeKind::Optional);
}

}  // namespace ts::ir
