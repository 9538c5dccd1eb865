#include <fmt/format.h>

#include <algorithm>

#include "core/ide/tokens.h"
#include "lsp/features/answers.h"

namespace ts::lsp {

namespace {

using Numbers = std::vector<uint32_t>;

constexpr size_t kNumbersPerToken = 5;

// Each token as five numbers, its place counted from the one before it.
Numbers encode(const Question& question, Span within) {
  Numbers out;
  PositionCursor positions(*question.text, question.client.encoding);
  Position before{question.cell ? question.cell->firstLine : 0, 0};
  const auto tokens =
      question.ir ? ide::irTokens(*question.ir) : ide::semanticTokens(*question.document);
  for (const ide::SemanticToken& token : tokens) {
    if (token.span.end <= within.begin || token.span.begin >= within.end) continue;
    const Range range = positions.range(token.span);
    if (range.start.line != range.end.line) continue;
    const uint32_t lines = range.start.line - before.line;
    out.insert(out.end(),
               {lines, lines ? range.start.character : range.start.character - before.character,
                range.end.character - range.start.character, static_cast<uint32_t>(token.type),
                token.modifiers});
    before = range.start;
  }
  return out;
}

void writeNumbers(JsonWriter& out, const uint32_t* begin, const uint32_t* end) {
  out.beginArray();
  for (; begin != end; ++begin) out.value(*begin);
  out.endArray();
}

std::string full(const Numbers& numbers, const std::string& id) {
  JsonWriter out;
  out.beginObject();
  if (!id.empty()) out.member("resultId", id);
  out.key("data");
  writeNumbers(out, numbers.data(), numbers.data() + numbers.size());
  return out.endObject().take();
}

std::string memoryKey(const Question& question) {
  return question.cell ? question.cell->uri : question.text->path();
}

// What the client was told last is kept, so that the next answer can be what has changed.
std::string remember(Question& question, const Numbers& numbers) {
  return question.workspace->tokens().remember(memoryKey(question), numbers);
}

}  // namespace

Answer semanticTokensFull(Question& question) {
  const Numbers numbers = encode(question, question.whole());
  return {full(numbers, remember(question, numbers))};
}

Answer semanticTokensRange(Question& question) {
  if (!readRange(question.params["range"])) return {{}, "range must be a range"};
  return {full(encode(question, question.span(question.params["range"])), {})};
}

Answer semanticTokensDelta(Question& question) {
  const auto previous = question.params["previousResultId"].string();
  if (!previous) return {{}, "previousResultId must be a string"};
  const auto before = question.workspace->tokens().find(memoryKey(question), *previous);
  const Numbers now = encode(question, question.whole());
  const std::string id = remember(question, now);
  if (!before) return {full(now, id)};
  // One edit: what is between the common beginning and the common end, in whole tokens.
  const Numbers& old = *before;
  size_t begin =
      std::mismatch(old.begin(), old.begin() + std::min(old.size(), now.size()), now.begin())
          .first -
      old.begin();
  begin -= begin % kNumbersPerToken;
  size_t end = 0;
  while (end + begin < std::min(old.size(), now.size()) &&
         old[old.size() - 1 - end] == now[now.size() - 1 - end])
    ++end;
  end -= end % kNumbersPerToken;
  JsonWriter out;
  out.beginObject().member("resultId", id).key("edits").beginArray();
  if (begin + end < old.size() || begin + end < now.size()) {
    out.beginObject().member("start", static_cast<uint32_t>(begin));
    out.member("deleteCount", static_cast<uint32_t>(old.size() - begin - end)).key("data");
    writeNumbers(out, now.data() + begin, now.data() + now.size() - end);
    out.endObject();
  }
  return {out.endArray().endObject().take()};
}

}  // namespace ts::lsp
