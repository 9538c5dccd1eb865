// The parts of oneDNN's C++ interface that kernels share: its engine, layouts and memory.
#pragma once

#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#include "core/kernels/onednn_library.h"
#include "core/tensor/tensor.h"

namespace ts::kernels::onednn {

using tensor::Tensor;

inline const dnnl::engine& engine() {
  static const auto* engine = new dnnl::engine(dnnl::engine::kind::cpu, 0);
  return *engine;
}

// A queue that the calls of a thread use again.
inline dnnl::stream& stream() {
  thread_local dnnl::stream stream(engine());  // holds nothing between calls
  useThreadCount();
  return stream;
}

// oneDNN chooses the layout.
inline dnnl::memory::desc anyLayout(const dnnl::memory::desc& desc) {
  return {desc.dims(), dnnl::memory::data_type::f32, dnnl::memory::format_tag::any};
}

// oneDNN takes non-const pointers even for memory that it only reads.
inline dnnl::memory memoryOf(const dnnl::memory::desc& desc, const float* data) {
  return {desc, engine(), const_cast<float*>(data)};
}

// Memory for reordered tensors, which the calls of a thread share.
class Scratch {
 public:
  // Takes everything back, and provides so many bytes in all, without the gaps of alignment.
  void reserve(size_t bytes) {
    constexpr size_t kGaps = 256;
    bytes += kGaps;
    used_ = 0;
    if (bytes <= size_) return;
    size_ = (bytes + 4095) / 4096 * 4096;
    base_.reset(std::aligned_alloc(64, size_));
    if (!base_) size_ = 0;
  }
  // Null where the reserved memory is not enough.
  void* at(size_t bytes) {
    const size_t aligned = (bytes + 63) / 64 * 64;
    if (used_ + aligned > size_) return nullptr;
    void* place = static_cast<char*>(base_.get()) + used_;
    used_ += aligned;
    return place;
  }

 private:
  std::unique_ptr<void, decltype(&std::free)> base_{nullptr, std::free};
  size_t size_ = 0, used_ = 0;
};

inline Scratch& scratch() {
  thread_local Scratch scratch;  // holds nothing between calls
  return scratch;
}

// `data` in another layout, in scratch memory; itself where the layout is the same.
dnnl::memory inLayout(const dnnl::memory::desc& from, const dnnl::memory::desc& to,
                      const float* data);

// A weight that does not change, in each layout that primitives read.
class PackedWeight {
 public:
  // weight: float32, on the CPU.
  explicit PackedWeight(Tensor weight) : weight_(std::move(weight)) {}
  const Tensor& tensor() const { return weight_; }
  // own: the layout of tensor().
  dnnl::memory in(const dnnl::memory::desc& own, const dnnl::memory::desc& wanted);
  void clear() { packed_.clear(); }

 private:
  struct Packed {
    dnnl::memory::desc layout;
    Tensor memory;
  };
  const Tensor weight_;
  std::vector<Packed> packed_;
};

}  // namespace ts::kernels::onednn
