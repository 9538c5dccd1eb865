// The rows of operators, by subject, and the functions that several of these files use.
#pragma once

#include <span>

#include "core/onnx/op.h"

namespace ts::onnx {

std::span<const Row> pointwiseRows();
std::span<const Row> activationRows();
std::span<const Row> reductionRows();
std::span<const Row> viewRows();
std::span<const Row> arrangementRows();
std::span<const Row> factoryRows();
std::span<const Row> productRows();
std::span<const Row> layerRows();
std::span<const Row> recurrentRows();
std::span<const Row> imageRows();
std::span<const Row> lookupRows();
std::span<const Row> queryRows();
std::span<const Row> listRows();
std::span<const Row> numberRows();

// The dtype in which ONNX Runtime adds and compares: it lacks small integers.
DType computed(DType dtype);
// The argument is the result.
void giveArgument(Op& op);
// Floor division of integers, which ONNX rounds towards zero.
Wire floorDivided(Builder& b, const Wire& a, const Wire& divisor);
// The dimension with this size at `dim` becomes [begin, begin + size) of the base.
Wire replaced(Op& op, const Wire& base, const Wire& part, int64_t dim, const Wire& begin,
              const Wire& end);
// A number argument as one element in one dimension.
Wire oneElement(Op& op, const Val& number);

}  // namespace ts::onnx
