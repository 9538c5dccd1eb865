// Brackets, and recovery from unbalanced brackets: the parser gets balanced tokens.
#include <algorithm>
#include <cstring>

#include "core/syntax/char_class.h"
#include "core/syntax/lexer_impl.h"
#include "core/syntax/scan.h"

namespace ts::syntax {

using diag::Rule;

namespace {

// Recovery from an unclosed bracket at the end of the file restarts at an earlier line. The limit
// avoids quadratic time on a file of opening brackets.
constexpr int kMaxRecoveries = 20;

// Keywords that occur only at the start of a statement.
constexpr std::string_view kStatementWords[] = {
    "assert", "break",  "class",    "continue", "def",   "del",    "elif", "except", "finally",
    "global", "import", "nonlocal", "pass",     "raise", "return", "try",  "while",  "with",
};

TokenKind openerKind(char c) {
  return c == '(' ? TokenKind::LParen : c == '[' ? TokenKind::LBracket : TokenKind::LBrace;
}

TokenKind closerKind(char c) {
  return c == ')' ? TokenKind::RParen : c == ']' ? TokenKind::RBracket : TokenKind::RBrace;
}

bool isOpener(TokenKind kind) {
  using enum TokenKind;
  return kind == LParen || kind == LBracket || kind == LBrace || kind == FStringStart;
}

bool canStartLine(TokenKind kind) {
  using enum TokenKind;
  switch (kind) {
    case Name:
    case At:
    case Star:
    case Number:
    case String:
    case FStringStart:
    case LParen:
    case LBracket: return true;
    case And:
    case Or:
    case In:
    case Is:
    case As:
    case Else: return false;
    default: return isKeyword(kind);
  }
}

}  // namespace

void Lexer::open(char c) {
  const char* at = p_++;
  char closer = c == '(' ? ')' : c == '[' ? ']' : '}';
  pushOpen(openerKind(c), at, p_, {0, LexerPlace::Bracket, closer});
}

// Returns false if the nesting is too deep; the contents of the bracket are then skipped.
bool Lexer::pushOpen(TokenKind kind, const char* begin, const char* end, Open open) {
  if (static_cast<int>(open_.size()) >= options_.maxDepth) {
    if (!tooDeep_) {
      problem(Rule::NestingTooDeep, {offset(begin), offset(end)},
              "brackets are nested deeper than " + std::to_string(options_.maxDepth) + " levels");
    }
    tooDeep_ = true;
    push(TokenKind::Error, begin, end);
    p_ = begin;
    skipTooDeep();
    return false;
  }
  open.token = static_cast<uint32_t>(tokens_.size());
  open_.push_back(open);
  push(kind, begin, end);
  return true;
}

// Skips the contents of the bracket or f-string at p_, judging only by single characters.
void Lexer::skipTooDeep() {
  size_t depth = 0;
  while (p_ < end_) {
    char c = *p_++;
    if (c == '#') {
      p_ = scan::toEither(p_, end_, '\n', '\r');
    } else if (c == '"' || c == '\'') {
      p_ = scan::toAny(p_, end_, c, '\n', '\r');
      if (p_ < end_ && *p_ == c) ++p_;
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if (c == ')' || c == ']' || c == '}') {
      if (depth > 0) --depth;
      if (depth == 0) break;
    } else if (depth == 0 && !isIdentifierByte(c)) {
      break;
    }
  }
  if (place() == LexerPlace::FString || place() == LexerPlace::FieldSpec) fstringText();
}

void Lexer::popClose(TokenKind kind, const char* begin, const char* end) {
  Token& opener = tokens_[open_.back().token];
  opener.partner = static_cast<uint32_t>(tokens_.size());
  tokens_.push({offset(begin), offset(end), open_.back().token, kind, 0});
  open_.pop_back();
}

// Closes the innermost bracket with an inserted closer.
void Lexer::popInserted(uint32_t at) {
  Token& opener = tokens_[open_.back().token];
  opener.partner = static_cast<uint32_t>(tokens_.size());
  opener.flags |= token_flags::kUnclosed;
  TokenKind kind = open_.back().place == LexerPlace::FString ? TokenKind::FStringEnd
                                                             : closerKind(open_.back().closer);
  tokens_.push({at, at, open_.back().token, kind, token_flags::kUnclosed});
  open_.pop_back();
}

void Lexer::close(char c) {
  Span here{offset(p_), offset(p_ + 1)};
  if (open_.empty()) {
    if (!tooDeep_)
      problem(Rule::UnmatchedBracket, here, std::string("this '") + c + "' has no opening bracket");
    ++p_;
    return;
  }
  if (open_.back().closer != c) {
    // Find the open bracket that this closer matches. A field of an f-string is a boundary.
    size_t match = open_.size();
    while (match > 0) {
      const Open& candidate = open_[match - 1];
      if (candidate.closer == c && candidate.place != LexerPlace::FString) break;
      if (candidate.place != LexerPlace::Bracket) {
        match = 0;
        break;
      }
      --match;
    }
    const Token& opener = tokens_[open_.back().token];
    std::string_view opened = spelling(opener.kind);
    Problem& reported = problem(Rule::UnmatchedBracket, here,
                                std::string("this '") + c + "' does not match the '" +
                                    std::string(opened) + "' that is open");
    reported.labelSpan = opener.span();
    reported.label = "opened here";
    if (match > 0) {
      while (open_.size() > match) popInserted(offset(p_));
    } else {
      const char* proper = scan::toAny(p_ + 1, end_, open_.back().closer, '\n', '\r');
      if (open_.back().place != LexerPlace::Bracket ||
          (proper < end_ && *proper == open_.back().closer)) {
        ++p_;
        return;
      }
    }
  }
  bool field = open_.back().place == LexerPlace::Field;
  popClose(closerKind(open_.back().closer), p_, p_ + 1);
  ++p_;
  if (field) fstringText();
}

bool Lexer::atStatementKeyword(const char* p) const {
  const char* end = p;
  while (isIdentifierByte(*end)) ++end;
  std::string_view word(p, static_cast<size_t>(end - p));
  return std::find(std::begin(kStatementWords), std::end(kStatementWords), word) !=
         std::end(kStatementWords);
}

bool Lexer::opensCompoundStatement() const {
  using enum TokenKind;
  switch (tokens_[statementToken_].kind) {
    case If:
    case Elif:
    case Else:
    case For:
    case While:
    case With:
    case Def:
    case Class:
    case Try:
    case Except:
    case Finally:
    case Async: return true;
    default: return false;
  }
}

// The first token after the unclosed bracket `from` that more likely begins a new line of code.
uint32_t Lexer::findCut(uint32_t from) const {
  size_t unclosed = 0;
  bool compound = opensCompoundStatement();
  for (uint32_t i = from; i < tokens_.size(); ++i) {
    const Token& token = tokens_[i];
    bool isUnclosed = unclosed < open_.size() && open_[unclosed].token == i;
    if (i > from) {
      const char* line = pointer(token.begin);
      uint32_t column = 0;
      while (line > text_ && (line[-1] == ' ' || line[-1] == '\t')) {
        column += line[-1] == '\t' ? 8 : 1;
        --line;
      }
      bool first = line > text_ && (line[-1] == '\n' || line[-1] == '\r') &&
                   !(line - text_ >= 2 && line[-2] == '\\');
      if (first && canStartLine(token.kind)) {
        if (column <= levels_.back().column) return i;
        if (compound && tokens_[i - 1].kind == TokenKind::Colon) return i;
      }
    }
    if (isUnclosed) {
      ++unclosed;
    } else if (isOpener(token.kind) && token.partner > i) {
      i = token.partner;
    }
  }
  return static_cast<uint32_t>(tokens_.size());
}

// Discards all results for the text from `at` on, where token number `token` begins.
void Lexer::forgetFrom(uint32_t token, const char* at) {
  uint32_t cut = offset(at);
  tokens_.truncate(token);
  while (!open_.empty() && open_.back().token >= token) open_.pop_back();
  while (!comments_.empty() && comments_.back().span.begin >= cut) comments_.pop_back();
  while (!typeComments_.empty() && typeComments_.back().text.begin >= cut) typeComments_.pop_back();
  while (!typeIgnores_.empty() && typeIgnores_.back().line >= file_.lineOf(cut))
    typeIgnores_.pop_back();
  std::erase_if(problems_, [&](const Problem& problem) { return problem.span.begin >= cut; });
}

// Recovers from a bracket that is still open at `trigger`: the end of the text, or a keyword that
// can't occur in brackets. Reports the bracket, and continues after the line on which it most
// likely should have ended.
void Lexer::recoverBracket(const char* trigger) {
  const char* lineBegin = trigger;
  uint32_t cut = static_cast<uint32_t>(tokens_.size());
  if (!options_.expressionOnly && !tooDeep_ && !badString_ && recoveries_ < kMaxRecoveries) {
    if (trigger == end_) ++recoveries_;
    cut = findCut(open_.front().token);
    if (cut < tokens_.size()) lineBegin = pointer(tokens_[cut].begin);
  }
  while (lineBegin < end_ && lineBegin > text_ && isBlank(lineBegin[-1])) --lineBegin;
  if (cut < tokens_.size() || lineBegin < end_) forgetFrom(cut, lineBegin);
  if (!tooDeep_ && !badString_) {
    const Token& opener = tokens_[open_.back().token];
    std::string text(file_.text(opener.span()));
    problem(Rule::UnclosedBracket, opener.span(), "this '" + text + "' is never closed");
  }
  // "if f(x:" becomes "if f(x):".
  bool moveColon = opensCompoundStatement() && tokens_.back().kind == TokenKind::Colon &&
                   tokens_.size() - 1 > open_.back().token;
  Token colon = tokens_.back();
  if (moveColon) tokens_.truncate(tokens_.size() - 1);
  uint32_t end = tokens_.back().end;
  while (!open_.empty()) popInserted(end);
  if (moveColon) tokens_.push(colon);
  p_ = lineBegin;
  if (options_.expressionOnly) return;
  end = tokens_.back().end;
  tokens_.push({end, end, 0, TokenKind::Newline, 0});
  badString_ = false;
  recovered_ = true;
  lineStart();
  recovered_ = false;
}

// Called at the end of a line with an unclosed string, which may contain closing brackets. So
// brackets that the line opened end here.
void Lexer::abandonBrackets() {
  badString_ = false;
  const char* line = p_;
  while (line > text_ && line[-1] != '\n' && line[-1] != '\r') --line;
  uint32_t lineBegin = offset(line);
  while (!open_.empty() && tokens_[open_.back().token].begin >= lineBegin) popInserted(offset(p_));
}

}  // namespace ts::syntax
