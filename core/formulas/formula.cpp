#include "core/formulas/formula.h"

#include <algorithm>
#include <cctype>
#include <span>

namespace ts::formulas {
namespace {

struct BinaryOperator {
  std::string_view text;
  int level;  // a greater level binds stronger
};
constexpr BinaryOperator kOperators[] = {{"||", 1}, {"&&", 2}, {"==", 6}, {"!=", 6}, {"<=", 7},
                                         {">=", 7}, {"|", 3},  {"^", 4},  {"&", 5},  {"<", 7},
                                         {">", 7},  {"+", 9},  {"-", 9},  {"*", 10}, {"/", 10}};

class Parser {
 public:
  explicit Parser(std::string_view text) : rest_(text) {}

  std::optional<Expression> parse() {
    Expression expression = choice();
    skipSpace();
    if (isWrong_ || !rest_.empty()) return std::nullopt;
    return expression;
  }

 private:
  void skipSpace() {
    while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_[0])))
      rest_.remove_prefix(1);
  }
  bool accept(std::string_view token) {
    skipSpace();
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }
  void expect(std::string_view token) { isWrong_ |= !accept(token); }
  template <typename Test>
  std::string takeWhile(Test test) {
    const auto end = std::ranges::find_if_not(rest_, test);
    std::string taken(rest_.begin(), end);
    rest_.remove_prefix(taken.size());
    return taken;
  }

  Expression choice() {
    Expression condition = binary(1);
    if (!accept("?")) return condition;
    Expression yes = choice();
    expect(":");
    Expression no = choice();
    return {Expression::Kind::Choice, "?", {std::move(condition), std::move(yes), std::move(no)}};
  }

  Expression binary(int least) {
    Expression left = unary();
    while (const BinaryOperator* operation = acceptOperator(least)) {
      Expression right = binary(operation->level + 1);
      left = {Expression::Kind::Binary,
              std::string(operation->text),
              {std::move(left), std::move(right)}};
    }
    return left;
  }
  const BinaryOperator* acceptOperator(int least) {
    skipSpace();
    const auto* binary = std::ranges::find_if(
        kOperators, [&](const BinaryOperator& row) { return rest_.starts_with(row.text); });
    if (binary == std::end(kOperators) || binary->level < least) return nullptr;
    rest_.remove_prefix(binary->text.size());
    return binary;
  }

  Expression unary() {
    for (const std::string_view text : {"-", "!"})
      if (accept(text)) return {Expression::Kind::Unary, std::string(text), {unary()}};
    return primary();
  }

  Expression primary() {
    if (accept("(")) {
      Expression inner = choice();
      expect(")");
      return inner;
    }
    const auto isDigit = [](unsigned char c) { return std::isdigit(c) || c == '.'; };
    const auto isLetter = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
    if (!rest_.empty() && isDigit(static_cast<unsigned char>(rest_[0])))
      return {Expression::Kind::Number, takeWhile(isDigit), {}};
    std::string name = takeWhile(isLetter);
    isWrong_ |= name.empty();
    if (isWrong_) return {Expression::Kind::Name, {}, {}};
    accept("<T>");
    if (!accept("(")) return {Expression::Kind::Name, std::move(name), {}};
    Expression call{Expression::Kind::Call, std::move(name), {}};
    if (accept(")")) return call;
    do {
      call.parts.push_back(choice());
    } while (!isWrong_ && accept(","));
    expect(")");
    return call;
  }

  std::string_view rest_;
  bool isWrong_ = false;
};

}  // namespace

std::optional<Expression> parseFormula(std::string_view text) { return Parser(text).parse(); }

}  // namespace ts::formulas
