// The cmath module.
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>

#include "core/eval/builtins/numbers.h"
#include "core/eval_stdlib/modules.h"

namespace ts::eval {
namespace {

using Pair = std::complex<double>;

Pair argument(Vm& vm, const Value& value) {
  double real, imag;
  if (!asComplex(vm, value, real, imag))
    vm.raiseTypeError("must be real number, not " + vm.classOf(value)->name);
  return {real, imag};
}
bool isFiniteComplex(Pair z) { return std::isfinite(z.real()) && std::isfinite(z.imag()); }
bool isNanComplex(Pair z) { return std::isnan(z.real()) || std::isnan(z.imag()); }

Value result(Vm& vm, Pair value, Pair from) {
  if (isNanComplex(value) && !isNanComplex(from)) vm.raiseValueError("math domain error");
  if (!isFiniteComplex(value) && isFiniteComplex(from))
    vm.raise(vm.types.OverflowError, "math range error");
  return vm.complex(value.real(), value.imag());
}

using ComplexFunction = Pair (*)(const Pair&);
template <ComplexFunction function>
Value complexUnary(Vm& vm, Value* args) {
  Pair z = argument(vm, args[0]);
  return result(vm, function(z), z);
}

Value logComplex(Vm& vm, Value* args) {
  Pair z = argument(vm, args[0]);
  if (z == Pair(0, 0)) vm.raiseValueError("math domain error");
  Pair logarithm = std::log(z);
  if (!args[1].isUnbound()) {
    Pair base = argument(vm, args[1]);
    if (base == Pair(0, 0)) vm.raiseValueError("math domain error");
    if (std::log(base) == Pair(0, 0))
      vm.raise(vm.types.ZeroDivisionError, "complex division by zero");
    logarithm /= std::log(base);
  }
  return result(vm, logarithm, z);
}
Value log10(Vm& vm, Value* args) {
  Pair z = argument(vm, args[0]);
  if (z == Pair(0, 0)) vm.raiseValueError("math domain error");
  return result(vm, std::log10(z), z);
}

Value phase(Vm& vm, Value* args) {
  Pair z = argument(vm, args[0]);
  return Value::real(std::atan2(z.imag(), z.real()));
}
Value polar(Vm& vm, Value* args) {
  Pair z = argument(vm, args[0]);
  return vm.tuple(
      {Value::real(std::hypot(z.real(), z.imag())), Value::real(std::atan2(z.imag(), z.real()))});
}
Value rect(Vm& vm, Value* args) {
  double r = toReal(vm, args[0]), phi = toReal(vm, args[1]);
  if (phi == 0) return vm.complex(r, r * phi);
  return result(vm, {r * std::cos(phi), r * std::sin(phi)}, {r, phi});
}

Value areFinite(Vm& vm, Value* args) {
  return Value::boolean(isFiniteComplex(argument(vm, args[0])));
}
Value areNan(Vm& vm, Value* args) { return Value::boolean(isNanComplex(argument(vm, args[0]))); }
Value areInfinite(Vm& vm, Value* args) {
  Pair z = argument(vm, args[0]);
  return Value::boolean(std::isinf(z.real()) || std::isinf(z.imag()));
}
Value isCloseComplex(Vm& vm, Value* args) {
  Pair a = argument(vm, args[0]), b = argument(vm, args[1]);
  double relative = args[2].isUnbound() ? 1e-9 : toReal(vm, args[2]),
         absolute = toReal(vm, args[3]);
  if (relative < 0 || absolute < 0) vm.raiseValueError("tolerances must be non-negative");
  if (a == b) return Value::boolean(true);
  if (!isFiniteComplex(a) || !isFiniteComplex(b)) return Value::boolean(false);
  double difference = std::abs(a - b);
  return Value::boolean(difference <= relative * std::abs(b) ||
                        difference <= relative * std::abs(a) || difference <= absolute);
}

constexpr NativeDef kCmathFunctions[] = {
    {"acos", "z, /", complexUnary<std::acos<double>>},
    {"acosh", "z, /", complexUnary<std::acosh<double>>},
    {"asin", "z, /", complexUnary<std::asin<double>>},
    {"asinh", "z, /", complexUnary<std::asinh<double>>},
    {"atan", "z, /", complexUnary<std::atan<double>>},
    {"atanh", "z, /", complexUnary<std::atanh<double>>},
    {"cos", "z, /", complexUnary<std::cos<double>>},
    {"cosh", "z, /", complexUnary<std::cosh<double>>},
    {"exp", "z, /", complexUnary<std::exp<double>>},
    {"isclose", "a, b, *, rel_tol=..., abs_tol=0", isCloseComplex},
    {"isfinite", "z, /", areFinite},
    {"isinf", "z, /", areInfinite},
    {"isnan", "z, /", areNan},
    {"log", "z, base=..., /", logComplex},
    {"log10", "z, /", log10},
    {"phase", "z, /", phase},
    {"polar", "z, /", polar},
    {"rect", "r, phi, /", rect},
    {"sin", "z, /", complexUnary<std::sin<double>>},
    {"sinh", "z, /", complexUnary<std::sinh<double>>},
    {"sqrt", "z, /", complexUnary<std::sqrt<double>>},
    {"tan", "z, /", complexUnary<std::tan<double>>},
    {"tanh", "z, /", complexUnary<std::tanh<double>>},
};

}  // namespace

void fillCmath(Vm& vm, Module& module) {
  vm.addFunctions(module, kCmathFunctions);
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  auto set = [&](const char* name, Value value) {
    module.globals->set(vm.intern(name), std::move(value));
  };
  set("pi", Value::real(std::numbers::pi));
  set("e", Value::real(std::numbers::e));
  set("tau", Value::real(2 * std::numbers::pi));
  set("inf", Value::real(INFINITY));
  set("nan", Value::real(kNan));
  set("infj", vm.complex(0, INFINITY));
  set("nanj", vm.complex(0, kNan));
}

}  // namespace ts::eval
