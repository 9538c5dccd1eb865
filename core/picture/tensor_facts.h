// Facts about tensors that have data, and about the modules that contain them.
#pragma once

#include "core/archive/pickle_reader.h"
#include "core/archive/tensor_reader.h"
#include "core/picture/overlay.h"
#include "core/tensor/ivalue.h"

namespace ts::viz {

// Shape, dtype and a summary of the elements, without a summary for complex and very large tensors.
TensorFacts factsOf(const tensor::Tensor& tensor);

// The parameters and buffers of a module and its submodules, by path.
std::map<std::string, Weight> weightsOf(const tensor::ObjectValue& module);
// Its other attributes: numbers, booleans, and lists and tuples of them, as Python writes them.
std::map<std::string, std::string> settingsOf(const tensor::ObjectValue& module);

// The tensors in a pickle of torch.save, by the keys that lead to them: "model.conv1.weight", in
// the order of the file.
std::vector<std::pair<std::string, Weight>> tensorsIn(const archive::PickleNode& root,
                                                      archive::TensorReader& reader);

}  // namespace ts::viz
