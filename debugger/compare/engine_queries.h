// Decisions of a program by the engine that runs it: `if torch.jit.is_scripting():`.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "debugger/compare/engine.h"

namespace ts::debugger {

// Refers to the events; not thread-safe.
class EngineQueries {
 public:
  // rows: the events of Python. kind: the other engine. isPaired: whether that engine ran the
  // operator of a row as well.
  EngineQueries(const std::vector<Event>& rows, EngineKind kind,
                std::function<bool(uint32_t)> isPaired);

  // The row of the decision that an event before the row `before` goes back to: the event's
  // decisions contain it, or only Python ran the operator that made one of the tensors, and ran it
  // on the path that the decision chose. Nothing when there is none.
  std::optional<uint32_t> behind(const std::vector<const void*>& tensors,
                                 const std::vector<uint32_t>& decisions, uint32_t before) const;
  // The last decision before a row; nothing when there is none.
  std::optional<uint32_t> lastBefore(uint32_t row) const;
  // "`torch.jit.is_scripting()` is False in Python and True in TorchScript, ..."
  std::string sentence(uint32_t row) const;

 private:
  bool isQuery(uint32_t row) const;

  const std::vector<Event>& rows_;
  EngineKind kind_;
  std::function<bool(uint32_t)> isPaired_;
  std::vector<uint32_t> queries_;  // the rows of the decisions, ascending
};

}  // namespace ts::debugger
