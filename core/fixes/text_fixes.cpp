// Edits of the text, for code without a tree.
#include "core/fixes/lines.h"
#include "core/fixes/table.h"

namespace ts::fixes {

MaybeFix dropBracket(const FixContext& site) {
  if (site.span.size() != 1) return std::nullopt;
  return unsafeFix("Remove the bracket", {site.replace(site.span, "")});
}

MaybeFix closeString(const FixContext& site) {
  std::string_view text = site.file.text(site.span);
  size_t quote = text.find_first_of("'\"");
  if (quote == text.npos || text.substr(quote).starts_with("'''") ||
      text.substr(quote).starts_with("\"\"\""))
    return std::nullopt;
  uint32_t line = site.file.lineOf(site.span.begin);
  std::string_view whole = site.file.lineText(line);
  uint32_t end = site.file.lineStart(line) + static_cast<uint32_t>(whole.size());
  if (whole.ends_with('\\')) return std::nullopt;
  return unsafeFix("Close the string at the end of the line",
                   {site.insert(end, std::string(text.substr(quote, 1)))});
}

MaybeFix dropSuppression(const FixContext& site) {
  std::string_view text = site.file.text();
  uint32_t line = site.file.lineOf(site.span.begin);
  uint32_t begin = site.file.lineStart(line);
  uint32_t end = begin + static_cast<uint32_t>(site.file.lineText(line).size());
  std::string_view before = text.substr(begin, site.span.begin - begin);
  std::string_view behind = text.substr(site.span.end, end - site.span.end);
  bool isLast = behind.starts_with(']') && behind.substr(1).find_first_not_of(" \t") == behind.npos;
  if (before.ends_with('[') && isLast) {
    // Remove the whole comment.
    uint32_t hash = static_cast<uint32_t>(begin + before.rfind('#'));
    while (hash > begin && (text[hash - 1] == ' ' || text[hash - 1] == '\t')) --hash;
    return fix(
        "Remove the suppression",
        {site.replace(hash == begin ? Span{begin, site.file.lineStart(line + 1)} : Span{hash, end},
                      "")});
  }
  size_t comma = behind.find_first_not_of(" \t");
  if (comma != behind.npos && behind[comma] == ',') {
    size_t next = behind.find_first_not_of(" \t", comma + 1);
    return fix("Remove it from the list",
               {site.replace({site.span.begin, static_cast<uint32_t>(site.span.end + next)}, "")});
  }
  size_t last = before.rfind(',');
  if (last == before.npos) return std::nullopt;
  return fix("Remove it from the list",
             {site.replace({static_cast<uint32_t>(begin + last), site.span.end}, "")});
}

}  // namespace ts::fixes
