// The signatures of native functions, read from their text.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/eval/vm.h"

namespace ts::eval {

struct NativeSignature {
  struct Parameter {
    Str* name;
    Value fallback;  // Unbound where there is no default and for `...`
    bool required = false;
  };
  std::vector<Parameter>
      parameters;         // as written: positional-only, positional, *args, keyword-only, **kwargs
  size_t posonly = 0;     // these are known by their place alone
  size_t positional = 0;  // with posonly
  size_t keywordOnly = 0;
  size_t required = 0;  // of the positional ones
  bool varargs = false, varkw = false;
  size_t count() const { return positional + keywordOnly + varargs + varkw; }
};

std::shared_ptr<const NativeSignature> readSignature(Vm& vm, const char* text);

// Values of the parameters into out, which has room for signature.count() Unbound ones.
void bindInto(Vm& vm, const NativeFunction& function, const NativeSignature& signature,
              const CallArgs& args, Value* out);

}  // namespace ts::eval
