// The re module: patterns, matches and functions over the engine in regex.h.
#include <algorithm>

#include "core/eval/builtins/numbers.h"
#include "core/eval/builtins/text.h"
#include "core/eval_stdlib/modules.h"
#include "core/eval_stdlib/regex.h"
#include "core/syntax/python_repr.h"

namespace ts::eval {
namespace {

// The state of the module: its classes and the cache of compiled patterns.
struct Pattern;
struct Subject;
struct ReState final : Object {
  explicit ReState(Class* cls) : Object(Kind::Native, cls) {}
  Class *pattern = nullptr, *match = nullptr;
  Ref<Class> error;
  std::vector<std::pair<std::string, Ref<Pattern>>> cache;
  // The text that was searched last: parsers match many times in one text.
  std::shared_ptr<const Subject> subject;
};

struct Pattern final : Object {
  Pattern(Class* cls, Value source, regex::Tree tree, uint32_t flags, bool bytes, ReState* state)
      : Object(Kind::Native, cls),
        source(std::move(source)),
        flags(flags),
        bytes(bytes),
        state(state),
        names(std::move(tree.names)),
        program(regex::compile(tree)) {}
  Value source;
  uint32_t flags;
  bool bytes;
  ReState* state;  // its cache holds the pattern
  std::vector<std::pair<std::string, int32_t>> names;
  regex::CompiledPattern program;
};

// A text to search, as code points.
struct Subject {
  Value object;
  bool bytes = false;
  std::u32string codes;
  Value slice(Vm& vm, int32_t from, int32_t to) const {
    auto part = std::u32string_view(codes).substr(static_cast<size_t>(from),
                                                  static_cast<size_t>(to - from));
    if (!bytes) return vm.str(toUtf8(part));
    return vm.bytes(std::string(part.begin(), part.end()));
  }
};

struct Match final : Object {
  Match(Class* cls, Ref<Pattern> pattern, std::shared_ptr<const Subject> subject,
        regex::Captures captures)
      : Object(Kind::Native, cls),
        pattern(std::move(pattern)),
        subject(std::move(subject)),
        captures(std::move(captures)) {}
  Ref<Pattern> pattern;
  std::shared_ptr<const Subject> subject;
  regex::Captures captures;
  int32_t from = 0, to = 0;  // pos and endpos
  int32_t start(int32_t group = 0) const { return captures.slots[static_cast<size_t>(group) * 2]; }
  int32_t end(int32_t group = 0) const {
    return captures.slots[static_cast<size_t>(group) * 2 + 1];
  }
  Value group(Vm& vm, int32_t number, const Value& otherwise) const {
    return start(number) < 0 || end(number) < 0 ? otherwise
                                                : subject->slice(vm, start(number), end(number));
  }
};

Pattern& patternOf(const Value& value) { return *value.asNative<Pattern>(); }
Match& matchOf(const Value& value) { return *value.asNative<Match>(); }

[[noreturn]] void raiseError(Vm& vm, ReState& state, const regex::Error& error,
                             const Value& pattern) {
  std::string message = error.message;
  if (error.position >= 0) message += " at position " + std::to_string(error.position);
  std::string_view text;
  if (error.position >= 0 && asText(pattern, text) && text.find('\n') != std::string_view::npos) {
    std::u32string codes = toCodes(text);
    size_t position = static_cast<size_t>(error.position), line = 1, column = position + 1;
    for (size_t i = 0; i < std::min(position, codes.size()); ++i)
      if (codes[i] == '\n') {
        ++line;
        column = position - i;
      }
    message += " (line " + std::to_string(line) + ", column " + std::to_string(column) + ")";
  }
  Value exception = vm.call(state.error, {vm.str(message)});
  vm.setattr(exception, vm.intern("msg"), vm.str(error.message));
  vm.setattr(exception, vm.intern("pattern"), pattern);
  vm.setattr(exception, vm.intern("pos"),
             error.position < 0 ? Value::none() : Value::integer(error.position));
  throw Raised{vm.toException(exception)};
}

// ---- compiling

Ref<Pattern> compilePattern(Vm& vm, ReState& state, const Value& source, const Value& flagsGiven) {
  int64_t flags = flagsGiven.isUnbound() ? 0 : vm.toIndex(flagsGiven);
  if (auto* pattern = source.asNative<Pattern>()) {
    if (flags) vm.raiseValueError("cannot process flags argument with a compiled pattern");
    return pattern;
  }
  std::string_view text;
  bool bytes = asBytes(source, text);
  if (!bytes && !asText(source, text))
    vm.raiseTypeError("first argument must be string or compiled pattern");
  std::string key = std::to_string(flags) + (bytes ? "b" : "s") + std::string(text);
  for (auto& [cachedKey, pattern] : state.cache)
    if (cachedKey == key) return pattern;
  try {
    std::u32string codes;
    if (bytes)
      for (char c : text) codes += static_cast<unsigned char>(c);
    else
      codes = toCodes(text);
    regex::Tree tree = regex::parse(codes, static_cast<uint32_t>(flags), bytes);
    uint32_t inForce = tree.flags;
    Ref<Pattern> compiled =
        new Pattern(state.pattern, source, std::move(tree), inForce, bytes, &state);
    constexpr size_t kCached = 64;
    if (state.cache.size() >= kCached) state.cache.clear();
    state.cache.emplace_back(std::move(key), compiled);
    return compiled;
  } catch (const regex::Error& error) {
    raiseError(vm, state, error, source);
  } catch (const regex::RepetitionTooLarge&) {
    vm.raise(vm.types.OverflowError, "the repetition number is too large");
  }
}

std::shared_ptr<const Subject> subjectOf(Vm& vm, const Pattern& pattern, const Value& object) {
  constexpr size_t kLongestKept = 1 << 24;
  auto& last = pattern.state->subject;
  const Str* str = object.as<Str>();
  if (str != nullptr && last && last->object.as<Str>() == str && !pattern.bytes) return last;
  auto subject = std::make_shared<Subject>();
  subject->object = object;
  std::string_view text;
  subject->bytes = asBytes(object, text);
  if (!subject->bytes && !asText(object, text))
    vm.raiseTypeError("expected string or bytes-like object, got '" + vm.classOf(object)->name +
                      "'");
  if (subject->bytes != pattern.bytes)
    vm.raiseTypeError(pattern.bytes ? "cannot use a bytes pattern on a string-like object"
                                    : "cannot use a string pattern on a bytes-like object");
  if (subject->bytes)
    for (char c : text) subject->codes += static_cast<unsigned char>(c);
  else
    subject->codes = toCodes(text);
  if (str != nullptr && subject->codes.size() <= kLongestKept) last = subject;
  return subject;
}

// ---- successive matches

enum class Anchor : uint8_t { Search, Match, Whole };

class Scanner {
 public:
  Scanner(Vm& vm, Pattern& pattern, std::shared_ptr<const Subject> subject, const Value& pos = {},
          const Value& endpos = {})
      : vm_(vm), pattern_(&pattern), subject_(std::move(subject)) {
    int64_t length = static_cast<int64_t>(subject_->codes.size());
    auto clip = [&](const Value& value, int64_t otherwise) {
      if (value.isUnbound()) return static_cast<int32_t>(otherwise);
      return static_cast<int32_t>(std::min(std::max<int64_t>(vm.toIndex(value), 0), length));
    };
    from_ = at_ = clip(pos, 0);
    to_ = clip(endpos, length);
  }

  // The next match; Unbound when there is none.
  Value next(Anchor anchor = Anchor::Search) {
    regex::Captures captures;
    if (at_ > to_) return {};
    vm_.burn(4);
    regex::Matcher matcher(pattern_->program, subject_->codes, to_,
                           [this](uint64_t steps) { vm_.burn(steps / 4); });
    bool isMatch = anchor == Anchor::Search
                       ? matcher.search(at_, notEmpty_, captures)
                       : matcher.matchAt(at_, anchor == Anchor::Whole, notEmpty_, captures);
    if (!isMatch) {
      at_ = to_ + 1;
      return {};
    }
    at_ = captures.slots[1];
    notEmpty_ = captures.slots[0] == captures.slots[1];
    Ref<Match> match = new Match(pattern_->state->match, pattern_, subject_, std::move(captures));
    match->from = from_;
    match->to = to_;
    return match;
  }

 private:
  Vm& vm_;
  Ref<Pattern> pattern_;
  std::shared_ptr<const Subject> subject_;
  int32_t from_ = 0, at_ = 0, to_ = 0;
  bool notEmpty_ = false;
};

struct MatchIterator final : Iterator {
  MatchIterator(Class* cls, Scanner scanner) : Iterator(cls), scanner(std::move(scanner)) {}
  Value next(Vm&) override { return scanner.next(); }
  Scanner scanner;
};

template <Anchor anchor>
Value findOne(Vm& vm, Pattern& pattern, const Value& text, const Value& pos = {},
              const Value& endpos = {}) {
  return orNone(Scanner(vm, pattern, subjectOf(vm, pattern, text), pos, endpos).next(anchor));
}

Value emptyLike(Vm& vm, const Subject& subject) {
  return subject.bytes ? vm.bytes("") : vm.str("");
}

Value findAll(Vm& vm, Pattern& pattern, const Value& text, const Value& pos = {},
              const Value& endpos = {}) {
  auto subject = subjectOf(vm, pattern, text);
  Value empty = emptyLike(vm, *subject);
  Scanner scanner(vm, pattern, subject, pos, endpos);
  std::vector<Value> matches;
  for (Value next = scanner.next(); !next.isUnbound(); next = scanner.next()) {
    Match& match = matchOf(next);
    int32_t groups = pattern.program.groups;
    if (groups < 2) {
      matches.push_back(match.group(vm, groups, empty));
      continue;
    }
    std::vector<Value> parts;
    for (int32_t i = 1; i <= groups; ++i) parts.push_back(match.group(vm, i, empty));
    matches.push_back(vm.tuple(std::move(parts)));
  }
  return vm.list(std::move(matches));
}

Value findIter(Vm& vm, Pattern& pattern, const Value& text, const Value& pos = {},
               const Value& endpos = {}) {
  return new MatchIterator(vm.types.iterator,
                           Scanner(vm, pattern, subjectOf(vm, pattern, text), pos, endpos));
}

Value splitBy(Vm& vm, Pattern& pattern, const Value& text, int64_t most) {
  auto subject = subjectOf(vm, pattern, text);
  Scanner scanner(vm, pattern, subject);
  std::vector<Value> pieces;
  int32_t last = 0;
  for (int64_t count = 0; most == 0 || count < most; ++count) {
    Value next = most < 0 ? Value() : scanner.next();
    if (next.isUnbound()) break;
    Match& match = matchOf(next);
    pieces.push_back(subject->slice(vm, last, match.start()));
    for (int32_t i = 1; i <= pattern.program.groups; ++i)
      pieces.push_back(match.group(vm, i, Value::none()));
    last = match.end();
  }
  pieces.push_back(subject->slice(vm, last, static_cast<int32_t>(subject->codes.size())));
  return vm.list(std::move(pieces));
}

// ---- replacement

// A replacement text: literal parts, each with the group that follows it; group -1: no group
// follows the last part.
struct Template {
  std::vector<std::pair<std::u32string, int32_t>> parts;
};

Template readTemplate(Vm& vm, Pattern& pattern, const Value& source) {
  std::string_view raw;
  std::u32string text;
  if (asBytes(source, raw))
    for (char c : raw) text += static_cast<unsigned char>(c);
  else if (asText(source, raw))
    text = toCodes(raw);
  else
    vm.raiseTypeError("decoding to str: need a bytes-like object, " + vm.classOf(source)->name +
                      " found");
  Template parsed;
  std::u32string literal;
  auto fail = [&](const std::string& message, size_t position) {
    raiseError(vm, *pattern.state, {message, static_cast<int64_t>(position)}, source);
  };
  auto addGroup = [&](int64_t group, size_t position) {
    if (group > pattern.program.groups)
      fail("invalid group reference " + std::to_string(group), position);
    parsed.parts.emplace_back(std::move(literal), static_cast<int32_t>(group));
    literal.clear();
  };
  auto isDigit = [&](size_t i) { return i < text.size() && text[i] >= '0' && text[i] <= '9'; };
  auto isOctal = [&](size_t i) { return isDigit(i) && text[i] <= '7'; };
  auto digit = [&](size_t i) { return static_cast<int64_t>(text[i] - '0'); };
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      literal += text[i];
      continue;
    }
    size_t start = i++;
    if (i == text.size()) fail("bad escape (end of pattern)", start);
    char32_t c = text[i];
    static constexpr std::u32string_view kLetters = U"abfnrtv", kMeant = U"\a\b\f\n\r\t\v";
    if (c == 'g') {
      if (i + 1 >= text.size() || text[i + 1] != '<') fail("missing <", i + 1);
      size_t close = text.find('>', i + 2);
      if (close == std::u32string::npos) fail("missing >, unterminated name", i + 2);
      std::string name = toUtf8(std::u32string_view(text).substr(i + 2, close - i - 2));
      if (name.empty()) fail("missing group name", i + 2);
      if (std::optional<ParsedInt> number = parseInt(name, 10)) {
        addGroup(number->small().value_or(INT64_MAX), i + 2);
      } else {
        int32_t group = -1;
        for (auto& [groupName, index] : pattern.names)
          if (groupName == name) group = index;
        if (group < 0) vm.raise(vm.types.IndexError, "unknown group name '" + name + "'");
        addGroup(group, i + 2);
      }
      i = close;
    } else if (c == '0' || (isOctal(i) && isOctal(i + 1) && isOctal(i + 2))) {
      char32_t code = c - '0';
      for (int more = 0; more < 2 && isOctal(i + 1); ++more) code = code * 8 + (text[++i] - '0');
      if (code > 0377)
        fail("octal escape value " +
                 toUtf8(std::u32string_view(text).substr(start, i + 1 - start)) +
                 " outside of range 0-0o377",
             start);
      literal += code;
    } else if (isDigit(i)) {
      int64_t group = digit(i);
      if (isDigit(i + 1)) group = group * 10 + digit(++i);
      addGroup(group, start + 1);
    } else if (size_t letter = kLetters.find(c); letter != std::u32string_view::npos) {
      literal += kMeant[letter];
    } else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
      fail("bad escape \\" + toUtf8(std::u32string(1, c)), start);
    } else {
      if (c != '\\') literal += '\\';
      literal += c;
    }
  }
  parsed.parts.emplace_back(std::move(literal), -1);
  return parsed;
}

std::u32string expand(const Template& replacement, const Match& match) {
  std::u32string text;
  for (auto& [literal, group] : replacement.parts) {
    text += literal;
    if (group >= 0 && match.start(group) >= 0)
      text.append(match.subject->codes, static_cast<size_t>(match.start(group)),
                  static_cast<size_t>(match.end(group) - match.start(group)));
  }
  return text;
}

Value toText(Vm& vm, const std::u32string& codes, bool bytes) {
  return bytes ? vm.bytes(std::string(codes.begin(), codes.end())) : vm.str(toUtf8(codes));
}

bool isCallable(Vm& vm, const Value& value) {
  Class* cls = vm.classOf(value);
  return value.as<Function>() || value.as<NativeFunction>() || value.as<NativeClosure>() ||
         value.as<Method>() || value.as<Class>() || cls->ops->call || cls->has(Special::Call);
}

Value substitute(Vm& vm, Pattern& pattern, const Value& replacement, const Value& text,
                 int64_t most, bool counted) {
  auto subject = subjectOf(vm, pattern, text);
  bool calls = isCallable(vm, replacement);
  Template parsed;
  if (!calls) parsed = readTemplate(vm, pattern, replacement);
  Scanner scanner(vm, pattern, subject);
  std::u32string result;
  int32_t last = 0;
  int64_t count = 0;
  while (most == 0 || count < most) {
    Value next = scanner.next();
    if (next.isUnbound()) break;
    Match& match = matchOf(next);
    ++count;
    result.append(subject->codes, static_cast<size_t>(last),
                  static_cast<size_t>(match.start() - last));
    last = match.end();
    if (!calls) {
      result += expand(parsed, match);
      continue;
    }
    Value piece = vm.call(replacement, {next});
    if (piece.isUnknown()) throw UnknownTruth{};
    std::string_view view;
    if (asBytes(piece, view))
      for (char c : view) result += static_cast<unsigned char>(c);
    else if (asText(piece, view))
      result += toCodes(view);
    else if (!piece.isNone())
      vm.raiseTypeError("expected str instance, " + vm.classOf(piece)->name + " found");
  }
  result.append(subject->codes, static_cast<size_t>(last));
  Value substituted = toText(vm, result, subject->bytes);
  return counted ? Value(vm.tuple({substituted, Value::integer(count)})) : substituted;
}

// ---- class Pattern

Value patternSearch(Vm& vm, Value* args) {
  return findOne<Anchor::Search>(vm, patternOf(args[0]), args[1], args[2], args[3]);
}
Value patternMatch(Vm& vm, Value* args) {
  return findOne<Anchor::Match>(vm, patternOf(args[0]), args[1], args[2], args[3]);
}
Value patternFullmatch(Vm& vm, Value* args) {
  return findOne<Anchor::Whole>(vm, patternOf(args[0]), args[1], args[2], args[3]);
}
Value patternFindall(Vm& vm, Value* args) {
  return findAll(vm, patternOf(args[0]), args[1], args[2], args[3]);
}
Value patternFinditer(Vm& vm, Value* args) {
  return findIter(vm, patternOf(args[0]), args[1], args[2], args[3]);
}
Value patternSplit(Vm& vm, Value* args) {
  return splitBy(vm, patternOf(args[0]), args[1], vm.toIndex(args[2]));
}
Value patternSub(Vm& vm, Value* args) {
  return substitute(vm, patternOf(args[0]), args[1], args[2], vm.toIndex(args[3]), false);
}
Value patternSubn(Vm& vm, Value* args) {
  return substitute(vm, patternOf(args[0]), args[1], args[2], vm.toIndex(args[3]), true);
}
Value patternSource(Vm&, Value* args) { return patternOf(args[0]).source; }
Value patternFlags(Vm&, Value* args) { return Value::integer(patternOf(args[0]).flags); }
Value patternGroups(Vm&, Value* args) { return Value::integer(patternOf(args[0]).program.groups); }
Value patternGroupIndex(Vm& vm, Value* args) {
  Ref<Dict> names = vm.dict();
  for (auto& [name, group] : patternOf(args[0]).names)
    names->set(vm.intern(name), Value::integer(group));
  return names;
}

constexpr std::pair<uint32_t, const char*> kFlagNames[] = {
    {regex::kIgnoreCase, "IGNORECASE"}, {regex::kLocale, "LOCALE"},
    {regex::kMultiline, "MULTILINE"},   {regex::kDotAll, "DOTALL"},
    {regex::kVerbose, "VERBOSE"},       {regex::kDebug, "DEBUG"},
    {regex::kAscii, "ASCII"},           {regex::kUnicode, "UNICODE"}};

std::string patternRepr(Vm& vm, const Value& self) {
  Pattern& pattern = patternOf(self);
  std::string text = "re.compile(" + vm.repr(pattern.source);
  std::string flags;
  for (auto [bit, name] : kFlagNames) {
    if (!(pattern.flags & bit) || (bit == regex::kUnicode && !pattern.bytes)) continue;
    flags += (flags.empty() ? "re." : "|re.") + std::string(name);
  }
  return text + (flags.empty() ? "" : ", " + flags) + ")";
}

Value patternCompare(Vm& vm, CompareOp op, const Value& a, const Value& b) {
  auto *x = a.asNative<Pattern>(), *y = b.asNative<Pattern>();
  if (!x || !y || (op != CompareOp::Eq && op != CompareOp::Ne)) return Value::notImplemented();
  bool same = x->flags == y->flags && x->bytes == y->bytes && vm.equal(x->source, y->source);
  return Value::boolean(same == (op == CompareOp::Eq));
}
size_t patternHash(Vm& vm, const Value& self) {
  return vm.hash(patternOf(self).source) ^ patternOf(self).flags;
}

constexpr NativeDef kPatternMethods[] = {
    {"search", "self, string, pos=..., endpos=...", patternSearch},
    {"match", "self, string, pos=..., endpos=...", patternMatch},
    {"fullmatch", "self, string, pos=..., endpos=...", patternFullmatch},
    {"findall", "self, string, pos=..., endpos=...", patternFindall},
    {"finditer", "self, string, pos=..., endpos=...", patternFinditer},
    {"split", "self, string, maxsplit=0", patternSplit},
    {"sub", "self, repl, string, count=0", patternSub},
    {"subn", "self, repl, string, count=0", patternSubn},
    {"pattern", "self", patternSource, kGetter},
    {"flags", "self", patternFlags, kGetter},
    {"groups", "self", patternGroups, kGetter},
    {"groupindex", "self", patternGroupIndex, kGetter},
};
constexpr TypeOps patternOps() {
  TypeOps ops;
  ops.repr = patternRepr;
  ops.compare = patternCompare;
  ops.hash = patternHash;
  return ops;
}
constexpr TypeOps kPatternOps = patternOps();

// ---- class Match

int32_t groupNumber(Vm& vm, const Match& match, const Value& group) {
  std::string_view name;
  int64_t number = -1;
  if (asText(group, name)) {
    for (auto& [groupName, index] : match.pattern->names)
      if (groupName == name) number = index;
  } else if (!vm.asInt(group, number, true)) {
    number = -1;
  }
  if (number < 0 || number > match.pattern->program.groups)
    vm.raise(vm.types.IndexError, "no such group");
  return static_cast<int32_t>(number);
}

Value matchGroup(Vm& vm, Value* args) {
  Match& match = matchOf(args[0]);
  const std::vector<Value>& wanted = args[1].as<Tuple>()->items;
  if (wanted.empty()) return match.group(vm, 0, Value::none());
  if (wanted.size() == 1) return match.group(vm, groupNumber(vm, match, wanted[0]), Value::none());
  std::vector<Value> groups;
  for (const Value& group : wanted)
    groups.push_back(match.group(vm, groupNumber(vm, match, group), Value::none()));
  return vm.tuple(std::move(groups));
}
Value matchGroups(Vm& vm, Value* args) {
  Match& match = matchOf(args[0]);
  std::vector<Value> groups;
  for (int32_t i = 1; i <= match.pattern->program.groups; ++i)
    groups.push_back(match.group(vm, i, args[1]));
  return vm.tuple(std::move(groups));
}
Value matchGroupdict(Vm& vm, Value* args) {
  Match& match = matchOf(args[0]);
  Ref<Dict> groups = vm.dict();
  for (auto& [name, group] : match.pattern->names)
    groups->set(vm.intern(name), match.group(vm, group, args[1]));
  return groups;
}
Value matchStart(Vm& vm, Value* args) {
  return Value::integer(matchOf(args[0]).start(groupNumber(vm, matchOf(args[0]), args[1])));
}
Value matchEnd(Vm& vm, Value* args) {
  return Value::integer(matchOf(args[0]).end(groupNumber(vm, matchOf(args[0]), args[1])));
}
Value matchSpan(Vm& vm, Value* args) {
  return vm.tuple({matchStart(vm, args), matchEnd(vm, args)});
}
Value matchExpand(Vm& vm, Value* args) {
  Match& match = matchOf(args[0]);
  return toText(vm, expand(readTemplate(vm, *match.pattern, args[1]), match), match.subject->bytes);
}
Value matchString(Vm&, Value* args) { return matchOf(args[0]).subject->object; }
Value matchRe(Vm&, Value* args) { return matchOf(args[0]).pattern; }
Value matchPos(Vm&, Value* args) { return Value::integer(matchOf(args[0]).from); }
Value matchEndpos(Vm&, Value* args) { return Value::integer(matchOf(args[0]).to); }
Value matchLastindex(Vm&, Value* args) {
  int32_t last = matchOf(args[0]).captures.lastGroup;
  return last ? Value::integer(last) : Value::none();
}
Value matchLastgroup(Vm& vm, Value* args) {
  Match& match = matchOf(args[0]);
  for (auto& [name, group] : match.pattern->names)
    if (group == match.captures.lastGroup) return vm.str(name);
  return Value::none();
}

std::string matchRepr(Vm& vm, const Value& self) {
  Match& match = matchOf(self);
  return "<re.Match object; span=(" + std::to_string(match.start()) + ", " +
         std::to_string(match.end()) + "), match=" + vm.repr(match.group(vm, 0, Value::none())) +
         ">";
}
Value matchGetitem(Vm& vm, const Value& self, const Value& index) {
  Match& match = matchOf(self);
  return match.group(vm, groupNumber(vm, match, index), Value::none());
}

constexpr NativeDef kMatchMethods[] = {
    {"group", "self, *groups", matchGroup},
    {"groups", "self, default=None", matchGroups},
    {"groupdict", "self, default=None", matchGroupdict},
    {"start", "self, group=0, /", matchStart},
    {"end", "self, group=0, /", matchEnd},
    {"span", "self, group=0, /", matchSpan},
    {"expand", "self, template", matchExpand},
    {"string", "self", matchString, kGetter},
    {"re", "self", matchRe, kGetter},
    {"pos", "self", matchPos, kGetter},
    {"endpos", "self", matchEndpos, kGetter},
    {"lastindex", "self", matchLastindex, kGetter},
    {"lastgroup", "self", matchLastgroup, kGetter},
};
constexpr TypeOps matchOps() {
  TypeOps ops;
  ops.repr = matchRepr;
  ops.getitem = matchGetitem;
  return ops;
}
constexpr TypeOps kMatchOps = matchOps();

// ---- functions of the module. The module's globals hold its state.

constexpr const char* kStateName = "_state";
constexpr TypeOps kStateOps;

ReState& stateOf(Vm& vm) {
  return *vm.module("re")->globals->find(vm.intern(kStateName))->asNative<ReState>();
}
Pattern& compiled(Vm& vm, const Value& pattern, const Value& flags, Ref<Pattern>& keep) {
  keep = compilePattern(vm, stateOf(vm), pattern, flags);
  return *keep;
}

Value compileOf(Vm& vm, Value* args) { return compilePattern(vm, stateOf(vm), args[0], args[1]); }
template <Anchor anchor>
Value find(Vm& vm, Value* args) {
  Ref<Pattern> keep;
  return findOne<anchor>(vm, compiled(vm, args[0], args[2], keep), args[1]);
}
Value findall(Vm& vm, Value* args) {
  Ref<Pattern> keep;
  return findAll(vm, compiled(vm, args[0], args[2], keep), args[1]);
}
Value finditer(Vm& vm, Value* args) {
  Ref<Pattern> keep;
  return findIter(vm, compiled(vm, args[0], args[2], keep), args[1]);
}
Value split(Vm& vm, Value* args) {
  Ref<Pattern> keep;
  return splitBy(vm, compiled(vm, args[0], args[3], keep), args[1], vm.toIndex(args[2]));
}
template <bool counted>
Value sub(Vm& vm, Value* args) {
  Ref<Pattern> keep;
  return substitute(vm, compiled(vm, args[0], args[4], keep), args[1], args[2], vm.toIndex(args[3]),
                    counted);
}

Value escape(Vm& vm, Value* args) {
  std::string_view text;
  bool bytes = asBytes(args[0], text);
  if (!bytes && !asText(args[0], text))
    vm.raiseTypeError("decoding to str: need a bytes-like object, " + vm.classOf(args[0])->name +
                      " found");
  std::string escaped;
  for (char c : text) {
    if (std::string_view("()[]{}?*+-|^$\\.&~# \t\n\r\v\f").find(c) != std::string_view::npos)
      escaped += '\\';
    escaped += c;
  }
  return bytes ? vm.bytes(escaped) : vm.str(escaped);
}

Value purge(Vm& vm, Value*) {
  stateOf(vm).cache.clear();
  return Value::none();
}

constexpr NativeDef kReFunctions[] = {
    {"compile", "pattern, flags=0", compileOf},
    {"search", "pattern, string, flags=0", find<Anchor::Search>},
    {"match", "pattern, string, flags=0", find<Anchor::Match>},
    {"fullmatch", "pattern, string, flags=0", find<Anchor::Whole>},
    {"findall", "pattern, string, flags=0", findall},
    {"finditer", "pattern, string, flags=0", finditer},
    {"split", "pattern, string, maxsplit=0, flags=0", split},
    {"sub", "pattern, repl, string, count=0, flags=0", sub<false>},
    {"subn", "pattern, repl, string, count=0, flags=0", sub<true>},
    {"escape", "pattern", escape},
    {"purge", "", purge},
};

}  // namespace

void fillRe(Vm& vm, Module& module) {
  auto set = [&](const char* name, Value value) {
    module.globals->set(vm.intern(name), std::move(value));
  };
  Ref<ReState> state =
      new ReState(vm.defineClass({"_state", "re", Kind::Native, &kStateOps, {}, false}));
  state->pattern =
      vm.defineClass({"Pattern", "re", Kind::Native, &kPatternOps, kPatternMethods, false});
  state->match = vm.defineClass({"Match", "re", Kind::Native, &kMatchOps, kMatchMethods, false});
  state->error = vm.makeClass(vm.types.type, "error", {vm.types.Exception}, vm.dict(), {});
  state->error->moduleName = "re";
  set(kStateName, state);
  set("Pattern", state->pattern);
  set("Match", state->match);
  set("error", state->error);
  vm.addFunctions(module, kReFunctions);
  const std::pair<const char*, uint32_t> letters[] = {
      {"I", regex::kIgnoreCase}, {"L", regex::kLocale},  {"M", regex::kMultiline},
      {"S", regex::kDotAll},     {"X", regex::kVerbose}, {"U", regex::kUnicode},
      {"A", regex::kAscii}};
  for (auto [name, bit] : letters) set(name, Value::integer(bit));
  for (auto [bit, name] : kFlagNames) set(name, Value::integer(bit));
  set("NOFLAG", Value::integer(0));
  set("RegexFlag", vm.types.integer);
}

}  // namespace ts::eval
