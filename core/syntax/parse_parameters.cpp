// Parameters of functions and lambdas, type parameters, type comments.
#include <algorithm>

#include "core/syntax/parser_impl.h"

namespace ts::syntax {

using diag::Rule;

// Returns the type comment directly before the current token, if any.
void Parser::takeTypeComment(std::string_view& text, Span& span) {
  const auto& comments = lexed_.typeComments;
  if (comments.empty()) [[likely]]
    return;
  auto index = static_cast<uint32_t>(t_ - base_);
  auto entry = std::lower_bound(
      comments.begin(), comments.end(), index,
      [](const TypeComment& comment, uint32_t i) { return comment.tokenIndex < i; });
  if (entry == comments.end() || entry->tokenIndex != index) return;
  span = entry->text;
  text = file_.text(span);
}

// param: NAME [':' expression]
Arg* Parser::parameter(bool annotated, bool starAnnotation) {
  uint32_t start = begin();
  Identifier name = identifier("the name of a parameter");
  Expr* annotation = nullptr;
  if (annotated && !panic_ && accept(TokenKind::Colon))
    annotation = starAnnotation ? starExpression() : expression();
  return arena_.make<Arg>(Node{from(start)}, name, annotation, std::string_view(), Span{});
}

void Parser::argTypeComment(Arg* arg) {
  if (arg) takeTypeComment(arg->typeComment, arg->typeCommentSpan);
}

// parameters: param ['=' expression] | '/' | '*' [param] | '**' param, ',' between, in that order.
// Stops at `end`, or after an error.
Arguments* Parser::parameters(TokenKind end, bool annotated) {
  auto* arguments = arena_.make<Arguments>();
  arguments->span = {begin(), begin()};
  if (at(end)) return arguments;
  auto plain = nodes<Arg>();
  auto defaults = exprs();
  size_t positionalOnly = 0;
  bool sawSlash = false, sawStar = false, sawDoubleStar = false;
  std::vector<Arg*> keywordOnly;
  std::vector<Expr*> keywordDefaults;
  const Token* bareStar = nullptr;
  while (!panic_ && !at(end)) {
    Arg* arg = nullptr;
    if (sawDoubleStar) {
      fail(Rule::InvalidParameters, t_->span(), "no parameter can follow the '**' parameter");
      break;
    }
    if (at(TokenKind::Slash)) {
      std::string_view wrong = sawSlash            ? "a parameter list can contain only one '/'"
                               : sawStar           ? "'/' must come before '*' in a parameter list"
                               : plain.size() == 0 ? "'/' needs a parameter before it"
                                                   : std::string_view();
      if (!wrong.empty()) complain(Rule::InvalidParameters, t_->span(), std::string(wrong));
      ++t_;
      sawSlash = true;
      positionalOnly = plain.size();
    } else if (at(TokenKind::Star)) {
      if (sawStar)
        complain(Rule::InvalidParameters, t_->span(), "a parameter list can contain only one '*'");
      sawStar = true;
      const Token* star = t_++;
      if (at(TokenKind::Comma) || at(end)) {
        bareStar = star;
      } else {
        arg = parameter(annotated, true);
        arguments->vararg = arg;
        if (!panic_ && at(TokenKind::Equal)) {
          fail(Rule::InvalidParameters, t_->span(), "a '*' parameter can not have a default");
        }
      }
    } else if (at(TokenKind::DoubleStar)) {
      ++t_;
      sawDoubleStar = true;
      arg = parameter(annotated, false);
      arguments->kwarg = arg;
      if (!panic_ && at(TokenKind::Equal)) {
        fail(Rule::InvalidParameters, t_->span(), "a '**' parameter can not have a default");
      }
    } else {
      if (at(TokenKind::LParen)) {
        fail(Rule::InvalidParameters, {begin(), partner(t_)->end},
             "a parameter must be a name: Python 3 can't unpack a tuple here");
        break;
      }
      arg = parameter(annotated, false);
      Expr* value = nullptr;
      if (!panic_ && accept(TokenKind::Equal)) {
        value = at(TokenKind::Comma) || at(end) ? unexpected("a default for the parameter")
                                                : expression();
      }
      if (sawStar) {
        keywordOnly.push_back(arg);
        keywordDefaults.push_back(value);
      } else {
        if (!panic_ && !value && defaults.size() > 0) {
          complain(Rule::InvalidParameters, arg->span,
                   "a parameter without a default follows one that has a default");
        }
        plain.add(arg);
        if (value) defaults.add(value);
      }
    }
    if (panic_) break;
    if (accept(TokenKind::Comma)) {
      argTypeComment(arg);
    } else {
      argTypeComment(arg);
      if (!at(end)) unexpected(annotated ? "',' or ')'" : "',' or ':'");
    }
  }
  if (!panic_ && bareStar && keywordOnly.empty()) {
    complain(Rule::InvalidParameters, bareStar->span(), "a bare '*' needs a parameter after it");
  }
  List<Arg*> all = plain.take();
  arguments->posonlyargs = all.subspan(0, positionalOnly);
  arguments->args = all.subspan(positionalOnly);
  arguments->kwonlyargs = arena_.copy(keywordOnly);
  arguments->kwDefaults = arena_.copy(keywordDefaults);
  arguments->defaults = defaults.take();
  arguments->span.end = prevEnd();
  return arguments;
}

// type_params: '[' (NAME [':' expression] ['=' expression] | '*' NAME ['=' star_expression]
//                  | '**' NAME ['=' expression]), ',' between ']'
List<TypeParam*> Parser::typeParameters() {
  auto parameters = nodes<TypeParam>();
  const Token* opener = open();
  const Token* closer = partner(opener);
  if (t_ == closer) unexpected("a type parameter");
  bool sawDefault = false;
  while (!panic_ && t_ != closer) {
    uint32_t start = begin();
    TypeParamKind kind = at(TokenKind::Star)         ? TypeParamKind::TypeVarTuple
                         : at(TokenKind::DoubleStar) ? TypeParamKind::ParamSpec
                                                     : TypeParamKind::TypeVar;
    if (kind != TypeParamKind::TypeVar) ++t_;
    Identifier name = identifier("the name of a type parameter");
    Expr* bound = nullptr;
    Expr* value = nullptr;
    if (!panic_ && kind == TypeParamKind::TypeVar && accept(TokenKind::Colon)) bound = expression();
    if (!panic_ && accept(TokenKind::Equal)) {
      value = kind == TypeParamKind::TypeVarTuple ? starExpression() : expression();
      sawDefault = true;
    } else if (!panic_ && sawDefault) {
      complain(Rule::InvalidParameters, from(start),
               "a type parameter without a default follows one that has a default");
    }
    parameters.add(arena_.make<TypeParamNode>(TypeParam{{from(start)}, kind}, name, bound, value));
    if (!panic_ && !accept(TokenKind::Comma)) break;
  }
  close(opener, "',' or ']'");
  return parameters.take();
}

}  // namespace ts::syntax
