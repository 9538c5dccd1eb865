// Edits of the text, for code without a tree.
#include "core/fixes/fix_functions.h"
#include "core/fixes/line_edits.h"

namespace ts::fixes {

MaybeFix dropBracket(const FixContext& context) {
  if (context.span.size() != 1) return std::nullopt;
  return unsafeFix("Remove the bracket", {context.replace(context.span, "")});
}

MaybeFix closeString(const FixContext& context) {
  std::string_view text = context.file.text(context.span);
  size_t quote = text.find_first_of("'\"");
  if (quote == text.npos || text.substr(quote).starts_with("'''") ||
      text.substr(quote).starts_with("\"\"\""))
    return std::nullopt;
  uint32_t line = context.file.lineOf(context.span.begin);
  std::string_view lineText = context.file.lineText(line);
  uint32_t end = context.file.lineStart(line) + static_cast<uint32_t>(lineText.size());
  if (lineText.ends_with('\\')) return std::nullopt;
  return unsafeFix("Close the string at the end of the line",
                   {context.insert(end, std::string(text.substr(quote, 1)))});
}

MaybeFix dropSuppression(const FixContext& context) {
  std::string_view text = context.file.text();
  uint32_t line = context.file.lineOf(context.span.begin);
  uint32_t begin = context.file.lineStart(line);
  uint32_t end = begin + static_cast<uint32_t>(context.file.lineText(line).size());
  std::string_view before = text.substr(begin, context.span.begin - begin);
  std::string_view behind = text.substr(context.span.end, end - context.span.end);
  bool isLast = behind.starts_with(']') && behind.substr(1).find_first_not_of(" \t") == behind.npos;
  if (before.ends_with('[') && isLast) {
    // Remove the whole comment.
    uint32_t hash = static_cast<uint32_t>(begin + before.rfind('#'));
    while (hash > begin && (text[hash - 1] == ' ' || text[hash - 1] == '\t')) --hash;
    return fix(
        "Remove the suppression",
        {context.replace(
            hash == begin ? Span{begin, context.file.lineStart(line + 1)} : Span{hash, end}, "")});
  }
  size_t comma = behind.find_first_not_of(" \t");
  if (comma != behind.npos && behind[comma] == ',') {
    size_t next = behind.find_first_not_of(" \t", comma + 1);
    return fix("Remove it from the list",
               {context.replace(
                   {context.span.begin, static_cast<uint32_t>(context.span.end + next)}, "")});
  }
  size_t last = before.rfind(',');
  if (last == before.npos) return std::nullopt;
  return fix("Remove it from the list",
             {context.replace({static_cast<uint32_t>(begin + last), context.span.end}, "")});
}

}  // namespace ts::fixes
