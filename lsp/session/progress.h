// Progress reports and partial results of a request, which the client receives before the response.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json_writer.h"
#include "core/protocol/json_view.h"
#include "lsp/protocol/transport.h"

namespace ts::lsp {

class ClientConnection;

// A worker reports, the server's thread sends. Sends nothing after finish(). Thread-safe.
class Progress : public std::enable_shared_from_this<Progress> {
 public:
  // Returns null when the request's parameters have no token.
  static std::shared_ptr<Progress> of(JsonView params, ClientConnection& connection,
                                      Executor& executor);

  // Reports how much is done. The first call shows the title; calls soon after a report are
  // ignored.
  void report(std::string_view title, size_t done, size_t total);
  // Returns whether the client takes partial results.
  bool takesParts() const { return !partToken_.empty(); }
  // Returns whether the last partial result was sent long enough ago.
  bool isTimeForPart();
  // Sends a partial result: JSON of the same type as the result.
  void part(std::string_view json);

  // Sends queued messages and the end. To be called on the server's thread, before the response.
  void finish();
  // Sends nothing from now on: the client is gone.
  void abandon();

 private:
  using Clock = std::chrono::steady_clock;

  Progress(std::string workToken, std::string partToken, ClientConnection& connection,
           Executor& executor);
  void queue(const std::string& token, std::string_view value);
  void flush();

  const std::string workToken_, partToken_;  // JSON; empty: none
  ClientConnection& connection_;
  Executor& executor_;
  std::mutex mutex_;
  std::vector<std::string> messages_;
  bool begun_ = false;
  bool closed_ = false;
  Clock::time_point lastReport_, lastPart_;
};
using ProgressPtr = std::shared_ptr<Progress>;

// Return the parameters of $/progress for work that begins, continues or ends.
std::string workBegins(std::string_view token, std::string_view title);
std::string workContinues(std::string_view token, size_t done, size_t total);
std::string workEnds(std::string_view token);

// A JSON array that is sent in parts when the client takes partial results.
class PartialArray {
 public:
  // `before` and `after` enclose the array in each part, such as {"items": and }.
  explicit PartialArray(ProgressPtr progress, std::string_view before = {},
                        std::string_view after = {})
      : progress_(std::move(progress)), before_(before), after_(after) {
    out_.beginArray();
  }

  // Returns the writer for the next elements.
  JsonWriter& out() { return out_; }
  // Sends a part if it is time. To be called between elements.
  void pause();
  // Returns the elements that no part has sent.
  std::string take();

 private:
  std::string whole();

  ProgressPtr progress_;
  std::string_view before_, after_;
  JsonWriter out_;
};

}  // namespace ts::lsp
