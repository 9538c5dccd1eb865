// Programs whose single steps do much work end at the limit on fuel: each would otherwise run for
// minutes, because its instructions are few.
#include <gtest/gtest.h>

#include <string>

#include "core/eval_torch/native_library.h"
#include "tests/unit/eval/program.h"

namespace ts::eval {
namespace {

struct Case {
  const char* name;
  const char* code;  // repeated for ever
};

void PrintTo(const Case& param, std::ostream* out) { *out << param.name; }

class ManyElements : public testing::TestWithParam<Case> {};

TEST_P(ManyElements, CostFuel) {
  NoModules loader;
  Vm vm(loader, nativeLibrary(), {.fuel = 2'000'000});
  const std::string text = std::string(
                               "s = 'ab' * 500000\n"
                               "b = b'ab' * 500000\n"
                               "x = [0] * 100000\n"
                               "d = dict.fromkeys(range(10000))\n"
                               "while True:\n    ") +
                           GetParam().code + "\n";
  EXPECT_THROW(runProgram(vm, text), LimitReached);
}

INSTANTIATE_TEST_SUITE_P(
    Limits, ManyElements,
    testing::Values(Case{"Add", "s + s"}, Case{"Multiply", "s * 2"}, Case{"Slice", "s[1:]"},
                    Case{"Equal", "s == 'ab' * 500000"}, Case{"Contains", "'c' in s"},
                    Case{"Find", "s.find('c')"}, Case{"Count", "s.count('b')"},
                    Case{"Replace", "s.replace('a', 'c')"}, Case{"Split", "s.split('b')"},
                    Case{"Join", "s.join(['a', 'b'])"}, Case{"Upper", "s.upper()"},
                    Case{"Strip", "s.strip('ab')"}, Case{"Encode", "s.encode()"},
                    Case{"Format", "f'{s:>2000000}'"}, Case{"Percent", "'%s' % s"},
                    Case{"Repr", "repr(x)"}, Case{"BytesAdd", "b + b"},
                    Case{"BytesFind", "b.find(b'c')"}, Case{"Bytearray", "bytearray(b)"},
                    Case{"ListAdd", "x + x"}, Case{"ListCopy", "x.copy()"},
                    Case{"ListSlice", "x[1:]"}, Case{"ListEqual", "x == [0] * 100000"},
                    Case{"ListInsert", "x.insert(0, 1); x.pop(0)"}, Case{"ListIndex", "1 in x"},
                    Case{"ListSort", "x.sort()"}, Case{"ListReverse", "x.reverse()"},
                    Case{"Sorted", "sorted(x)"}, Case{"Sum", "sum(x)"}, Case{"Max", "max(x)"},
                    Case{"Tuple", "tuple(x)"}, Case{"Set", "set(x)"}, Case{"Dict", "dict(d)"},
                    Case{"DictEqual", "d == dict(d)"}, Case{"Zip", "list(zip(x, x))"},
                    Case{"Range", "list(range(100000))"}, Case{"Star", "print(*x)"}),
    [](const auto& info) { return info.param.name; });

TEST(Limits, ASearchTakesTimeInProportionToTheTexts) {
  NoModules loader;
  Vm vm(loader, nativeLibrary());
  vm.strict = true;
  runProgram(vm,
             "s = 'a' * 1000000\n"
             "p = 'b' + 'a' * 400000\n"
             "q = 'a' * 400000 + 'b'\n"
             "assert s.find(p) == s.find(q) == s.rfind(p) == s.rfind(q) == -1\n"
             "assert s.count(q) == 0 and s.split(q) == [s] and q not in s\n"
             "assert ('x' + p + p).rfind(p) == 1 + len(p)\n"
             "assert len(s.strip('b' * 1000000)) == 1000000\n");
}

}  // namespace
}  // namespace ts::eval
