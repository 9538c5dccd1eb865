// What a Vm keeps of torch, and the making and reading of its objects.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/eval/vm.h"
#include "core/eval_torch/torch_objects.h"
#include "core/shape_rules/rules.h"

namespace ts::eval {

using Shape = std::vector<int64_t>;  // -1: a size that isn't known

// PyTorch's numbers of the dtypes that rules name.
namespace scalar {
enum : int {
  UInt8 = 0,
  Int8,
  Int16,
  Int32,
  Int64,
  Half,
  Float,
  Double,
  ComplexHalf,
  ComplexFloat,
  ComplexDouble,
  Bool,
  BFloat16 = 15
};
}

class EagerTorch;    // eager.h
struct ModuleNames;  // nn_module.cpp

struct TorchState {
  std::shared_ptr<EagerTorch> eager;  // gives tensors data; null in the static domain
  std::vector<Ref<Dtype>> dtypes;     // by number
  Ref<Dtype> defaultDtype;
  Ref<Device> cpu;
  Class* size;
  Class* generator;
  Class* layout;
  Class* memoryFormat;
  Class* qscheme;
  Class* finfo;
  Class* iinfo;
  Class* dispatch = nullptr;
  Class* tensorMeta;
  bool gradEnabled = true;
  std::unordered_map<std::string, Ref<OperatorFunction>> operators;  // by qualified name
  std::unordered_map<std::string_view, const NativeDef*> rules;      // by the operator's name
  std::unordered_map<std::string, Ref<Named>> named;
  std::shared_ptr<ModuleNames> moduleNames;
};
// Made when it is first asked for.
TorchState& torchOf(Vm& vm);
// These functions, and what the eager domain has for the module.
void addTorchFunctions(Vm& vm, Module& module, std::span<const NativeDef> functions);

// ---- each defines its classes (Vm::types, TorchState)
void initDtypes(Vm& vm, TorchState& state);
void initTensor(Vm& vm, TorchState& state);
void initOperators(Vm& vm, TorchState& state);

// ---- dtypes.cpp
Value dtypeOf(Vm& vm, int number);
// torch.strided and its like; null: torch has no such constant.
Value namedConstant(Vm& vm, std::string_view name);
bool isFloating(int number);  // complex ones aren't
bool isComplex(int number);
// 0 bool, 1 integers, 2 floating point, 3 complex: the higher one wins whatever the shapes are.
int categoryOf(int number);
int promote(int a, int b);  // -1: there is no common dtype
Value makeSize(Vm& vm, const std::optional<Shape>& shape);

// ---- reading arguments. Each throws UnknownTruth where the answer isn't known.
// A size from an int, a sequence of ints, or `*size` that was bound to a tuple.
Shape shapeArgument(Vm& vm, const Value& value);
int64_t intArgument(Vm& vm, const Value& value);
// The dimension that an int means among `rank`; raises IndexError.
int64_t dimArgument(Vm& vm, const Value& value, int64_t rank);
Tensor& tensorArgument(Vm& vm, const Value& value);
const Shape& knownShape(const Tensor& tensor);
std::vector<Value> sequenceArgument(Vm& vm, const Value& value);

// ---- making tensors (values.cpp)
Ref<Tensor> makeTensor(Vm& vm, std::optional<Shape> shape, Ref<Dtype> dtype,
                       Ref<Device> device = nullptr);
// A tensor of nothing known.
Ref<Tensor> anyTensor(Vm& vm);
// As `like` but for its shape, without values.
Ref<Tensor> reshaped(Vm& vm, const Tensor& like, std::optional<Shape> shape);
// A view of the same elements in the same order.
Ref<Tensor> sameElements(Vm& vm, const Tensor& like, Shape shape);
// An instance of a class of tensors with the shape and the values of `data`.
Ref<Tensor> tensorOfClass(Vm& vm, Class& cls, const Tensor& data, bool requiresGrad);
// Attaches values, rounded to the dtype, where they are few enough.
void setValues(Tensor& tensor, std::vector<double> values);
// Null: not known.
const Storage* valuesOf(const Tensor& tensor);
inline double valueAt(const Tensor& tensor, size_t i) {
  return tensor.storage->values[tensor.elements[i]];
}
Value elementValue(Vm& vm, const Tensor& tensor, size_t i);
// Its values were written to.
void forgetValues(Tensor& tensor);
// -1: not known
inline int64_t numberOfElements(const Shape& shape) { return shape_rules::elements(shape); }
inline constexpr int64_t kMostValues = 4096;
// dtype and device as factories take them; null where they aren't known.
Ref<Dtype> dtypeArgument(Vm& vm, const Value& value, const Ref<Dtype>& fallback);
Ref<Device> deviceArgument(Vm& vm, const Value& value, const Ref<Device>& fallback);
// The common shape of two operands; null when a shape is unknown. Raises RuntimeError when the
// shapes do not fit.
std::optional<Shape> broadcast(Vm& vm, const std::optional<Shape>& a,
                               const std::optional<Shape>& b);
// The shape that a rule inferred. Raises IndexError for a dimension out of range. Throws
// UnknownTruth for every other violation, and for a shape of unknown rank.
Shape inferredShape(Vm& vm, const shape_rules::Inferred& inferred);
// Of torch.result_type; operands are tensors and numbers. Null: not known.
Ref<Dtype> resultDtype(Vm& vm, std::span<const Value> operands);
// torch.tensor(data)
Value tensorOf(Vm& vm, const Value& data, Ref<Dtype> dtype, Ref<Device> device);

// ---- tensor.cpp, indexing.cpp
Value indexTensor(Vm& vm, Tensor& self, const Value& index);
Value pointwiseBinary(Vm& vm, std::string_view name, const Value& a, const Value& b);
Value pointwiseUnary(Vm& vm, std::string_view name, const Value& a);

// ---- operators.cpp
// The operator behind a name: op is "aten::add". Null: there is none.
Ref<OperatorFunction> operatorFunction(Vm& vm, std::string_view qualifiedName, std::string_view op,
                                       bool isMethod);
// "Tensor.add"
Ref<OperatorFunction> tensorMethod(Vm& vm, std::string_view name);
Value callOperator(Vm& vm, const OperatorFunction& function, const CallArgs& args);

// Tables of shape rules: a row's name is the operator's, without its namespace.
std::span<const NativeDef> factoryRules();
std::span<const NativeDef> viewRules();
std::span<const NativeDef> mathRules();
std::span<const NativeDef> layerRules();
// Names of pointwise operators of one operand, for which one rule serves.
std::span<const std::string_view> unaryNames();
std::span<const std::string_view> binaryNames();

}  // namespace ts::eval
