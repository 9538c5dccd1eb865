#include "core/syntax/token.h"

namespace ts::syntax {

namespace {

struct KindInfo {
  std::string_view name;
  std::string_view spelling;
  std::string_view description;
  bool keyword;
};

constexpr KindInfo kKinds[] = {
#define TS_TOKEN(name, text) {#name, "", text, false},
#define TS_KEYWORD(name, text) {#name, text, "'" text "'", true},
#define TS_OPERATOR(name, text) {#name, text, "'" text "'", false},
#include "core/syntax/token_kinds.def"
#undef TS_TOKEN
#undef TS_KEYWORD
#undef TS_OPERATOR
};

const KindInfo& infoOf(TokenKind kind) { return kKinds[static_cast<size_t>(kind)]; }

}  // namespace

std::string_view describe(TokenKind kind) { return infoOf(kind).description; }
std::string_view kindName(TokenKind kind) { return infoOf(kind).name; }
std::string_view spelling(TokenKind kind) { return infoOf(kind).spelling; }
bool isKeyword(TokenKind kind) { return infoOf(kind).keyword; }

}  // namespace ts::syntax
