// The editor's numbers of the engines' threads.
#pragma once

#include <cstdint>
#include <optional>

#include "core/protocol/json_view.h"

namespace ts::dap {

inline constexpr const char* kWrongThread = "`threadId` is not the id of a thread";

inline int64_t threadIdOf(size_t engine) { return static_cast<int64_t>(engine) + 1; }
// Nothing for a value that is not the id of one of the threads.
inline std::optional<size_t> engineOfThread(protocol::JsonView threadId, size_t engines) {
  const int64_t id = threadId.integer().value_or(0);
  if (id < 1 || id > static_cast<int64_t>(engines)) return {};
  return static_cast<size_t>(id - 1);
}

}  // namespace ts::dap
