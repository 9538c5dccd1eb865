#include "core/driver/file_facts.h"

#include <algorithm>

#include "core/base/sort_unique.h"
#include "core/syntax/lexer.h"

namespace ts::driver {

using syntax::Token;
using syntax::TokenKind;

namespace {

constexpr std::string_view kJitNames[] = {"jit", "to_torchscript"};

class FactReader {
 public:
  explicit FactReader(const SourceFile& file)
      : text_(file.text()),
        lexed_(syntax::lex(file, {0, static_cast<uint32_t>(file.text().size())}, {}, problems_)) {}

  FileFacts read() {
    for (at_ = lexed_.tokens.begin(); at_ != lexed_.tokens.end(); ++at_) {
      switch (at_->kind) {
        case TokenKind::Name: name(); break;
        case TokenKind::Import:
          if (startsStatement()) import();
          break;
        case TokenKind::From:
          if (startsStatement()) importFrom();
          break;
        default: break;
      }
    }
    sortUnique(facts_.calls);
    sortUnique(facts_.imports);
    sortUnique(facts_.overridden);
    facts_.calls.shrink_to_fit();
    facts_.imports.shrink_to_fit();
    return std::move(facts_);
  }

 private:
  bool is(const Token* token, TokenKind kind) const {
    return token < lexed_.tokens.end() && token->kind == kind;
  }
  std::string_view textOf(const Token* token) const {
    return text_.substr(token->begin, token->end - token->begin);
  }
  bool startsStatement() const {
    switch (at_[-1].kind) {
      case TokenKind::Newline:
      case TokenKind::Indent:
      case TokenKind::Dedent:
      case TokenKind::Semi:
      case TokenKind::Colon: return true;
      default: return false;
    }
  }

  void name() {
    const std::string_view text = textOf(at_);
    if (std::ranges::find(kJitNames, text) != std::end(kJitNames)) facts_.usesJit = true;
    if (text == "_jit_override_qualname" && at_[-1].kind == TokenKind::Dot &&
        at_[-2].kind == TokenKind::Name)
      facts_.overridden.emplace_back(textOf(at_ - 2));
    const bool isDefined = at_[-1].kind == TokenKind::Def || at_[-1].kind == TokenKind::Class;
    if (is(at_ + 1, TokenKind::LParen) && !isDefined) facts_.calls.push_back(nameHash(text));
  }

  // "a.b.c" at the current token; moves behind it.
  std::string dottedName() {
    std::string name;
    for (; is(at_, TokenKind::Dot) || is(at_, TokenKind::Ellipsis) || is(at_, TokenKind::Name);
         ++at_)
      name += textOf(at_);
    return name;
  }

  void import() {
    do {
      ++at_;
      std::string module = dottedName();
      if (!module.empty()) facts_.imports.push_back(std::move(module));
      if (is(at_, TokenKind::As)) at_ += 2;
    } while (is(at_, TokenKind::Comma));
    --at_;
  }

  void importFrom() {
    ++at_;
    const std::string module = dottedName();
    if (!is(at_, TokenKind::Import)) {
      --at_;
      return;
    }
    facts_.imports.push_back(module);
    facts_.usesJit |= module == "torch.jit";
    for (++at_; at_ < lexed_.tokens.end() && at_->kind != TokenKind::Newline &&
                at_->kind != TokenKind::Semi;
         ++at_) {
      if (is(at_, TokenKind::As)) {
        ++at_;
      } else if (is(at_, TokenKind::Name)) {
        const std::string_view imported = textOf(at_);
        facts_.usesJit |= module == "torch" && imported == "jit";
        facts_.imports.push_back(module + (module.ends_with('.') ? "" : ".") +
                                 std::string(imported));
      }
    }
    --at_;
  }

  std::string_view text_;
  syntax::Problems problems_;
  syntax::LexResult lexed_;
  const Token* at_ = nullptr;
  FileFacts facts_;
};

}  // namespace

uint32_t nameHash(std::string_view name) {
  uint32_t hash = 2166136261u;  // FNV-1a
  for (const char c : name) hash = (hash ^ static_cast<uint8_t>(c)) * 16777619u;
  return hash;
}

FileFacts factsOf(const SourceFile& file) { return FactReader(file).read(); }

}  // namespace ts::driver
