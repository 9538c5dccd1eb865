// The shapes and dtypes of an operator's results, by its row in the table.
#pragma once

#include "core/operator_facts/call.h"
#include "core/operator_facts/facts.h"

namespace ts::operator_facts {

struct ResultFacts {
  PartialShape shape;
  std::optional<DType> dtype;
};

struct Results {
  // By output. When the operator returns a list of tensors, the elements of the list.
  std::vector<ResultFacts> each;
  bool isList = false;  // a list whose length is each.size()
  // The condition that the operands violate for certain: the call raises. violation.operand is an
  // index into `operands`, or into the list of tensors at operands[0].
  shape_rules::Violation violation;
  // The arguments that the shape rule reads as tensors, by index.
  std::vector<size_t> operands;

  // Unknown without such a result.
  PartialShape shape(size_t output = 0) const {
    return output < each.size() ? each[output].shape : PartialShape();
  }
};

// inPlace: the call writes its result into its first argument, which keeps its dtype and, unless it
// is a view, its shape. outputs: the number of results in the schema.
Results resultsOf(const OperatorFacts& facts, const Call& call, bool inPlace, size_t outputs);

}  // namespace ts::operator_facts
