// Builds the signatures of functions: annotations or type comments, then defaults.
#include <fmt/format.h>

#include <algorithm>

#include "core/compiler/resolve/annotation_reader.h"
#include "core/compiler/resolve/type_comments.h"
#include "core/syntax/ast_walk.h"
#include "core/syntax/future_annotations.h"

namespace ts::compiler {

using namespace syntax;
using diag::Rule;
using types::TypeKind;
using types::TypePtr;

namespace {

// True when a function's body, including annotations of local variables, uses the name. Only then
// does the function close over a variable of that name.
struct Mentions {
  std::string_view name;
  bool isUsed = false;
  void operator()(const Expr& expr) {
    if (auto* use = dynCast<Name>(&expr); use && use->id == name) isUsed = true;
    if (!isUsed) forEachChild(expr, *this);
  }
  void operator()(const Stmt& stmt) {
    if (!isUsed) forEachChild(stmt, *this);
  }
  void operator()(const Pattern& pattern) {
    if (!isUsed) forEachChild(pattern, *this);
  }
};

bool mentions(const FunctionDef& function, const Expr& annotation) {
  bool all = true;
  auto check = [&](auto&& self, const Expr& expr) -> void {
    if (auto* use = dynCast<Name>(&expr)) {
      Mentions walk{use->id};
      for (auto* stmt : function.body) walk(*stmt);
      all = all && walk.isUsed;
    }
    forEachChild(expr, [&](const auto& child) {
      if constexpr (std::is_base_of_v<Expr, std::remove_cvref_t<decltype(child)>>)
        self(self, child);
    });
  };
  check(check, annotation);
  return all;
}

struct Parameter {
  const Arg* arg;
  bool keywordOnly;
  const Expr* defaultValue = nullptr;
  const Expr* annotation = nullptr;
  size_t defaultIndex = 0;  // index of defaultValue among the function's defaults
  // A keyword-only parameter with a default: PyTorch refuses it at the definition, so that calls
  // that leave it out are not reported as well.
  bool hasRefusedDefault = false;
};

// PyTorch ignores positional-only parameters.
std::vector<Parameter> parametersOf(const FunctionDef& def) {
  const Arguments& args = *def.args;
  std::vector<Parameter> parameters;
  size_t first = args.posonlyargs.size() + args.args.size() - args.defaults.size();
  for (size_t i = 0; i < args.args.size(); ++i) {
    size_t position = args.posonlyargs.size() + i;
    bool hasDefault = position >= first;
    parameters.push_back({args.args[i], false,
                          hasDefault ? args.defaults[position - first] : nullptr,
                          args.args[i]->annotation, hasDefault ? position - first : 0});
  }
  for (size_t i = 0; i < args.kwonlyargs.size(); ++i)
    parameters.push_back({args.kwonlyargs[i], true, nullptr, args.kwonlyargs[i]->annotation, 0,
                          args.kwDefaults[i] != nullptr});
  return parameters;
}

// Gives the argument some default, of its type where the type has one.
void addAnyDefault(ops::Argument& argument) {
  using types::Constant;
  switch (argument.type->kind()) {
    case TypeKind::Int: argument.defaultValue = Constant::integer(0); return;
    case TypeKind::Float: argument.defaultValue = Constant::real(0); return;
    case TypeKind::Bool: argument.defaultValue = Constant::boolean(false); return;
    case TypeKind::String: argument.defaultValue = Constant::string(""); return;
    case TypeKind::Optional: break;
    default: argument.type = types::unknownType();
  }
  argument.defaultValue = Constant::none();
}

class SignatureBuilder {
 public:
  SignatureBuilder(PyEnvironment& environment, ClassTypes& classes, const PyFunction& function)
      : environment_(environment),
        classes_(classes),
        function_(function),
        def_(function.declaration ? *function.declaration->def : *function.def),
        file_(*function.module->tree->file),
        parameters_(parametersOf(def_)),
        returns_(def_.returns) {}

  AnnotationResolver::Signature build(TypePtr selfType, bool evaluated) {
    result_.schema.name = std::string(def_.name.text);
    // For a function that stays Python, comments are ignored when anything is annotated.
    auto isAnnotated = [](const Arg* arg) { return arg && arg->annotation; };
    bool annotated = returns_ || isAnnotated(def_.args->vararg) || isAnnotated(def_.args->kwarg) ||
                     std::ranges::any_of(
                         parameters_, [](const Parameter& p) { return p.annotation != nullptr; });
    if (!evaluated || !annotated) attempt([&] { readComment(selfType != nullptr); });
    if (function_.declaration) addImplementation();
    if (evaluated) attempt([&] { leaveOutVariadic(annotated); });
    for (size_t i = 0; i < parameters_.size(); ++i)
      addParameter(parameters_[i], i == 0 ? selfType : nullptr, evaluated);
    if (returns_) addReturn(evaluated);
    if (evaluated && annotated && !returns_) {
      result_.hasReturn = true;
      result_.schema.returns.push_back(argument("", types::tensorType()));
    }
    result_.firstDefaultError = result_.errors.size();
    for (size_t i = 0; i < parameters_.size() && !evaluated; ++i) {
      if (parameters_[i].hasRefusedDefault) addAnyDefault(result_.schema.arguments[i]);
      if (parameters_[i].defaultValue)
        attempt([&] { addDefault(parameters_[i], result_.schema.arguments[i]); });
      // A default of the implementation need not fit every overload.
      if (function_.declaration && result_.errors.size() > result_.firstDefaultError) {
        result_.errors.pop_back();
        result_.schema.arguments[i].defaultValue.reset();
      }
    }
    return std::move(result_);
  }

 private:
  template <typename F>
  void attempt(F&& work) {
    try {
      work();
    } catch (CompileError& error) {
      if (!error.silent) result_.errors.push_back(std::move(error.diagnostic));
    }
  }

  static ops::Argument argument(std::string name, TypePtr type) {
    ops::Argument result;
    result.name = std::move(name);
    result.type = type;
    return result;
  }

  // A function that stays Python takes any further arguments for its *args. PyTorch leaves out
  // **kwargs and keyword-only parameters, and fails on them where anything is annotated.
  void leaveOutVariadic(bool annotated) {
    const Arguments& all = *def_.args;
    result_.schema.isVararg = all.vararg != nullptr;
    std::erase_if(parameters_, [](const Parameter& parameter) { return parameter.keywordOnly; });
    if (!annotated || (!all.vararg && !all.kwarg && all.kwonlyargs.empty())) return;
    const Arg& lost = *(all.vararg ? all.vararg : all.kwarg ? all.kwarg : all.kwonlyargs[0]);
    throw CompileError(Rule::VariadicParameter, {&file_, lost.span},
                       fmt::format("'{}' is ignored by TorchScript and annotated, so it can't have "
                                   "*args, **kwargs or keyword-only parameters",
                                   def_.name.text))
        .note("remove the annotations: all arguments are then tensors, and *args takes any value");
  }

  void readComment(bool isMethod) {
    auto comment = typeCommentOf(file_, def_, arena_);
    if (!comment) return;
    fromComment_ = true;
    size_t skipped = isMethod && !parameters_.empty() ? 1 : 0;
    size_t wanted = parameters_.size() - skipped, found = comment->parameters.size();
    if (wanted != found) {
      throw CompileError(Rule::TypeCommentCount, {&file_, def_.name.span},
                         fmt::format("the type comment has {} type{}, the function {} parameter{}",
                                     found, found == 1 ? "" : "s", wanted, wanted == 1 ? "" : "s"))
          .label({&file_, comment->span}, "the type comment");
    }
    for (size_t i = 0; i < found; ++i) parameters_[skipped + i].annotation = comment->parameters[i];
    returns_ = comment->returns;
  }

  // An overload's declaration defines the types of its parameters. The implementation defines all
  // defaults, and the parameters that the declaration omits.
  void addImplementation() {
    std::vector<Parameter> all = parametersOf(*function_.def);
    for (size_t i = 0; i < parameters_.size(); ++i) {
      auto own = std::ranges::find(all, parameters_[i].arg->arg.text,
                                   [](const Parameter& p) { return p.arg->arg.text; });
      parameters_[i].defaultValue = own == all.end() ? nullptr : own->defaultValue;
      parameters_[i].defaultIndex = own == all.end() ? 0 : own->defaultIndex;
    }
    for (size_t i = parameters_.size(); i < all.size(); ++i) parameters_.push_back(all[i]);
  }

  // The scope of an annotation's names. Variables of an enclosing function are visible only if the
  // function closes over them.
  const PyScope& scopeFor(const Expr& annotation) const {
    bool closure = function_.scope->function && mentions(def_, annotation);
    return closure || !function_.scope->function ? *function_.scope : function_.module->scope;
  }

  AnnotationReader reader(const PyScope& scope) { return {environment_, classes_, scope, file_}; }

  bool isEvaluated() const {
    return !fromComment_ && !syntax::hasFutureAnnotations(*function_.module->tree);
  }

  TypePtr evaluatedType(const Expr& annotation) {
    if (syntax::hasFutureAnnotations(*function_.module->tree)) {
      throw CompileError(Rule::UnsupportedAnnotation, {&file_, annotation.span},
                         "with annotations from __future__ this is a string, which is not a type "
                         "of an ignored function");
    }
    return reader(*function_.scope).readEvaluated(annotation);
  }

  void addParameter(const Parameter& parameter, TypePtr selfType, bool evaluated) {
    ops::Argument created = argument(std::string(parameter.arg->arg.text), types::tensorType());
    created.keywordOnly = parameter.keywordOnly;
    if (selfType) {
      created.type = selfType;
    } else if (function_.marks.drop && !fromComment_ && !evaluated) {
      // An unused function takes Any.
      created.type = types::anyType();
    } else if (!parameter.annotation) {
      created.inferred = true;
    } else {
      const Expr& annotation = *parameter.annotation;
      created.type = types::unknownType();
      attempt([&] {
        if (evaluated && !fromComment_) {
          created.type = evaluatedType(annotation);
          return;
        }
        if (isEvaluated()) reader(*function_.scope).requireDefined(annotation);
        AnnotationReader read = reader(scopeFor(annotation));
        if (auto broadcast = read.readBroadcast(annotation)) {
          created.type = broadcast->first;
          created.broadcastSize = broadcast->second;
        } else {
          created.type = read.read(annotation, fromComment_);
        }
      });
    }
    result_.schema.arguments.push_back(std::move(created));
  }

  void addReturn(bool evaluated) {
    result_.hasReturn = true;
    TypePtr type = types::unknownType();
    attempt([&] {
      if (evaluated && !fromComment_) {
        type = evaluatedType(*returns_);
        return;
      }
      if (isEvaluated()) reader(*function_.scope).requireDefined(*returns_);
      AnnotationReader read = reader(scopeFor(*returns_));
      if (read.readBroadcast(*returns_)) {
        throw CompileError(Rule::MisplacedBroadcastingList, {&file_, returns_->span},
                           "a broadcasting list can't be returned")
            .note("write List[int] or List[float]");
      }
      type = read.read(*returns_, fromComment_);
    });
    result_.schema.returns.push_back(argument("", type));
  }

  static bool isMutable(const PyObject& value) {
    if (value.kind == PyKind::List || value.kind == PyKind::Dict) return true;
    if (value.kind == PyKind::Opaque) return value.name == "list" || value.name == "dict";
    return value.kind == PyKind::Tuple &&
           std::ranges::any_of(value.elements, [](PyRef element) { return isMutable(*element); });
  }

  void addDefault(const Parameter& parameter, ops::Argument& argument) {
    SourceRange at{&file_, parameter.defaultValue->span};
    // The default that Python evaluated when it ran the def, else the result of reading the
    // expression.
    const auto* result = function_.evaluated.get();
    PyRef value =
        result && parameter.defaultIndex < result->defaults.size()
            ? environment_.fromValue(result->defaults[parameter.defaultIndex])
            : environment_.evaluate(*function_.scope, *parameter.defaultValue, def_.span.begin);
    std::string_view name = parameter.arg->arg.text;
    TypePtr type = argument.type;
    // math.log(2) is certainly a float, but its value is only known by running it.
    bool computed = value->kind == PyKind::Opaque &&
                    (value->name == "float" || value->name == "str" || value->name == "bool");
    if (type->isUnknown() || computed) value = environment_.unknown();
    // The defaults of an archive's function come from its schema: each call gets a new list.
    if (!function_.module->importer && (isMutable(*value) || type->is(TypeKind::Class))) {
      argument.defaultValue = constantOf(environment_.unknown(), type);
      throw CompileError(
          Rule::MutableDefault, at,
          fmt::format("the default of '{}' is shared by all calls and can be changed by one", name))
          .note(
              "make the parameter Optional with the default None, and create the value in the "
              "body");
    }
    // One number may be broadcast to a whole broadcasting list.
    bool broadcast =
        argument.broadcastSize && *argument.broadcastSize > 0 && type->is(TypeKind::List);
    argument.defaultValue = constantOf(value, broadcast ? type->element() : type);
    if (argument.defaultValue) return;
    argument.defaultValue = constantOf(environment_.unknown(), type);
    CompileError error(
        Rule::BadDefault, at,
        fmt::format("the default of '{}' is not of type {}", name, type->annotation()));
    if (argument.inferred) {
      error.label({&file_, parameter.arg->arg.span},
                  "without an annotation it is taken for a Tensor");
      error.note("annotate the parameter with its type");
    }
    bool none = value->kind == PyKind::Constant && value->constant.isNone();
    if (none && parameter.annotation && !fromComment_) {
      SourceRange annotation{&file_, parameter.annotation->span};
      error.fix(fmt::format("Make it Optional[{}]", annotation.text()),
                {{annotation, fmt::format("Optional[{}]", annotation.text())}});
    }
    throw error;
  }

  PyEnvironment& environment_;
  ClassTypes& classes_;
  const PyFunction& function_;
  const FunctionDef& def_;
  const SourceFile& file_;
  std::vector<Parameter> parameters_;
  const Expr* returns_;
  bool fromComment_ = false;
  Arena arena_;
  AnnotationResolver::Signature result_;
};

}  // namespace

AnnotationResolver::Signature AnnotationResolver::signature(const PyFunction& function,
                                                            TypePtr selfType) {
  if (auto entry = methods_.find(&function); selfType && entry != methods_.end()) {
    Signature signature = entry->second;
    signature.schema.arguments[0].type = selfType;
    return signature;
  }
  Signature signature =
      SignatureBuilder(environment_, classes_, function).build(selfType, /*evaluated=*/false);
  auto isKnown = [](const ops::Argument& argument) { return !argument.type->isUnknown(); };
  bool isSteady = selfType && !signature.schema.arguments.empty() && signature.errors.empty() &&
                  std::ranges::all_of(signature.schema.arguments, isKnown) &&
                  std::ranges::all_of(signature.schema.returns, isKnown);
  if (isSteady) methods_.emplace(&function, signature);
  return signature;
}

AnnotationResolver::Signature AnnotationResolver::pythonSignature(const PyFunction& function,
                                                                  TypePtr selfType) {
  return SignatureBuilder(environment_, classes_, function).build(selfType, /*evaluated=*/true);
}

ResolvedType AnnotationResolver::typeOf(PyRef annotation, SourceRange at) {
  ResolvedType resolved;
  if (annotation->kind == PyKind::Unknown) return resolved;
  PyScope nowhere;
  SourceFile empty("", "");
  Expr place{};
  try {
    AnnotationReader reader(environment_, classes_, nowhere, at ? *at.file : empty);
    place.span = at.span;
    TypePtr type = reader.fromPython(annotation, place);
    if (type) {
      resolved.type = type;
    } else if (at) {
      resolved.error = CompileError(Rule::UnsupportedAnnotation, at,
                                    "the annotation of this attribute is not a type of TorchScript")
                           .diagnostic;
      if (annotation->kind == PyKind::Constant && annotation->constant.isString())
        resolved.error->note(fmt::format(
            "it is the string '{}': strings as annotations of attributes are not read, and `from "
            "__future__ import annotations` makes one of each annotation",
            annotation->constant.toString()));
    }
  } catch (CompileError& error) {
    if (!error.silent && at) resolved.error = std::move(error.diagnostic);
  }
  return resolved;
}

ResolvedType AnnotationResolver::resolve(const Expr& annotation, const PyScope& scope,
                                         const SourceFile& file, bool allowBroadcast) {
  ResolvedType resolved;
  AnnotationReader reader(environment_, classes_, scope, file);
  try {
    if (auto broadcast = allowBroadcast ? reader.readBroadcast(annotation) : std::nullopt) {
      resolved.type = broadcast->first;
      resolved.broadcastSize = broadcast->second;
    } else {
      resolved.type = reader.read(annotation);
    }
  } catch (CompileError& error) {
    if (!error.silent) resolved.error = std::move(error.diagnostic);
  }
  return resolved;
}

}  // namespace ts::compiler
