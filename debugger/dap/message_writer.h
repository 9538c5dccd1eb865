// Writes DAP messages with their numbers.
#pragma once

#include <functional>
#include <mutex>
#include <string>

#include "debugger/dap/client.h"

namespace ts::dap {

// Passes each message, as JSON without a header, to `send`, one at a time.
class MessageWriter final : public Client {
 public:
  explicit MessageWriter(std::function<void(const std::string&)> send) : send_(std::move(send)) {}

  void event(std::string_view name, std::string_view body) override;
  void response(int64_t request, std::string_view command, std::string_view body) override;
  void failure(int64_t request, std::string_view command, std::string_view problem) override;

 private:
  std::function<void(const std::string&)> send_;
  std::mutex mutex_;
  int64_t last_ = 0;
};

}  // namespace ts::dap
