// Settings of threads and of the process: grad mode, seeds, numbers of threads, devices. C++17.
#pragma once

#include <jitscope/torch/tensor.h>

namespace at {
inline namespace jitscope_v0 {

// Sets the grad mode of the thread for the lifetime of an object.
class AutoGradMode {
 public:
  explicit AutoGradMode(bool enabled) : before_(jitscope_set_grad_enabled(enabled)) {}
  ~AutoGradMode() { jitscope_set_grad_enabled(before_); }
  AutoGradMode(const AutoGradMode&) = delete;
  AutoGradMode& operator=(const AutoGradMode&) = delete;

 private:
  const int before_;
};
class NoGradGuard : public AutoGradMode {
 public:
  NoGradGuard() : AutoGradMode(false) {}
};
// As NoGradGuard: tensors that are made in it may be recorded later.
class InferenceMode : public AutoGradMode {
 public:
  explicit InferenceMode(bool enabled = true)
      : AutoGradMode(!enabled && jitscope_grad_enabled() != 0) {}
  static bool is_enabled() { return jitscope_grad_enabled() == 0; }
};
class GradMode {
 public:
  static bool is_enabled() { return jitscope_grad_enabled() != 0; }
  static void set_enabled(bool enabled) { jitscope_set_grad_enabled(enabled); }
};

inline void manual_seed(uint64_t seed) { jitscope_manual_seed(seed); }
inline void set_num_threads(int count) { jitscope_set_threads(count); }
inline int get_num_threads() { return jitscope_threads(); }
inline void init_num_threads() {}
// Operators of one run do not run beside each other, so that there is one thread between them.
inline void set_num_interop_threads(int) {}
inline int get_num_interop_threads() { return 1; }

inline bool hasCUDA() { return false; }
inline bool hasMPS() { return false; }

}  // namespace jitscope_v0
}  // namespace at

namespace c10 {
using at::AutoGradMode;
using at::GradMode;
using at::InferenceMode;
}  // namespace c10

namespace torch {
using namespace at;

// The library has no devices of these kinds.
namespace absent_device {
inline namespace jitscope_v0 {
inline bool is_available() { return false; }
inline size_t device_count() { return 0; }
}  // namespace jitscope_v0
}  // namespace absent_device
namespace cuda {
inline namespace jitscope_v0 {
using absent_device::device_count;
using absent_device::is_available;
inline bool cudnn_is_available() { return false; }
inline void manual_seed(uint64_t) {}
inline void manual_seed_all(uint64_t) {}
inline void synchronize(int64_t = -1) { throw c10::Error("No CUDA GPUs are available"); }
}  // namespace jitscope_v0
}  // namespace cuda
namespace mps {
using absent_device::device_count;
using absent_device::is_available;
}  // namespace mps
namespace xpu {
using absent_device::device_count;
using absent_device::is_available;
}  // namespace xpu

}  // namespace torch
