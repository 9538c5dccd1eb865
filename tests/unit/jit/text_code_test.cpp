// Machine code on strings, dicts and tuples, beside the interpreter.
#include "tests/unit/jit/outcomes.h"

namespace ts::jit {
namespace {

using interp::Stack;

// The text is machine code, and behaves as the interpreter does.
std::string code(std::string_view text, const std::function<Stack()>& arguments) {
  return both(text, arguments, true);
}

// Each round also keeps the text so far.
TEST(TextCode, AnAdditionInPlaceChangesNoOtherReference) {
  EXPECT_EQ(code(R"(graph(%n : int, %all : str[], %first : str):
  %true : bool = prim::Constant[value=1]()
  %x : str = prim::Constant[value="x"]()
  %whole : str = prim::Loop(%n, %true, %first)
    block0(%i : int, %s : str):
      %kept : str[] = aten::append(%all, %s)
      %a : str = aten::add(%s, %x)
      %b : str = aten::add(%a, %x)
      -> (%true, %b)
  return (%whole, %all, %first)
)",
                 [] {
                   return Stack{int64_t{3}, tensor::makeList(types::stringType(), {}), "ab"};
                 }),
            "str:abxxxxxx List:[ab, abxx, abxxxx] str:ab ");
}

constexpr std::string_view kLetters = R"(graph(%s : str, %from : int):
  %true : bool = prim::Constant[value=1]()
  %zero : int = prim::Constant[value=0]()
  %one : int = prim::Constant[value=1]()
  %a : str = prim::Constant[value="a"]()
  %n : int = aten::len(%s)
  %count : int, %codes : int = prim::Loop(%n, %true, %zero, %zero)
    block0(%i : int, %k : int, %sum : int):
      %at : int = aten::add(%i, %from)
      %c : str = aten::__getitem__(%s, %at)
      %isA : bool = aten::eq(%c, %a)
      %more : int = prim::If(%isA)
        block0():
          %l : int = aten::add(%k, %one)
          -> (%l)
        block1():
          -> (%k)
      %code : int = aten::ord(%c)
      %next : int = aten::add(%sum, %code)
      -> (%true, %more, %next)
  return (%count, %codes)
)";

TEST(TextCode, CharactersAreReadFromBothEnds) {
  EXPECT_EQ(code(kLetters, [] { return Stack{"banana", int64_t{0}}; }), "int:3 int:609 ");
  EXPECT_EQ(code(kLetters, [] { return Stack{"banana", int64_t{-6}}; }), "int:3 int:609 ");
  EXPECT_EQ(code(kLetters, [] { return Stack{"", int64_t{0}}; }), "int:0 int:0 ");
}
TEST(TextCode, AnIndexOutOfRangeFailsInTheInterpreter) {
  EXPECT_EQ(code(kLetters,
                 [] {
                   return Stack{"banana", int64_t{1}};
                 }),
            "RuntimeError: string index out of range in 1 functions");
}

// Characters that only a comparison or ord() looks at, constants of other lengths, bytes above 127.
TEST(TextCode, BytesAreComparedWithoutStrings) {
  constexpr std::string_view kBytes = R"(graph(%s : str, %from : int):
  %true : bool = prim::Constant[value=1]()
  %zero : int = prim::Constant[value=0]()
  %a : str = prim::Constant[value="a"]()
  %none : str = prim::Constant[value=""]()
  %long : str = prim::Constant[value="ab"]()
  %n : int = aten::len(%s)
  %out : str, %sum : int = prim::Loop(%n, %true, %none, %zero)
    block0(%i : int, %o : str, %t : int):
      %at : int = aten::add(%i, %from)
      %c : str = aten::__getitem__(%s, %at)
      %isA : bool = aten::eq(%c, %a)
      %d : str = aten::__getitem__(%s, %at)
      %isNotA : bool = aten::ne(%a, %d)
      %e : str = aten::__getitem__(%s, %at)
      %isNone : bool = aten::eq(%e, %none)
      %f : str = aten::__getitem__(%s, %at)
      %isLong : bool = aten::ne(%long, %f)
      %g : str = aten::__getitem__(%s, %at)
      %code : int = aten::ord(%g)
      %u : int = aten::add(%t, %code)
      %isEmpty : bool = aten::eq(%o, %none)
      %isOne : bool = aten::eq(%o, %a)
      %flags : bool[] = prim::ListConstruct(%isA, %isNotA, %isNone, %isLong, %isEmpty, %isOne)
      %text : str = aten::str(%flags)
      %p : str = aten::add(%o, %text)
      -> (%true, %p, %u)
  return (%out, %sum)
)";
  EXPECT_NE(code(kBytes,
                 [] {
                   return Stack{"a\xc3\xa4", int64_t{0}};
                 })
                .find("456"),
            std::string::npos);
  code(kBytes, [] { return Stack{"banana", int64_t{-6}}; });
  EXPECT_EQ(code(kBytes,
                 [] {
                   return Stack{"banana", int64_t{2}};
                 }),
            "RuntimeError: string index out of range in 1 functions");
}

// A text grows by the result of a line, or by a constant if the line is empty, and by a function of
// `number` and the round. Every third round keeps the text.
struct Growth {
  std::string_view line, constant, function;
};
std::string grown(const Growth& growth, const std::string& text, int64_t rounds, int64_t number) {
  const std::string graph =
      fmt::format(R"(graph(%s : str, %n : int, %first : str, %number : int):
  %true : bool = prim::Constant[value=1]()
  %zero : int = prim::Constant[value=0]()
  %three : int = prim::Constant[value=3]()
  %x : str = prim::Constant[value="{}"]()
  %all : str[] = prim::ListConstruct()
  %whole : str = prim::Loop(%n, %true, %first)
    block0(%i : int, %text : str):
      {}
      %a : str = aten::add(%text, {})
      %k : int = aten::add(%number, %i)
      %d : str = aten::{}(%k)
      %b : str = aten::add(%a, %d)
      %rest : int = aten::remainder(%i, %three)
      %isKept : bool = aten::eq(%rest, %zero)
       = prim::If(%isKept)
        block0():
          %kept : str[] = aten::append(%all, %b)
          -> ()
        block1():
          -> ()
      -> (%true, %b)
  return (%whole, %all, %first)
)",
                  growth.constant, growth.line, growth.line.empty() ? "%x" : "%c", growth.function);
  return code(graph, [=] { return Stack{text, rounds, "<", number}; });
}

TEST(TextCode, AppendedBytesChangeNoOtherReference) {
  const auto characters = [](const std::string& text, int64_t rounds, int64_t first) {
    return grown({"%c : str = aten::__getitem__(%s, %i)", "", "chr"}, text, rounds, first);
  };
  EXPECT_EQ(characters("abcde", 5, 65), "str:<aAbBcCdDeE List:[<aA, <aAbBcCdD] str:< ");
  EXPECT_EQ(characters("", 0, 65), "str:< List:[] str:< ");
  EXPECT_EQ(characters("abcde", 6, 65), "RuntimeError: string index out of range in 1 functions");
  EXPECT_EQ(characters("abcde", 5, 0x10ffff),
            "RuntimeError: chr() arg not in range(0x110000) in 1 functions");
  EXPECT_EQ(characters("abcde", 5, -1),
            "RuntimeError: chr() arg not in range(0x110000) in 1 functions");
  // Over the sizes at which a text gets more memory.
  const std::string want = characters(std::string(300, '-'), 300, 97);
  EXPECT_EQ(want.substr(0, 17), "str:<-a-b-c-d-e-f");
}

TEST(TextCode, AppendedConstantsAndDigitsChangeNoOtherReference) {
  const auto digits = [](std::string_view constant, int64_t rounds, int64_t first) {
    return grown({"", constant, "str"}, "", rounds, first);
  };
  EXPECT_EQ(digits(", ", 5, 98),
            "str:<, 98, 99, 100, 101, 102 List:[<, 98, <, 98, 99, 100, 101] str:< ");
  EXPECT_EQ(digits("", 2, -1), "str:<-10 List:[<-1] str:< ");
  EXPECT_EQ(digits("\xff\xfe\x80 1234", 2, INT64_MIN),
            "str:<\xff\xfe\x80 1234-9223372036854775808\xff\xfe\x80 1234-9223372036854775807 "
            "List:[<\xff\xfe\x80 1234-9223372036854775808] str:< ");
  // Over the sizes at which a text gets more memory.
  for (const size_t size : {1, 3, 7, 8, 9, 15, 31, 32, 33, 100}) {
    const std::string constant = std::string(size - 1, '-') + "|";
    std::string want = "str:<";
    for (int i = 0; i < 200; ++i) want += constant + std::to_string(i);
    EXPECT_EQ(digits(constant, 200, 0).substr(0, want.size()), want);
  }
}

TEST(TextCode, CharactersOfAConstantAreRead) {
  constexpr std::string_view kDigits = R"(graph(%n : int, %first : str, %from : int):
  %true : bool = prim::Constant[value=1]()
  %digits : str = prim::Constant[value="0123456789abcdef"]()
  %whole : str = prim::Loop(%n, %true, %first)
    block0(%i : int, %text : str):
      %at : int = aten::add(%i, %from)
      %c : str = aten::__getitem__(%digits, %at)
      %b : str = aten::add(%text, %c)
      -> (%true, %b)
  return (%whole, %first)
)";
  const auto read = [&](int64_t rounds, int64_t from) {
    return code(kDigits, [=] { return Stack{rounds, "x", from}; });
  };
  EXPECT_EQ(read(3, 9), "str:x9ab str:x ");
  EXPECT_EQ(read(3, -2), "str:xef0 str:x ");
  EXPECT_EQ(read(3, 14), "RuntimeError: string index out of range in 1 functions");
}

// Appends values whose register is emptied, and one whose register keeps it.
TEST(TextCode, ValuesAreAppendedToLists) {
  constexpr std::string_view kAppends = R"(graph(%n : int, %first : str):
  %true : bool = prim::Constant[value=1]()
  %one : int = prim::Constant[value=1]()
  %a : str = prim::Constant[value="a"]()
  %texts : str[] = prim::ListConstruct()
  %pairs : int[][] = prim::ListConstruct()
  %sum : int = prim::Loop(%n, %true, %one)
    block0(%i : int, %s : int):
      %t : str = aten::str(%i)
      %u : str = aten::add(%t, %a)
      %x : str[] = aten::append(%texts, %u)
      %y : str[] = aten::append(%texts, %first)
      %pair : int[] = prim::ListConstruct(%i, %s)
      %z : int[][] = aten::append(%pairs, %pair)
      %k : int = aten::add(%s, %i)
      -> (%true, %k)
  return (%texts, %pairs, %sum, %first)
)";
  const auto appended = [&](int64_t rounds) {
    return code(kAppends, [=] { return Stack{rounds, "kept"}; });
  };
  EXPECT_EQ(appended(2), "List:[0a, kept, 1a, kept] List:[[0, 1], [1, 1]] int:2 str:kept ");
  EXPECT_NE(appended(1000).find("998a, kept, 999a, kept] "), std::string::npos);
}

constexpr std::string_view kCounts =
    R"(graph(%words : str[], %counts : Dict(str, int), %missing : str):
  %true : bool = prim::Constant[value=1]()
  %one : int = prim::Constant[value=1]()
  %n : int = aten::len(%words)
   = prim::Loop(%n, %true)
    block0(%i : int):
      %word : str = aten::__getitem__(%words, %i)
      %isKnown : bool = aten::__contains__(%counts, %word)
       = prim::If(%isKnown)
        block0():
          %before : int = aten::__getitem__(%counts, %word)
          %after : int = aten::add(%before, %one)
           = aten::_set_item(%counts, %word, %after)
          -> ()
        block1():
           = aten::_set_item(%counts, %word, %one)
          -> ()
      -> (%true)
  %last : int = aten::__getitem__(%counts, %missing)
  return (%counts, %last)
)";

TEST(TextCode, DictsCountWords) {
  const auto arguments = [](const char* missing) {
    return [missing] {
      return Stack{
          tensor::makeList(types::stringType(), {"b", "a", "b", "longer than a short string"}),
          tensor::makeCounted<tensor::DictValue>(types::stringType(), types::intType()), missing};
    };
  };
  EXPECT_EQ(code(kCounts, arguments("b")),
            "Dict:{b: 2, a: 1, longer than a short string: 1} int:2 ");
  EXPECT_EQ(code(kCounts, arguments("c")), "RuntimeError: KeyError: c in 1 functions");
}

}  // namespace
}  // namespace ts::jit
