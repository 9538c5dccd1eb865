// What a node means: the overload that it calls, and what else it does than computing its outputs.
#include <algorithm>
#include <array>

#include "core/ir/ir.h"
#include "core/ir/kinds.h"

namespace ts::ir {

namespace {

// Node::matches of torch/csrc/jit/ir/ir.cpp: every formal has an actual that fits it.
bool fits(const ops::FunctionSchema& schema, std::span<Value* const> inputs) {
  const auto& formals = schema.arguments;
  if (inputs.size() < formals.size() || (!schema.isVararg && inputs.size() != formals.size())) return false;
  types::TypeBindings bindings;
  for (size_t i = 0; i < formals.size(); ++i) {
    TypePtr formal = formals[i].type;
    if (formal->hasFreeVariables()) {
      if (types::matchVariables(formal, inputs[i]->type(), bindings) == nullptr) return false;
      // A variable that None left open stays; None still fits an Optional of it.
      if (TypePtr bound = types::substitute(formal, bindings, true)) formal = bound;
    }
    if (!types::isSubtype(inputs[i]->type(), formal)) return false;
  }
  return true;
}

// Kinds that do something whatever their schema says; from the same list of torch 1.13.
constexpr std::array kSideEffects = {
    "prim::PythonOp",   "prim::IgnoredPythonOp", "prim::Print",        "prim::RaiseException",
    "aten::warn",       "aten::save",            "aten::manual_seed",  "prim::AddStatValue",
    "prim::TimePoint",  "prim::CallFunction",    "prim::CallMethod",   "prim::BailoutTemplate",
    "prim::BailOut",    "prim::rpc_async",       "prim::rpc_sync",     "prim::rpc_remote",
    "aten::wait",       "cuda::set_stream",      "cuda::_set_device",  "cuda::_current_device",
    "cuda::synchronize", "prim::Enter",          "prim::Exit",
};

struct OverloadName {
  std::string_view name;
  std::string_view overload;
};

// Operators that draw random numbers.
constexpr std::array kNondeterministic = {
    OverloadName{"aten::dropout", ""},
    OverloadName{"aten::_fused_dropout", ""},
    OverloadName{"aten::_standard_gamma", ""},
    OverloadName{"aten::bernoulli", ""},
    OverloadName{"aten::bernoulli", "p"},
    OverloadName{"aten::multinomial", ""},
    OverloadName{"aten::native_dropout", ""},
    OverloadName{"aten::normal", "Tensor_Tensor"},
    OverloadName{"aten::normal", "float_Tensor"},
    OverloadName{"aten::normal", "Tensor_float"},
    OverloadName{"aten::poisson", ""},
    OverloadName{"aten::binomial", ""},
    OverloadName{"aten::rrelu", ""},
    OverloadName{"aten::rrelu_with_noise", ""},
    OverloadName{"aten::rand", ""},
    OverloadName{"aten::rand_like", ""},
    OverloadName{"aten::randint", ""},
    OverloadName{"aten::randint", "low"},
    OverloadName{"aten::randint_like", ""},
    OverloadName{"aten::randint_like", "low_dtype"},
    OverloadName{"aten::randn", ""},
    OverloadName{"aten::randn_like", ""},
    OverloadName{"aten::randperm", ""},
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
  if (std::find(kSideEffects.begin(), kSideEffects.end(), kind_.str()) != kSideEffects.end()) return true;
  // An operator that nobody knows may do anything.
  return kind_.ns() != "prim" && schema() == nullptr;
}

bool Node::isNondeterministic() const {
  auto sameName = [&](const OverloadName& one) { return one.name == kind_.str(); };
  if (std::none_of(kNondeterministic.begin(), kNondeterministic.end(), sameName)) return false;
  const ops::FunctionSchema* called = schema();
  if (called == nullptr) return false;
  auto same = [&](const OverloadName& one) { return sameName(one) && one.overload == called->overload; };
  if (std::none_of(kNondeterministic.begin(), kNondeterministic.end(), same)) return false;
  // Dropout is the identity when it doesn't train.
  if (kind_.str() == "aten::dropout") {
    std::optional<Constant> train = constantOf(inputs_[2]);
    if (train && train->isBool() && !train->toBool()) return false;
  }
  return true;
}

bool Node::mustBeNone() const {
  if (outputs_.size() == 1 && outputs_[0]->isNone()) return true;
  return kind_ == prim::Constant && attributes_.empty() && outputs_[0]->type()->is(types::TypeKind::Optional);
}

}  // namespace ts::ir
