// Requests that ask something about documents: computed beside the server's thread, from one state
// of all texts.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json_writer.h"
#include "core/ide/ir_document.h"
#include "core/ide/resolver.h"
#include "lsp/features/features.h"
#include "lsp/files.h"

namespace ts::lsp {

// What a request came with, and all that its answer is made of. Belongs to one worker.
class Question {
 public:
  Client client;
  JsonView params;
  std::shared_ptr<const Snapshot> open;
  std::optional<driver::Snapshot> files;
  std::shared_ptr<Files> workspace;
  SourceFilePtr text;         // of params.textDocument; null for questions about the workspace
  ide::DocumentPtr document;  // the same as Python; null when it is IR
  ide::IrDocumentPtr ir;      // the same as TorchScript IR; null when it is Python
  const CellPlace* cell = nullptr;  // of the document, that is asked about; null: it is no notebook
  CheckedPtr checked;  // its findings, for questions that need them; else those that are known, of
                       // an older text perhaps
  std::string rulePages;  // as in Session
  CancelToken done;       // set when nobody waits any more
  ProgressPtr progress;   // null: nobody watches
  Analysis analysis;      // finds what is wrong with files

  bool stopped() const { return *done; }
  // The same, to be asked between two of many steps: shows how far the answer is.
  bool stopped(std::string_view title, size_t step, size_t steps) const;
  // Asks that once for each step.
  std::function<bool()> stopper(std::string_view title, size_t steps) const;
  ide::DocumentCache& library() const { return workspace->library(); }
  ide::Resolver& resolver();
  // The files in the folders of the workspace and all open ones.
  std::vector<std::string> allFiles() const;
  // params.position as an offset into the document.
  uint32_t offset() const { return offsetOf(params["position"]); }
  uint32_t offsetOf(JsonView position) const;
  Span span(JsonView range) const { return {offsetOf(range["start"]), offsetOf(range["end"])}; }
  // What compiling found out last; null: nothing yet.
  const driver::FileResult* latest() const {
    return checked ? checked->findings.result() : nullptr;
  }
  // What is asked about: the whole document, or a cell of it.
  Span whole() const;
  bool isAsked(Span span) const { return !cell || whole().contains(span.begin); }
  // A place in a file that need not be open; the document is null when there is none.
  struct At {
    ide::DocumentPtr document;
    uint32_t offset = 0;
  };
  At find(const std::string& uri, Position position) const;
  // As the client spells it. Of a notebook, not of its cells.
  std::string uriOf(const std::string& path) const;
  Place placeOf(const SourceFile& of, Span span) const;
  Place placeOf(const ide::Document& of, Span span) const { return placeOf(of.file(), span); }

  // {"uri": ..., "range": ...}
  void writeLocation(JsonWriter& out, const SourceFile& of, Span span) const;
  void writeLocation(JsonWriter& out, const ide::Document& of, Span span) const {
    writeLocation(out, of.file(), span);
  }
  void writeRange(JsonWriter& out, const SourceFile& of, Span span) const;
  void writeRange(JsonWriter& out, const ide::Document& of, Span span) const {
    writeRange(out, of.file(), span);
  }
  JsonWriter& position(JsonWriter& out, const ide::Document& of, uint32_t offset) const;

 private:
  std::optional<ide::Resolver> resolver_;
};

// The answer: JSON, or what is wrong with the question.
struct Answer {
  std::string json = "null";
  std::string error;    // for people: InvalidParams or RequestFailed
  bool failed = false;  // the question is fine, but there is no answer: RequestFailed
  std::string warning;  // for people: what the answer leaves out
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
// Clients filter the answers to some requests by what is typed meanwhile, and ask no second time:
// one about an older text will do.
bool outlivesEdits(std::string_view method);
// Every method, for tests.
std::vector<std::string_view> questionMethods();

// Answers through `reply`. When the document has changed in the meantime, the answer is
// ContentModified.
void ask(Session& session, const QuestionKind& kind, JsonView params, const Reply& reply);

}  // namespace ts::lsp
