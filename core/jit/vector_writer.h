// Writes operations on vectors of elements in LLVM's text form.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "core/jit/formula.h"
#include "core/jit/ir_text.h"
#include "core/tensor/dtype.h"
#include "core/tensor/scalar.h"

namespace ts::jit {

// A formula, or a dtype, that has no machine code. The interpreter computes it instead.
struct NoCode {};

// A vector, or a number of the formula's text, which takes the type of the other operand.
struct VectorValue {
  std::string text;
  tensor::DType dtype = tensor::DType::Float32;
  bool isNumber = false;
};

// The arithmetic is that of C++ and of scalar_math.h, element by element. Integers shorter than
// int are extended to i32, bools are vectors of i1. All functions throw NoCode.
class VectorWriter {
 public:
  // Vectors have `lanes` elements; the processor's vectors have `bytes` bytes.
  VectorWriter(IrText& ir, int lanes, int bytes) : ir_(ir), lanes_(lanes), bytes_(bytes) {}

  VectorValue constant(tensor::DType dtype, const tensor::Scalar& number);
  VectorValue load(tensor::DType dtype, const std::string& address);
  // The element at an address in all lanes.
  VectorValue loadSame(tensor::DType dtype, const std::string& address);
  void store(const VectorValue& value, const std::string& address);
  VectorValue convert(const VectorValue& value, tensor::DType to);
  // Evaluates a formula in the type of its arguments. `names`: the names of the arguments.
  VectorValue evaluate(const Expression& formula, tensor::DType type, std::string_view names,
                       const std::vector<VectorValue>& arguments);
  // A vector of i1: which lanes are less than an i64.
  std::string lanesBelow(const std::string& count);
  std::string typeOf(tensor::DType dtype) const;
  // The declarations of the functions that the code calls.
  std::string declarations() const;

 private:
  struct Scope;
  VectorValue expression(const Expression& at, const Scope& scope);
  VectorValue unary(const Expression& at, const Scope& scope);
  VectorValue binary(const Expression& at, const Scope& scope);
  VectorValue choice(const Expression& at, const Scope& scope);
  VectorValue call(const Expression& at, const Scope& scope);
  VectorValue intrinsic(std::string_view name, const std::vector<VectorValue>& arguments);
  VectorValue library(const std::string& function, const std::vector<VectorValue>& arguments);
  VectorValue test(const char* comparison, const VectorValue& a, const VectorValue& b);
  // Both operands in one type, as C++ converts them for arithmetic.
  void unify(VectorValue& a, VectorValue& b);
  // A number of the formula in the type of the other operand.
  VectorValue literal(const VectorValue& number, tensor::DType dtype);
  void declare(std::string declaration) { declarations_.insert(std::move(declaration)); }

  IrText& ir_;
  int lanes_, bytes_;
  std::set<std::string> declarations_;
};

}  // namespace ts::jit
