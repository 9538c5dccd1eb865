// What the client hears of one request before its answer: how far it is, and parts of a large
// result.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json_writer.h"
#include "lsp/protocol/json_view.h"
#include "lsp/transport.h"

namespace ts::lsp {

class Outbox;

// Told by a worker, sent by the server's thread. After finish() it is silent.
class Progress : public std::enable_shared_from_this<Progress> {
 public:
  // Null when the parameters of the request name no token.
  static std::shared_ptr<Progress> of(JsonView params, Outbox& outbox, Executor& executor);

  // How much of the work is done. The first call shows the title; calls in quick succession cost
  // nothing.
  void report(std::string_view title, size_t done, size_t total);
  // Whether the client takes parts of the result, and whether the last one was sent long enough
  // ago.
  bool takesParts() const { return !partToken_.empty(); }
  bool isTimeForPart();
  // `json` is of the type of the result.
  void part(std::string_view json);

  // On the server's thread, before the answer: what is still to be said, and that it is over.
  void finish();
  // Says no more: there is nobody to say it to.
  void abandon();

 private:
  using Clock = std::chrono::steady_clock;

  Progress(std::string workToken, std::string partToken, Outbox& outbox, Executor& executor);
  void queue(const std::string& token, std::string_view value);
  void flush();

  const std::string workToken_, partToken_;  // JSON; empty: the client wants none
  Outbox& outbox_;
  Executor& executor_;
  std::mutex mutex_;
  std::vector<std::string> messages_;
  bool begun_ = false;
  bool closed_ = false;
  Clock::time_point lastReport_, lastPart_;
};
using ProgressPtr = std::shared_ptr<Progress>;

// The parameters of $/progress with a value of work that begins, goes on or has ended.
std::string workBegins(std::string_view token, std::string_view title);
std::string workGoesOn(std::string_view token, size_t done, size_t total);
std::string workEnds(std::string_view token);

// A JSON array that goes out in parts where the client takes them.
class PartialArray {
 public:
  // What stands around the array in each part, such as {"items": and }.
  explicit PartialArray(ProgressPtr progress, std::string_view before = {},
                        std::string_view after = {})
      : progress_(std::move(progress)), before_(before), after_(after) {
    out_.beginArray();
  }

  // For the next elements.
  JsonWriter& out() { return out_; }
  // To be called between elements, from time to time.
  void pause();
  // What no part has told.
  std::string take();

 private:
  std::string whole();

  ProgressPtr progress_;
  std::string_view before_, after_;
  JsonWriter out_;
};

}  // namespace ts::lsp
