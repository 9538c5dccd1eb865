#include <fmt/format.h>

#include <algorithm>

#include "core/ide/tokens.h"
#include "lsp/features/request_handlers.h"

namespace ts::lsp {

namespace {

using Numbers = std::vector<uint32_t>;

constexpr size_t kNumbersPerToken = 5;

// Encodes each token as five numbers; its position is relative to the previous token.
Numbers encode(const RequestContext& context, Span within) {
  Numbers out;
  PositionCursor positions(*context.text, context.client.encoding);
  Position before{context.cell ? context.cell->firstLine : 0, 0};
  const auto tokens =
      context.ir ? ide::irTokens(*context.ir) : ide::semanticTokens(*context.document);
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

std::string cacheKey(const RequestContext& context) {
  return context.cell ? context.cell->uri : context.text->path();
}

// Stores the tokens, so that the next response can be a delta. Returns their id.
std::string store(RequestContext& context, const Numbers& numbers) {
  return context.files->tokens().store(cacheKey(context), numbers);
}

}  // namespace

Response semanticTokensFull(RequestContext& context) {
  const Numbers numbers = encode(context, context.requestedSpan());
  return {full(numbers, store(context, numbers))};
}

Response semanticTokensRange(RequestContext& context) {
  if (!readRange(context.params["range"])) return {{}, "range must be a range"};
  return {full(encode(context, context.span(context.params["range"])), {})};
}

Response semanticTokensDelta(RequestContext& context) {
  const auto previous = context.params["previousResultId"].string();
  if (!previous) return {{}, "previousResultId must be a string"};
  const auto before = context.files->tokens().find(cacheKey(context), *previous);
  const Numbers now = encode(context, context.requestedSpan());
  const std::string id = store(context, now);
  if (!before) return {full(now, id)};
  // One edit replaces everything between the common prefix and suffix, in whole tokens.
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

std::string semanticTokensLegend() {
  JsonWriter out;
  out.beginObject().key("semanticTokensProvider").beginObject();
  out.key("full").beginObject().endObject().key("legend").beginObject();
  out.key("tokenTypes").beginArray();
  for (const char* name : ide::kTokenTypeNames) out.value(name);
  out.endArray().key("tokenModifiers").beginArray();
  for (const char* name : ide::kTokenModifierNames) out.value(name);
  return out.endArray().endObject().endObject().endObject().take();
}

}  // namespace ts::lsp
