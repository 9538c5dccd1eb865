#include "core/kernels/onednn.h"

#include <algorithm>

namespace ts::kernels::onednn {

using dnnl::memory;

memory inLayout(const memory::desc& from, const memory::desc& to, const float* data) {
  memory source = memoryOf(from, data);
  if (from == to) return source;
  memory result(to, engine(), scratch().at(to.get_size()));
  dnnl::reorder(source, result).execute(stream(), source, result);
  return result;
}

memory PackedWeight::in(const memory::desc& own, const memory::desc& wanted) {
  if (own == wanted) return memoryOf(own, weight_.data<float>());
  auto packed = std::ranges::find(packed_, wanted, &Packed::layout);
  if (packed == packed_.end()) {
    const Tensor bytes =
        tensor::empty(tensor::Dims{static_cast<int64_t>(wanted.get_size())}, tensor::DType::UInt8);
    memory from = memoryOf(own, weight_.data<float>());
    memory to(wanted, engine(), bytes.bytes());
    dnnl::reorder(from, to).execute(stream(), from, to);
    stream().wait();
    packed = packed_.insert(packed_.end(), {wanted, bytes});
  }
  return {wanted, engine(), packed->memory.bytes()};
}

}  // namespace ts::kernels::onednn
