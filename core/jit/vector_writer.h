// Writes operations on vectors of elements in LLVM's text form.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/formulas/formula.h"
#include "core/jit/fused_loop.h"
#include "core/jit/ir_text.h"
#include "core/tensor/dtype.h"
#include "core/tensor/scalar.h"

namespace ts::jit {

// The alignment of large results, in bytes.
constexpr int kStreamAlignment = 64;

// A formula, or a dtype, that has no machine code. The interpreter computes it instead.
struct NoCode {
  std::string reason = "a value is only in memory";
};

// A vector, or a number of the formula's text, which takes the type of the other operand.
struct VectorValue {
  // Facts about a vector of Float32, which spare roundings to half precision.
  enum Known : uint8_t {
    kIsBFloat16 = 1,     // each element is a number of bfloat16
    kIsFloat16 = 2,      // each element is a number of float16
    kNanIsBFloat16 = 4,  // the elements that are NaN are those of bfloat16
  };
  std::string text;
  tensor::DType dtype = tensor::DType::Float32;
  bool isNumber = false;
  uint8_t known = 0;
};

// The arithmetic is that of C++ and of scalar_math.h, element by element. Integers shorter than
// int are extended to i32, bools are vectors of i1; half precision is a vector of floats with
// rounded values. All functions throw NoCode.
class VectorWriter {
 public:
  // Vectors have `lanes` elements; the processor's vectors have `bytes` bytes.
  VectorWriter(IrText& ir, int lanes, int bytes) : ir_(ir), lanes_(lanes), bytes_(bytes) {}
  int lanes() const { return lanes_; }

  VectorValue constant(tensor::DType dtype, const tensor::Scalar& number);
  VectorValue load(tensor::DType dtype, const std::string& address);
  // The first lane is the last element.
  VectorValue loadBackwards(tensor::DType dtype, const std::string& address);
  // The element at an address in all lanes.
  VectorValue loadSame(tensor::DType dtype, const std::string& address);
  // Elements that are `step` bytes apart, an i64.
  VectorValue loadApart(tensor::DType dtype, const std::string& address, const std::string& step);
  // isStreamed: past the caches, as core/kernels/streams.h does; the address is a multiple of
  // kStreamAlignment bytes or of the size of the elements. The module defines the metadata `!0`.
  void store(const VectorValue& value, const std::string& address, bool isStreamed = false);
  void storeFirst(const VectorValue& value, const std::string& address);
  // Values of floats in memory as they are computed, in `computedSize` bytes each.
  VectorValue loadComputed(tensor::DType dtype, const std::string& address);
  void storeComputed(const VectorValue& value, const std::string& address);
  static size_t computedSize(tensor::DType dtype);
  VectorValue convert(const VectorValue& value, tensor::DType to);
  // Evaluates a formula in the type of its arguments. `names`: the names of the arguments.
  VectorValue evaluate(const Expression& formula, tensor::DType type, std::string_view names,
                       const std::vector<VectorValue>& arguments);
  // A vector of i1: the lanes from `first` on, `count` in number; both are i64.
  std::string lanesBetween(const std::string& first, const std::string& count);
  // The i64 `first`, which fits into an i32, and the numbers after it.
  VectorValue positions(const std::string& first);
  // That number in all lanes.
  VectorValue samePosition(const std::string& number);

  // ---- reductions
  // The value that changes no result.
  VectorValue identity(Reduction reduction, tensor::DType dtype);
  VectorValue combine(Reduction reduction, const VectorValue& a, const VectorValue& b);
  // The value, or the one that changes no result where a mask is false.
  VectorValue masked(Reduction reduction, const VectorValue& value, const std::string& mask);
  // The combinations of each lane of the first half with one of the second.
  VectorValue halved(Reduction reduction, const VectorValue& value);
  // The combination of all lanes, in each lane of a vector of `lanes` elements.
  VectorValue joined(Reduction reduction, VectorValue value, int lanes);
  // The first element of a vector of `lanes` elements in all lanes.
  VectorValue spread(const VectorValue& value, int lanes);

  // An i1: one of a mask's lanes is true.
  std::string anyLane(const std::string& mask);

  std::string typeOf(tensor::DType dtype) const;
  // The masks of lanes for which the code must fail, since the last call.
  std::vector<std::string> takeFailures() { return std::exchange(failures_, {}); }
  // The memory of the code, as the first instructions of its function.
  const std::string& slots() const { return slots_; }
  // The declarations of the functions that the code calls.
  std::string declarations() const;
  void addDeclarations(const VectorWriter& other) {
    declarations_.insert(other.declarations_.begin(), other.declarations_.end());
  }

 private:
  struct Scope;
  VectorValue expression(const Expression& at, const Scope& scope);
  VectorValue unary(const Expression& at, const Scope& scope);
  VectorValue binary(const Expression& at, const Scope& scope);
  VectorValue choice(const Expression& at, const Scope& scope);
  VectorValue call(const Expression& at, const Scope& scope);
  // The formula's text, parsed once.
  VectorValue apply(const char* formula, tensor::DType type, std::string_view names,
                    const std::vector<VectorValue>& arguments);
  // An i1: all lanes of a mask are true.
  std::string allLanes(const std::string& mask);
  std::string reducedMask(const char* operation, const std::string& mask);
  // These return nullopt for functions that they do not know.
  std::optional<VectorValue> division(std::string_view name, const VectorValue& x,
                                      const VectorValue& y);
  std::optional<VectorValue> shift(std::string_view name, const VectorValue& x,
                                   const VectorValue& y);
  std::optional<VectorValue> wholePower(const VectorValue& x, const VectorValue& y);
  template <typename Fast, typename Slow>
  VectorValue either(const std::string& mask, Fast fast, Slow slow);
  std::optional<VectorValue> floatPower(const VectorValue& x, const VectorValue& y);
  std::optional<VectorValue> host(std::string_view name, const std::vector<VectorValue>& arguments);
  VectorValue wholeQuotient(const VectorValue& x, const VectorValue& y, tensor::DType stored);
  VectorValue floatRest(const VectorValue& x, const VectorValue& y);
  VectorValue intrinsic(std::string_view name, const std::vector<VectorValue>& arguments);
  int libraryLanes(tensor::DType dtype) const;
  VectorValue library(const std::string& function, const std::vector<VectorValue>& arguments);
  // A vector of elements as they are stored, as they are computed.
  VectorValue loaded(tensor::DType dtype, std::string stored);
  std::string toStore(const VectorValue& value);
  VectorValue rounded(const VectorValue& value, tensor::DType to);
  VectorValue truncated(const VectorValue& value, tensor::DType to);
  VectorValue shuffled(const VectorValue& value, int lanes, const std::string& indices, int count);
  std::string splat(const std::string& value, const char* type);
  VectorValue test(const char* comparison, const VectorValue& a, const VectorValue& b);
  // Both operands in one type, as C++ converts them for arithmetic.
  void unify(VectorValue& a, VectorValue& b);
  // A number of the formula in the type of the other operand.
  VectorValue literal(const VectorValue& number, tensor::DType dtype);
  void declare(std::string declaration) { declarations_.insert(std::move(declaration)); }

  IrText& ir_;
  int lanes_, bytes_;
  std::set<std::string> declarations_;
  std::vector<std::string> failures_;
  std::string slots_;
};

}  // namespace ts::jit
