// The parsed signatures of native functions.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "core/eval/vm/vm.h"

namespace ts::eval {

struct NativeSignature {
  struct Parameter {
    Str* name;
    Value fallback;  // Unbound: no default, or `...`
    bool required = false;
  };
  std::vector<Parameter>
      parameters;         // in order: positional-only, positional, *args, keyword-only, **kwargs
  size_t posonly = 0;     // positional-only parameters
  size_t positional = 0;  // including posonly
  size_t keywordOnly = 0;
  size_t required = 0;  // of the positional ones
  bool varargs = false, varkw = false;
  size_t count() const { return positional + keywordOnly + varargs + varkw; }
};

std::shared_ptr<const NativeSignature> readSignature(Vm& vm, const char* text);
inline const NativeSignature& signatureOf(Vm& vm, const NativeFunction& function) {
  if (!function.signature) function.signature = readSignature(vm, function.def->signature);
  return *function.signature;
}

// The values of a call's parameters, Unbound at first. A few parameters need no allocation.
class NativeArguments {
 public:
  explicit NativeArguments(size_t count) : count_(count) {
    if (count > kFew)
      many_.resize(count);
    else
      std::uninitialized_default_construct_n(begin(), count);
  }
  NativeArguments(const NativeArguments&) = delete;
  ~NativeArguments() {
    if (many_.empty()) std::destroy_n(begin(), count_);
  }
  Value* begin() { return many_.empty() ? reinterpret_cast<Value*>(few_) : many_.data(); }

 private:
  static constexpr size_t kFew = 12;
  size_t count_;
  std::vector<Value> many_;
  alignas(Value) std::byte few_[kFew * sizeof(Value)];
};

// True when bindInto would not raise.
bool canBind(const NativeSignature& signature, const CallArgs& args);

// Binds the arguments. `out` has room for signature.count() values, all Unbound. Raises TypeError.
void bindInto(Vm& vm, const NativeFunction& function, const NativeSignature& signature,
              const CallArgs& args, Value* out);

}  // namespace ts::eval
