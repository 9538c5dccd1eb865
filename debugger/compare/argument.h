// Arguments that can be changed and written down again as Python source.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "debugger/compare/program.h"
#include "debugger/compare/value.h"

namespace ts::debugger {

// What a tensor is filled with; Given: as the user's source says, Data: number by number.
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
  std::string name;               // of one given by name
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
  // How much there is to read: smaller is simpler.
  size_t weight() const {
    return text().size() + static_cast<size_t>(kind == Kind::Tensor ? numel() : 0);
  }
};

// What the source of a call's arguments stands for, one by one. Nothing: there is an argument that
// can't be written down again. Throws as Program::evaluate does.
std::optional<std::vector<Argument>> argumentsOf(Program& program, const std::string& source);
std::string textOf(const std::vector<Argument>& arguments);

}  // namespace ts::debugger
