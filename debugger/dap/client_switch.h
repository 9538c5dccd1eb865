// The client of a program that outlives its editors.
#pragma once

#include <mutex>

#include "debugger/dap/client.h"

namespace ts::dap {

// Passes messages to the connected client; without one, they are dropped. Thread-safe.
class ClientSwitch final : public Client {
 public:
  // null: no client. The previous client gets no message afterwards.
  void connect(Client* client) {
    std::lock_guard lock(mutex_);
    client_ = client;
  }

  void event(std::string_view name, std::string_view body) override {
    std::lock_guard lock(mutex_);
    if (client_) client_->event(name, body);
  }
  void response(int64_t request, std::string_view command, std::string_view body) override {
    std::lock_guard lock(mutex_);
    if (client_) client_->response(request, command, body);
  }
  void failure(int64_t request, std::string_view command, std::string_view problem) override {
    std::lock_guard lock(mutex_);
    if (client_) client_->failure(request, command, problem);
  }

 private:
  std::mutex mutex_;
  Client* client_ = nullptr;
};

}  // namespace ts::dap
