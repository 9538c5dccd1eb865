// The editor, as the rest of the adapter sees it.
#pragma once

#include <string>
#include <string_view>

namespace ts::dap {

// Sends messages to the editor. Thread-safe.
class Client {
 public:
  virtual ~Client() = default;
  // body: JSON; empty: none.
  virtual void event(std::string_view name, std::string_view body) = 0;
  virtual void response(int64_t request, std::string_view command, std::string_view body) = 0;
  virtual void failure(int64_t request, std::string_view command, std::string_view problem) = 0;
};

}  // namespace ts::dap
