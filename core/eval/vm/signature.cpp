#include "core/eval/vm/signature.h"

#include <algorithm>
#include <charconv>

#include "core/base/ascii.h"

namespace ts::eval {
namespace {

Value readDefault(Vm& vm, std::string_view text) {
  if (text == "...") return {};
  if (text == "None") return Value::none();
  if (text == "True") return Value::boolean(true);
  if (text == "False") return Value::boolean(false);
  if (text == "()") return vm.tuple();
  if (text.size() >= 2 && (text.front() == '\'' || text.front() == '"'))
    return Value(vm.intern(text.substr(1, text.size() - 2)));
  if (text.find_first_of(".e") != text.npos) return Value::real(std::stod(std::string(text)));
  int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return Value::integer(number);
}

// "1 argument", "2 arguments"
std::string arguments(size_t count) {
  return std::to_string(count) + (count == 1 ? " argument" : " arguments");
}

// The name in messages: "append" of "list.append".
std::string_view lastName(const NativeFunction& function) {
  std::string_view name = function.qualifiedName;
  return name.substr(name.rfind('.') + 1);
}

std::string lastNameOf(const NativeFunction& function) { return std::string(lastName(function)); }

// CPython's wording depends on the kinds of the parameters. The count excludes a method's `self`.
[[noreturn]] void raiseCount(Vm& vm, const NativeFunction& function,
                             const NativeSignature& signature, size_t count) {
  const size_t self = function.isMethod ? 1 : 0;
  if (count < self)
    vm.raiseTypeError("unbound method " + function.qualifiedName + "() needs an argument");
  count -= self;
  const size_t most = signature.positional - self;
  const size_t least = signature.required > self ? signature.required - self : 0;
  const bool byPlaceOnly =
      signature.posonly == signature.positional && !signature.keywordOnly && !signature.varargs;
  std::string_view name =
      byPlaceOnly && most <= 1 && least == most ? function.qualifiedName : lastName(function);
  if (name.starts_with("builtins.")) name.remove_prefix(9);
  std::string text(name);
  if (byPlaceOnly && most == 0) {
    text += "() takes no arguments (" + std::to_string(count) + " given)";
  } else if (byPlaceOnly && most == 1 && least == 1) {
    text += "() takes exactly one argument (" + std::to_string(count) + " given)";
  } else if (most == 0) {
    text += "() takes no positional arguments";
  } else if (signature.posonly == signature.positional) {
    const char* bound = least == most && !signature.varargs ? ""
                        : count < least                     ? "at least "
                                                            : "at most ";
    text += std::string(" expected ") + bound + arguments(count < least ? least : most) + ", got " +
            std::to_string(count);
  } else {
    const char* bound = least == most ? "exactly " : count < least ? "at least " : "at most ";
    text += std::string("() takes ") + bound + arguments(count < least ? least : most) + " (" +
            std::to_string(count) + " given)";
  }
  vm.raiseTypeError(std::move(text));
}

}  // namespace

std::shared_ptr<const NativeSignature> readSignature(Vm& vm, const char* text) {
  auto signature = std::make_shared<NativeSignature>();
  std::string_view rest = text;
  bool keywordOnly = false;
  while (!rest.empty()) {
    size_t comma = 0;
    for (char quote = 0; comma < rest.size() && (quote || rest[comma] != ','); ++comma)
      if (rest[comma] == '\'' || rest[comma] == '"')
        quote = !quote ? rest[comma] : quote == rest[comma] ? 0 : quote;
    std::string_view part = trimmed(rest.substr(0, comma));
    rest.remove_prefix(comma < rest.size() ? comma + 1 : comma);
    if (part.empty()) continue;
    if (part == "/") {
      signature->posonly = signature->positional;
    } else if (part == "*") {
      keywordOnly = true;
    } else if (part.starts_with("**")) {
      signature->varkw = true;
      signature->parameters.push_back({vm.intern(part.substr(2)), {}, false});
    } else if (part.front() == '*') {
      signature->varargs = keywordOnly = true;
      signature->parameters.push_back({vm.intern(part.substr(1)), {}, false});
    } else {
      const size_t equals = part.find('=');
      NativeSignature::Parameter parameter{
          vm.intern(trimmed(part.substr(0, equals))), {}, equals == part.npos};
      if (equals != part.npos)
        parameter.fallback = readDefault(vm, trimmed(part.substr(equals + 1)));
      if (keywordOnly)
        ++signature->keywordOnly;
      else
        ++signature->positional;
      if (!keywordOnly && parameter.required) ++signature->required;
      signature->parameters.push_back(std::move(parameter));
    }
  }
  return signature;
}

static bool isNamed(const NativeSignature::Parameter& parameter, const Str& text) {
  return parameter.name == &text || (!text.interned && parameter.name->text == text.text);
}

bool canBind(const NativeSignature& signature, const CallArgs& args) {
  if (args.positional > signature.positional && !signature.varargs) return false;
  const size_t rest = signature.positional,
               named = rest + signature.varargs + signature.keywordOnly;
  const size_t direct = std::min(args.positional, rest);
  for (Str* text : args.names) {
    size_t at = signature.posonly;
    while (at < named &&
           ((signature.varargs && at == rest) || !isNamed(signature.parameters[at], *text)))
      ++at;
    if (at < direct || (at == named && !signature.varkw)) return false;
  }
  for (size_t i = direct; i < named; ++i) {
    const auto& parameter = signature.parameters[i];
    if (parameter.required && std::ranges::none_of(args.names, [&](const Str* argument) {
          return isNamed(parameter, *argument);
        }))
      return false;
  }
  return true;
}

void bindInto(Vm& vm, const NativeFunction& function, const NativeSignature& signature,
              const CallArgs& args, Value* out) {
  // *args is between the positional and the keyword-only parameters.
  const size_t rest = signature.positional,
               named = rest + signature.varargs + signature.keywordOnly;
  const size_t direct = std::min(args.positional, signature.positional);
  for (size_t i = 0; i < direct; ++i) out[i] = args.values[i];
  if (signature.varargs)
    out[rest] = vm.tuple({args.values + direct, args.values + args.positional});
  else if (args.positional > signature.positional)
    raiseCount(vm, function, signature, args.positional);
  const bool noNames = signature.posonly == signature.positional && !signature.keywordOnly;
  Ref<Dict> extra;
  if (signature.varkw) out[named] = extra = vm.dict();
  for (size_t i = 0; i < args.names.size(); ++i) {
    Str* text = args.names[i];
    size_t at = signature.posonly;
    while (at < named &&
           ((signature.varargs && at == rest) || !isNamed(signature.parameters[at], *text)))
      ++at;
    if (at < named) {
      if (!out[at].isUnbound())
        vm.raiseTypeError("argument for " + lastNameOf(function) + "() given by name ('" +
                          text->text + "') and position (" +
                          std::to_string(at + 1 - function.isMethod) + ")");
      out[at] = args.values[args.positional + i];
    } else if (extra) {
      extra->set(text, args.values[args.positional + i]);
    } else if (noNames) {
      std::string full = function.qualifiedName;
      if (full.starts_with("builtins.")) full.erase(0, 9);
      vm.raiseTypeError(full + "() takes no keyword arguments");
    } else {
      vm.raiseTypeError("'" + text->text + "' is an invalid keyword argument for " +
                        lastNameOf(function) + "()");
    }
  }
  for (size_t i = direct; i < named; ++i) {
    const auto& parameter = signature.parameters[i];
    if (!out[i].isUnbound()) continue;
    if (!parameter.required) {
      out[i] = parameter.fallback;
      continue;
    }
    if (i < signature.posonly && signature.posonly == signature.positional)
      raiseCount(vm, function, signature, args.positional);
    if (i < signature.positional)
      vm.raiseTypeError(lastNameOf(function) + "() missing required argument '" +
                        parameter.name->text + "' (pos " +
                        std::to_string(i + 1 - function.isMethod) + ")");
    vm.raiseTypeError(lastNameOf(function) + "() missing required keyword-only argument '" +
                      parameter.name->text + "'");
  }
}

}  // namespace ts::eval
