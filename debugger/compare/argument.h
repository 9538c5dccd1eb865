// Arguments of a call that can be changed and printed as Python source.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "debugger/compare/program.h"
#include "debugger/compare/value.h"

namespace ts::debugger {

// The content of a tensor. Given: the user's source computes it. Data: each element is listed.
enum class Fill : uint8_t { Given, Zeros, Ones, Full, Range, Data };

struct Argument {
  enum class Kind : uint8_t {
    Tensor,
    Number,
    Text,
    None,
    List,
    Tuple,
    Dict,
    Other
  } kind = Kind::Other;
  std::string name;               // of a keyword argument
  std::string source;             // of Other, and of a Given tensor
  IValue value;                   // of numbers (bool, int, float) and texts
  std::vector<Argument> items;    // of containers
  std::vector<std::string> keys;  // of dicts: their source
  // Of tensors
  Fill fill = Fill::Given;
  tensor::DType dtype = tensor::DType::Float32;
  std::vector<int64_t> shape;
  double number = 0;         // of Full
  std::vector<double> data;  // of Data

  int64_t numel() const;
  std::string text() const;  // as Python source
  // The length for a reader; a smaller weight is simpler.
  size_t weight() const {
    return text().size() + static_cast<size_t>(kind == Kind::Tensor ? numel() : 0);
  }
};

// The arguments that `source` evaluates to; nothing when one of them cannot be printed as source.
// Throws as TargetProgram::evaluate does.
std::optional<std::vector<Argument>> argumentsOf(TargetProgram& program, const std::string& source);
// "torch.ones(2, 3), n=4"
std::string textOf(const std::vector<Argument>& arguments);

}  // namespace ts::debugger
