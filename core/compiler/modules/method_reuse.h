// Reuses the graph of a method for several types of a module class.
//
// A method is compiled for each module type, but most types of a class differ only in values that
// the method never reads, such as the number of channels of a convolution. MethodReuse records what
// each compilation reads of its modules. A type with the same answers gets a copy of the graph.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/compiler/modules/concrete_module.h"
#include "core/compiler/resolve/python_env.h"
#include "core/ir/ir.h"

namespace ts::compiler {

class CompilationUnit;

class MethodReuse {
 public:
  explicit MethodReuse(CompilationUnit& unit) : unit_(unit) {}

  // Fills the function with a copy of a graph that was compiled for another type, and compiles for
  // it what that compilation caused to be compiled. self: null for a function that is not a method.
  // Returns false when no graph can be reused; the function is then unchanged.
  bool reuse(ir::Function& function, const PyFunction& source, ConcreteModule* self);

  // Queries recorded between begin() and end() belong to the compilation of one function.
  // Compilations nest.
  void begin() { asked_.emplace_back(); }
  // self: null for a function that is not a module's method. isWhole: the function has a graph and
  // nothing was reported.
  void end(ir::Function& function, const PyFunction& source, ConcreteModule* self, bool isWhole);
  // From now on, functions that are not methods are recorded too.
  void keepFunctions() { keepsFunctions_ = true; }

  // ---- queries of ModuleValue
  // kind: module.kindOf(name)
  void recordMember(ConcreteModule& module, std::string_view name, ModuleMember kind);
  void recordMethod(ConcreteModule& module, std::string_view name, ir::Function* method);
  void recordAllMembers(ConcreteModule& module);
  // A query whose answer cannot be compared: the graph is not reused.
  void recordUncomparable();
  // ---- queries of the unit
  void askedFunction(const PyFunction& source);
  // A query about data of this unit, such as the type of a class.
  void askedUnit();

  // Pairs of a type and its replacement.
  using Types = std::vector<std::pair<types::TypePtr, types::TypePtr>>;
  struct MemberQuery {
    ConcreteModule* module;
    std::string name;  // empty for all members
    ModuleMember answer;
    const ir::Function* method;  // set when the answer is a method
  };
  struct Asked {
    std::vector<MemberQuery> queries;
    std::vector<const PyFunction*> functions;  // in the order of their first use
    bool isComparable = true;
    bool isOfUnit = false;
  };
  struct Compiled {
    ir::Function* function;
    ConcreteModule* self;
    Asked asked;
    bool hasWarnings;
  };
  // Compiled functions by source. Comparing may compile further functions and append to a list that
  // is being iterated: a deque keeps its elements in place.
  using Sources = std::unordered_map<const PyFunction*, std::deque<Compiled>>;
  const Sources& compiled() const { return compiled_; }

 private:
  class Comparison;
  // more(types): adds types to replace besides those of modules; returns false when that is
  // impossible.
  template <typename F>
  bool take(ir::Function& function, const Compiled& known, ConcreteModule* self, F&& more);

  void record(ConcreteModule& module, std::string_view name, ModuleMember answer,
              const ir::Function* method);

  CompilationUnit& unit_;
  std::vector<Asked> asked_;
  Sources compiled_;
  bool keepsFunctions_ = false;
};

}  // namespace ts::compiler
