#include "core/eval/library/modules.h"

namespace ts::eval {
namespace {

constexpr NativeModule kModules[] = {
    {"cmath", fillCmath},
    {"math", fillMath},
    {"re", fillRe},
    {"sys", fillSys},
    {"typing", fillTyping},
    {"typing_extensions", fillTypingExtensions},
};

}  // namespace

std::span<const NativeModule> nativeModules() { return kModules; }

}  // namespace ts::eval
