#include "lsp/session/progress.h"

#include <fmt/format.h>

#include "lsp/session/session.h"

namespace ts::lsp {

namespace {

constexpr auto kReportInterval = std::chrono::milliseconds(100);
constexpr auto kPartInterval = std::chrono::milliseconds(50);

// Returns the token as JSON. A token is a number or a string; any other value gives an empty text.
std::string tokenIn(JsonView params, std::string_view key) {
  const JsonView token = params[key];
  return token.integer() || token.string() ? token.text() : std::string();
}

std::string progressParams(std::string_view token, std::string_view value) {
  JsonWriter params;
  params.beginObject().key("token").raw(token).key("value").raw(value).endObject();
  return params.take();
}

uint32_t percentage(size_t done, size_t total) {
  return static_cast<uint32_t>(total == 0 ? 100 : 100 * done / total);
}

std::string beginValue(std::string_view title) {
  JsonWriter value;
  value.beginObject()
      .member("kind", "begin")
      .member("title", title)
      .member("percentage", 0)
      .endObject();
  return value.take();
}

std::string reportValue(size_t done, size_t total) {
  JsonWriter value;
  value.beginObject().member("kind", "report").member("message", fmt::format("{}/{}", done, total));
  value.member("percentage", percentage(done, total)).endObject();
  return value.take();
}

constexpr std::string_view kEndValue = R"({"kind":"end"})";

}  // namespace

std::string workBegins(std::string_view token, std::string_view title) {
  return progressParams(token, beginValue(title));
}
std::string workContinues(std::string_view token, size_t done, size_t total) {
  return progressParams(token, reportValue(done, total));
}
std::string workEnds(std::string_view token) { return progressParams(token, kEndValue); }

ProgressPtr Progress::of(JsonView params, ClientConnection& connection, Executor& executor) {
  std::string work = tokenIn(params, "workDoneToken"), part = tokenIn(params, "partialResultToken");
  if (work.empty() && part.empty()) return nullptr;
  return ProgressPtr(new Progress(std::move(work), std::move(part), connection, executor));
}

Progress::Progress(std::string workToken, std::string partToken, ClientConnection& connection,
                   Executor& executor)
    : workToken_(std::move(workToken)),
      partToken_(std::move(partToken)),
      connection_(connection),
      executor_(executor),
      lastPart_(Clock::now()) {}

void Progress::report(std::string_view title, size_t done, size_t total) {
  if (workToken_.empty()) return;
  const auto now = Clock::now();
  std::lock_guard lock(mutex_);
  if (closed_ || (begun_ && now - lastReport_ < kReportInterval)) return;
  lastReport_ = now;
  queue(workToken_, begun_ ? reportValue(done, total) : beginValue(title));
  begun_ = true;
}

bool Progress::isTimeForPart() {
  std::lock_guard lock(mutex_);
  return takesParts() && Clock::now() - lastPart_ >= kPartInterval;
}

void Progress::part(std::string_view json) {
  std::lock_guard lock(mutex_);
  if (closed_) return;
  lastPart_ = Clock::now();
  queue(partToken_, json);
}

void Progress::queue(const std::string& token, std::string_view value) {
  messages_.push_back(progressParams(token, value));
  executor_.post([self = shared_from_this()] { self->flush(); });
}

void Progress::flush() {
  std::lock_guard lock(mutex_);
  if (closed_) return;
  for (const std::string& params : messages_) connection_.notify("$/progress", params);
  messages_.clear();
}

void Progress::finish() {
  flush();
  std::lock_guard lock(mutex_);
  if (!closed_ && begun_) connection_.notify("$/progress", workEnds(workToken_));
  closed_ = true;
}

void Progress::abandon() {
  std::lock_guard lock(mutex_);
  closed_ = true;
}

std::string PartialArray::whole() {
  return fmt::format("{}{}{}", before_, out_.endArray().take(), after_);
}

void PartialArray::pause() {
  if (!progress_ || out_.text().size() <= 1 || !progress_->isTimeForPart()) return;
  progress_->part(whole());
  out_ = JsonWriter();
  out_.beginArray();
}

std::string PartialArray::take() {
  // LSP: after partial results the response itself must be empty.
  if (progress_ && progress_->takesParts() && out_.text().size() > 1) {
    progress_->part(whole());
    out_ = JsonWriter();
    out_.beginArray();
  }
  return whole();
}

}  // namespace ts::lsp
