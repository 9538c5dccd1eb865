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

class CompileContext;
class ModuleCompiler;

class MethodReuse {
 public:
  MethodReuse(CompileContext& context, ModuleCompiler& modules)
      : context_(context), modules_(modules) {}

  // Fills the method with a copy of a graph that was compiled for another type. The functions that
  // the other compilation caused to be compiled are compiled for this type too. Returns false when
  // no graph can be reused; the method is then unchanged.
  bool reuse(ir::Function& function, const PyFunction& source, ConcreteModule& self);

  // Queries recorded between begin() and end() belong to the compilation of one function.
  // Compilations nest.
  void begin() { open_.emplace_back(); }
  // self: null for a function that is not a module's method. isWhole: the function has a graph and
  // nothing was reported.
  void end(ir::Function& function, const PyFunction& source, ConcreteModule* self, bool isWhole);

  // Record a query of ModuleValue. kind: module.kindOf(name)
  void recordMember(ConcreteModule& module, std::string_view name, ModuleMember kind);
  void recordMethod(ConcreteModule& module, std::string_view name, ir::Function* method);
  void recordAllMembers(ConcreteModule& module);
  // A query whose answer cannot be compared: the graph is not reused.
  void recordUncomparable();

 private:
  // Pairs of a type and its replacement.
  using Types = std::vector<std::pair<types::TypePtr, types::TypePtr>>;
  struct MemberQuery {
    ConcreteModule* module;
    std::string name;  // empty for all members
    ModuleMember answer;
    const ir::Function* method;  // set when the answer is a method
  };
  struct Queries {
    std::vector<MemberQuery> members;
    bool areComparable = true;
  };
  struct CompiledMethod {
    ir::Function* function;
    ConcreteModule* self;
    Queries queries;
    bool hasWarnings;
  };
  class Comparison;
  bool copy(ir::Function& function, const CompiledMethod& existing, ConcreteModule& self);

  void record(ConcreteModule& module, std::string_view name, ModuleMember answer,
              const ir::Function* method);

  CompileContext& context_;
  ModuleCompiler& modules_;
  std::vector<Queries> open_;  // of the compilations in progress, the innermost last
  // Compiled methods by their source. Comparing may compile more methods, which extends a list
  // while it is read: a deque keeps its elements in place.
  std::unordered_map<const PyFunction*, std::deque<CompiledMethod>> compiled_;
};

}  // namespace ts::compiler
