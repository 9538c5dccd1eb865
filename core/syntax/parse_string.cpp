// String literals, their concatenation, f-strings.
#include "core/syntax/parser_impl.h"
#include "core/syntax/scan.h"
#include "core/syntax/strings.h"

namespace ts::syntax {

using diag::Rule;

namespace {

// The text between the quotes.
Span bodyOf(const Token& token, const char* text) {
  using namespace token_flags;
  uint32_t begin = token.begin;
  while (text[begin] != '"' && text[begin] != '\'') ++begin;
  uint32_t quotes = token.flags & kTriple ? 3 : 1;
  return {begin + quotes, token.flags & kUnterminated ? token.end : token.end - quotes};
}

}  // namespace

// Concatenates adjacent literals. Text and fields alternate; text accumulates until a field ends
// it.
struct Parser::StringBuilder {
  StringBuilder(Parser& parser, bool unicodePrefix)
      : parser(parser), values(parser.exprs()), unicodePrefix(unicodePrefix) {}

  void addText(std::string_view more, Span span) {
    if (text.empty()) textSpan = span;
    textSpan.end = span.end;
    text += more;
  }
  void flush() {
    if (text.empty()) return;
    values.add(parser.make<Constant>(ExprKind::Constant, textSpan, ConstantKind::Str, unicodePrefix,
                                     parser.arena_.copy(std::string_view(text))));
    text.clear();
  }

  Parser& parser;
  Scratch<Expr> values;
  std::string text;
  Span textSpan;
  bool unicodePrefix;
};

// The value of a string token, or of the part `body` of an f-string.
std::string_view Parser::stringValue(const Token& token, Span body, bool& ok) {
  using namespace token_flags;
  ok = true;
  std::string_view written = file_.text(body);
  if (token.flags & kBytes) {
    const char* end = written.data() + written.size();
    if (scan::hasNonAscii(written.data(), end)) {
      complain(Rule::InvalidLiteral, token.span(),
               "a bytes literal can contain only ASCII characters; write others as \\x escapes");
      ok = false;
    }
  }
  if (!(token.flags & kNeedsDecoding)) [[likely]]
    return written;
  std::string value;
  LiteralError error;
  LiteralKind kind{(token.flags & kRaw) != 0, (token.flags & kBytes) != 0,
                   token.kind == TokenKind::FStringMiddle};
  if (!decodeLiteral(written, kind, value, error)) {
    complain(Rule::InvalidLiteral, {body.begin + error.begin, body.begin + error.end},
             std::move(error.message));
    ok = false;
  }
  return arena_.copy(std::string_view(value));
}

// strings: (STRING | fstring)+
Expr* Parser::strings() {
  using namespace token_flags;
  const Token& first = *t_;
  bool unicodePrefix = (first.flags & kUnicode) != 0;
  bool ok = true;
  auto isString = [](TokenKind kind) {
    return kind == TokenKind::String || kind == TokenKind::FStringStart;
  };
  if (at(TokenKind::String) && !isString(t_[1].kind)) [[likely]] {
    ++t_;
    std::string_view value = stringValue(first, bodyOf(first, text_), ok);
    ConstantKind kind = first.flags & kBytes ? ConstantKind::Bytes : ConstantKind::Str;
    return make<Constant>(ExprKind::Constant, first.span(), kind, unicodePrefix, value);
  }
  StringBuilder builder(*this, unicodePrefix);
  bool anyFormatted = false;
  bool bytes = (first.flags & kBytes) != 0;
  bool mixed = false;
  while (isString(kind())) {
    mixed |= ((t_->flags & kBytes) != 0) != bytes;
    if (at(TokenKind::FStringStart)) {
      anyFormatted = true;
      fstring(builder);
    } else {
      const Token& token = *t_++;
      builder.addText(stringValue(token, bodyOf(token, text_), ok), token.span());
    }
  }
  Span span = from(first.begin);
  if (mixed) {
    complain(Rule::InvalidLiteral, span, "bytes and string literals can't be concatenated");
    return errorExpr(span);
  }
  if (anyFormatted) {
    builder.flush();
    return make<JoinedStr>(ExprKind::JoinedStr, span, builder.values.take());
  }
  return make<Constant>(ExprKind::Constant, span, bytes ? ConstantKind::Bytes : ConstantKind::Str,
                        unicodePrefix, arena_.copy(std::string_view(builder.text)));
}

// fstring: FSTRING_START (FSTRING_MIDDLE | replacement_field)* FSTRING_END
void Parser::fstring(StringBuilder& to) {
  const Token* opener = t_++;
  // Not open(): the lexer has reported an unclosed f-string, and its tokens are valid.
  bool unclosed = (opener->flags & token_flags::kUnclosed) != 0;
  if (unclosed) ++suppressed_;
  const Token* end = partner(opener);
  while (t_ < end) {
    if (at(TokenKind::FStringMiddle)) {
      bool ok;
      const Token& middle = *t_++;
      to.addText(stringValue(middle, middle.span(), ok), middle.span());
    } else if (at(TokenKind::LBrace)) {
      Expr* fieldValue = field(to);
      to.flush();
      to.values.add(fieldValue);
    } else {
      ++t_;
    }
  }
  t_ = end + 1;
  if (unclosed) --suppressed_;
}

// replacement_field: '{' (yield_expr | star_expressions) ['='] ['!' NAME] [':' format_spec] '}'
Expr* Parser::field(StringBuilder& to) {
  NestingGuard nesting(*this);
  uint32_t start = begin();
  const Token* opener = open();
  const Token* closer = partner(opener);
  Expr* value;
  if (t_ == closer || at(TokenKind::Exclamation) || at(TokenKind::Colon) || at(TokenKind::Equal)) {
    complain(Rule::InvalidSyntax, {start, t_->end}, "this field of the f-string has no expression");
    value = errorExpr({opener->end, opener->end});
  } else {
    value = yieldOrStarExpressions();
  }
  bool debug = false;
  if (!panic_ && accept(TokenKind::Equal)) {
    debug = true;
    Span shown{opener->end, t_->begin};
    std::string text(file_.text(shown));
    LiteralError unused;
    std::string plain;
    decodeLiteral(text, {true, false, false}, plain, unused);
    to.addText(plain, shown);
  }
  int conversion = -1;
  if (!panic_ && accept(TokenKind::Exclamation)) {
    std::string_view which =
        at(TokenKind::Name) && t_->begin == prevEnd() ? text(*t_) : std::string_view();
    if (which == "s" || which == "r" || which == "a") {
      conversion = static_cast<unsigned char>(which[0]);
      ++t_;
    } else {
      fail(Rule::InvalidSyntax, t_->span(), "the conversion after '!' is one of s, r and a");
    }
  }
  Expr* spec = nullptr;
  if (!panic_ && accept(TokenKind::Colon)) spec = formatSpec(closer);
  if (debug && conversion < 0 && !spec) conversion = 'r';
  close(opener, "'}'");
  return make<FormattedValue>(ExprKind::FormattedValue, from(start), value, conversion, spec);
}

// format_spec: (FSTRING_MIDDLE | replacement_field)*
Expr* Parser::formatSpec(const Token* end) {
  uint32_t start = prevEnd();
  StringBuilder builder(*this, false);
  while (t_ < end) {
    if (at(TokenKind::FStringMiddle)) {
      bool ok;
      const Token& middle = *t_++;
      builder.addText(stringValue(middle, middle.span(), ok), middle.span());
    } else if (at(TokenKind::LBrace)) {
      Expr* fieldValue = field(builder);
      builder.flush();
      builder.values.add(fieldValue);
    } else {
      ++t_;
    }
  }
  builder.flush();
  return make<JoinedStr>(ExprKind::JoinedStr, {start, end->begin}, builder.values.take());
}

}  // namespace ts::syntax
