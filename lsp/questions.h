// Requests that ask something about documents: computed beside the server's thread, from one state of all texts.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json_writer.h"
#include "core/ide/resolver.h"
#include "lsp/files.h"
#include "lsp/session.h"

namespace ts::lsp {

// What a request came with, and all that its answer is made of. Belongs to one worker.
class Question {
 public:
  Client client;
  JsonView params;
  std::shared_ptr<const Snapshot> open;
  std::vector<std::string> folders;  // of the workspace
  std::optional<driver::Snapshot> files;
  std::shared_ptr<Files> workspace;
  ide::DocumentPtr document;  // of params.textDocument; null for questions about the workspace
  CheckedPtr checked;         // its findings, for questions that need them; else those that are known, of an older text perhaps
  std::string rulePages;      // as in Session
  CancelToken done;           // set when nobody waits any more

  bool stopped() const { return *done; }
  ide::Library& library() const { return workspace->library(); }
  ide::Resolver& resolver();
  // The files in the folders of the workspace and all open ones.
  std::vector<std::string> allFiles() const;
  // params.position as an offset into the document.
  uint32_t offset() const { return offsetOf(params["position"]); }
  uint32_t offsetOf(JsonView position) const;
  Span span(JsonView range) const { return {offsetOf(range["start"]), offsetOf(range["end"])}; }
  // What compiling found out last; null: nothing yet.
  const driver::FileResult* latest() const { return checked ? checked->findings.result.get() : nullptr; }
  // Of a file that need not be open; null: there is none.
  ide::DocumentPtr documentOf(const std::string& uri) const;
  // As the client spells it.
  std::string uriOf(const std::string& path) const;

  // {"uri": ..., "range": ...}
  void writeLocation(JsonWriter& out, const ide::Document& of, Span span) const;
  void writeRange(JsonWriter& out, const ide::Document& of, Span span) const;
  JsonWriter& position(JsonWriter& out, const ide::Document& of, uint32_t offset) const;

 private:
  std::optional<ide::Resolver> resolver_;
};

// The answer: JSON, or what is wrong with the question.
struct Answer {
  std::string json = "null";
  std::string error;  // for people: InvalidParams or RequestFailed
  bool failed = false;  // the question is fine, but there is no answer: RequestFailed
};
inline Answer failure(std::string why) { return {{}, std::move(why), true}; }

struct QuestionKind {
  std::string_view method;
  Answer (*answer)(Question&);
  enum class Needs : uint8_t { Document, Findings, Workspace } needs = Needs::Document;
  bool position = false;  // params.position must be one
};
// By method; null: there is none.
const QuestionKind* questionKind(std::string_view method);
// Every method, for tests.
std::vector<std::string_view> questionMethods();

// Answers through `reply`. When the document has changed in the meantime, the answer is ContentModified.
void ask(Session& session, const QuestionKind& kind, JsonView params, const Reply& reply);

}  // namespace ts::lsp
