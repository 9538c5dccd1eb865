// One call of an operator, as far as the caller of resultsOf() knows it.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/shape_rules/result.h"
#include "core/tensor/dtype.h"

namespace ts::operator_facts {

using shape_rules::PartialShape;
using tensor::DType;

struct Operand {
  enum class Kind : uint8_t {
    Absent,  // the overload has no such argument
    None,    // the argument is None
    Tensor,
    Number,   // also a tensor that stands for a number of Python
    Other,    // a list, a text, ...
    Unknown,  // a tensor or None
  };
  Kind kind = Kind::Absent;
  PartialShape shape{};          // of a tensor
  std::optional<DType> dtype{};  // of a tensor or number

  bool isTensor() const { return kind == Kind::Tensor; }
  bool isNumber() const { return kind == Kind::Number; }
  // The argument exists and is not None, as far as it is known.
  bool isGiven() const { return kind != Kind::Absent && kind != Kind::None; }
};

// The elements of a list of numbers; null: unknown.
using Ints = std::vector<std::optional<int64_t>>;
using Reals = std::vector<std::optional<double>>;

// The arguments of a call, in the order of the schema. A list argument that is given as one number
// is a list of this number.
class Call {
 public:
  virtual ~Call() = default;
  virtual size_t count() const = 0;
  virtual std::string_view name(size_t i) const = 0;
  virtual Operand operand(size_t i) const = 0;
  // The operands in a list of tensors; null when the list is not known.
  virtual std::optional<std::vector<Operand>> operands(size_t i) const = 0;
  // The values of arguments; null for unknown values, None and other types.
  virtual std::optional<Ints> ints(size_t i) const = 0;
  virtual std::optional<Reals> reals(size_t i) const = 0;
  virtual std::optional<bool> flag(size_t i) const = 0;
  virtual std::optional<std::string_view> text(size_t i) const = 0;
  // torch.get_default_dtype()
  virtual DType defaultDtype() const { return tensor::defaultDType(); }

  std::optional<size_t> find(std::string_view name) const;
  Operand operand(std::string_view name) const;
  std::optional<Ints> ints(std::string_view name) const;
  std::optional<int64_t> integer(size_t i) const;
  std::optional<int64_t> integer(std::string_view name) const;
  std::optional<double> real(std::string_view name) const;
  std::optional<bool> flag(std::string_view name) const;
  bool has(std::string_view name) const { return find(name).has_value(); }
};

}  // namespace ts::operator_facts
