// The standard library's native modules. The expected texts are those of CPython.
#include <gtest/gtest.h>

#include "core/eval_torch/native_library.h"
#include "tests/unit/eval/program.h"

namespace ts::eval {
namespace {

// The output of a program. `tried` prints the exception of a call, else its result.
std::string run(std::string text) {
  NoModules loader;
  Vm vm(loader, nativeLibrary());
  return outputOf(vm,
                  "def tried(f, *args):\n"
                  "  try:\n    print(f(*args))\n"
                  "  except Exception as error:\n"
                  "    print(type(error).__name__ + ':', error)\n" +
                      std::move(text));
}

TEST(Math, IntegersAreExact) {
  EXPECT_EQ(run(R"py(import math
print(math.gcd(12, -18, 30), math.lcm(4, 6), math.isqrt(10 ** 18 + 1), math.comb(50, 25))
print(math.perm(5, 2), math.factorial(20), math.prod([2, 3]), math.floor(-1.5), math.ceil(-1.5), math.trunc(-1.5))
)py"),
            R"py(6 12 1000000000 126410606437752
20 2432902008176640000 6 -2 -1 -1
)py");
}

TEST(Math, FloatsKeepSignsAndLimits) {
  EXPECT_EQ(run(R"py(import math
print(math.fmod(-7, 3), math.remainder(7, 4), math.copysign(0.0, -1.0), math.frexp(-10.0), math.ldexp(0.75, 3))
print(math.modf(-2.25), math.fsum([0.1] * 10), math.hypot(3, 4, 12), math.dist([0, 0], [3, 4]))
print(math.isclose(1.0, 1.0 + 1e-10), math.isnan(math.nan), math.nextafter(1.0, 2.0), math.ulp(1.0))
print(math.log(8, 2), math.log2(2 ** 62), math.log10(10 ** 18), math.exp(1) == math.e, math.gamma(5), math.erf(0.0))
)py"),
            R"py(-1.0 -1.0 -0.0 (-0.625, 4) 6.0
(-0.25, -2.0) 1.0 13.0 5.0
True True 1.0000000000000002 2.220446049250313e-16
3.0 62.0 18.0 True 24.0 0.0
)py");
}

TEST(Math, ErrorsAreThoseOfPython) {
  EXPECT_EQ(run(R"py(import math
tried(math.sqrt, -1)
tried(math.log, 0)
tried(math.exp, 1000)
tried(math.factorial, -1)
tried(math.factorial, 1.5)
tried(math.comb, 3, -1)
tried(math.floor, float('inf'))
tried(math.isqrt, -4)
tried(math.acos, 2)
tried(math.ldexp, 1.0, 100000)
tried(math.gcd, 1.5)
)py"),
            R"py(ValueError: math domain error
ValueError: math domain error
OverflowError: math range error
ValueError: factorial() not defined for negative values
TypeError: 'float' object cannot be interpreted as an integer
ValueError: k must be a non-negative integer
OverflowError: cannot convert float infinity to integer
ValueError: isqrt() argument must be nonnegative
ValueError: math domain error
OverflowError: math range error
TypeError: 'float' object cannot be interpreted as an integer
)py");
}

TEST(Cmath, ComplexResults) {
  EXPECT_EQ(run(R"py(import cmath
print(cmath.sqrt(-1), cmath.phase(-1), cmath.polar(1j), cmath.isinf(complex('inf')), cmath.exp(0j), cmath.rect(2, 0))
tried(cmath.log, 0)
)py"),
            R"py(1j 3.141592653589793 (1.0, 1.5707963267948966) True (1+0j) (2+0j)
ValueError: math domain error
)py");
}

TEST(Re, GroupsAndSpans) {
  EXPECT_EQ(run(R"py(import re
def show(pattern, text, flags=0):
  m = re.search(pattern, text, flags)
  print(m and (m.span(), m.groups(), m.groupdict()))
show(r'(a+)(b*)c', 'xaabc')
show(r'(?P<k>\w+)=(?P<v>\d+)', ' n=12')
show(r'(a|ab)(c|bcd)(d*)', 'abcd')
show(r'(a)?(?(1)b|c)', 'c')
show(r'(?<=x)\d+(?!\d|y)', 'x123y x45')
show(r'nothing', 'some')
)py"),
            R"py(((1, 5), ('aa', 'b'), {})
((1, 5), ('n', '12'), {'k': 'n', 'v': '12'})
((0, 4), ('a', 'bcd', ''), {})
((0, 1), (None,), {})
((7, 9), (), {})
None
)py");
}

TEST(Re, FlagsChangeTheMatch) {
  EXPECT_EQ(run(R"py(import re
print(re.search(r'^b$', 'a\nb\nc', re.M).span(), re.search(r'^b$', 'a\nb\nc'))
print(re.search(r'a.b', 'a\nb', re.S).span(), re.search(r'a.b', 'a\nb'))
print(re.search(r'(?i)é', 'É').group(), re.search('a # x\n b', 'ab', re.X).group())
print(re.findall(r'\w', 'aé', re.A), re.findall(r'\w', 'aé'))
)py"),
            R"py((2, 3) None
(0, 3) None
É ab
['a'] ['a', 'é']
)py");
}

TEST(Re, FindReplaceSplit) {
  EXPECT_EQ(run(R"py(import re
print(re.findall(r'(\w)(\d)', 'a1 b2'), re.findall(r'\d*', 'a1'))
print(re.sub(r'(\w+) (\w+)', r'\2 \1', 'one two three four'))
print(re.sub('a', lambda m: m.group().upper(), 'banana', count=2), re.subn('x', 'y', 'axx'))
print(re.split(r'(,)\s*', 'a, b,c'), re.split(r'x*', 'axb'), re.escape('a.b*c'))
print(re.fullmatch('a|ab', 'ab').group(), [m.start() for m in re.finditer('a', 'banana')])
)py"),
            R"py([('a', '1'), ('b', '2')] ['', '1', '']
two one four three
bAnAna ('ayy', 2)
['a', ',', 'b', ',', 'c'] ['', 'a', '', 'b', ''] a\.b\*c
ab [1, 3, 5]
)py");
}

TEST(Re, ErrorsHaveAPosition) {
  EXPECT_EQ(run(R"py(import re
for bad in ('(', 'a{2,1}', '[z-a]', '(?P<1>a)', '*a', r'\1', '(?<=a+)b', 'a)'):
  try:
    re.compile(bad)
  except re.error as error:
    print(error)
)py"),
            R"py(missing ), unterminated subpattern at position 0
min repeat greater than max repeat at position 2
bad character range z-a at position 1
bad character in group name '1' at position 4
nothing to repeat at position 0
invalid group reference 1 at position 1
look-behind requires fixed-width pattern
unbalanced parenthesis at position 1
)py");
}

TEST(Typing, FormsPrintAndCompareAsInPython) {
  EXPECT_EQ(
      run(R"py(from typing import Any, Callable, Dict, List, Optional, Tuple, Union, get_args, get_origin
print(List[int], Optional[int], Union[int, str, int], Union[int], Dict[str, List[int]], Tuple[int, ...])
print(Callable[[int], str], Callable[..., Any])
print(get_origin(List[int]), get_args(Dict[str, int]), get_args(Callable[[int], str]), get_args(Optional[str]))
print(Union[int, Union[str, None]] == Union[None, int, str], List[int] == List[str], hash(List[int]) == hash(List[int]))
)py"),
      R"py(typing.List[int] typing.Optional[int] typing.Union[int, str] <class 'int'> typing.Dict[str, typing.List[int]] typing.Tuple[int, ...]
typing.Callable[[int], str] typing.Callable[..., typing.Any]
<class 'list'> (<class 'str'>, <class 'int'>) ([<class 'int'>], <class 'str'>) (<class 'str'>, <class 'NoneType'>)
True False True
)py");
}

TEST(Typing, TypeVariablesAreReplaced) {
  EXPECT_EQ(
      run(R"py(from typing import Dict, Generic, List, TypeVar
T = TypeVar('T')
print(T, List[T][int], Dict[str, T][int], TypeVar('B', bound=int).__bound__, TypeVar('C', int, str).__constraints__)
class Box(Generic[T]):
  def __init__(self, value: T):
    self.value = value
print(Box[int](3).value, Box.__parameters__)
)py"),
      R"py(~T typing.List[int] typing.Dict[str, int] <class 'int'> (<class 'int'>, <class 'str'>)
3 (~T,)
)py");
}

TEST(Typing, NamedTuplesAreTuplesWithNames) {
  EXPECT_EQ(run(R"py(from typing import NamedTuple, cast
class Point(NamedTuple):
  x: int
  y: int = 2
print(Point(1), Point(1)._asdict(), Point._fields, Point(1) == (1, 2))
print(cast(int, 'x'))
)py"),
            R"py(Point(x=1, y=2) {'x': 1, 'y': 2} ('x', 'y') True
x
)py");
}

TEST(Typing, WrongSubscriptsAreTypeErrors) {
  EXPECT_EQ(run(R"py(from typing import Generic, List, Optional, TypeVar, Union
tried(lambda: List[int, str])
tried(lambda: Union[()])
tried(lambda: Optional[int, str])
tried(lambda: TypeVar('X', int))
tried(lambda: List[int][str])
tried(lambda: Generic[int])
)py"),
            R"py(TypeError: Too many arguments for typing.List; actual 2, expected 1
TypeError: Cannot take a Union of no types.
TypeError: typing.Optional requires a single type. Got (<class 'int'>, <class 'str'>).
TypeError: A single constraint is not allowed
TypeError: typing.List[int] is not a generic class
TypeError: Parameters to Generic[...] must all be type variables or parameter specification variables.
)py");
}

TEST(Sys, FactsOfTheInterpreter) {
  EXPECT_EQ(run(R"py(import sys
print(sys.maxsize, sys.byteorder, sys.version_info >= (3, 8), sys.getrecursionlimit() > 0, 'sys' in sys.modules)
)py"),
            R"py(9223372036854775807 little True True True
)py");
}

}  // namespace
}  // namespace ts::eval
