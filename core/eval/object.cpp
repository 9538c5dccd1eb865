#include <utility>
#include <vector>

#include "core/eval/bytecode.h"

namespace ts::eval {
namespace {

// Deep structures (a list in a list in a list ...) are freed in a loop rather than by recursion.
constexpr int kMaxDepth = 100;
thread_local int depth = 0;
thread_local std::vector<Object*> waiting;

}  // namespace

Object::Object(Kind kind, Class* cls) : kind(kind), cls(cls) {}
Object::~Object() = default;

void destroy(Object* object) {
  if (depth >= kMaxDepth) {
    waiting.push_back(object);
    return;
  }
  ++depth;
  delete object;
  if (depth == 1)
    while (!waiting.empty()) {
      Object* next = waiting.back();
      waiting.pop_back();
      delete next;
    }
  --depth;
}

}  // namespace ts::eval
