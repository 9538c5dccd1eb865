// Confines syntax errors in the bodies of methods to these methods, so that the rest of their class
// is checked.
#pragma once

#include <span>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/diag/diagnostic.h"
#include "core/syntax/ast.h"

namespace ts::driver {

// A class with replaced methods. The replacement keeps the recovered body, so that its callees are
// compiled. Its result is Unknown unless the method declares a type.
struct RepairedClass {
  syntax::ClassDef* definition = nullptr;  // null: the errors affect the class itself
  std::vector<Span> damaged;               // the whole lines of the methods, in order
};

// Belongs to one tree; not thread-safe.
class MethodRepair {
 public:
  // `problems` are the syntax errors and warnings of the tree. Both have to outlive the object.
  MethodRepair(const syntax::Module& tree, const std::vector<diag::Diagnostic>& problems);

  // `lines` are the lines of the class, up to the next statement of the module.
  RepairedClass repair(const syntax::ClassDef& definition, Span lines, Arena& arena);

 private:
  // Returns whether code may call the method before the object is compiled. A damaged method may
  // then lack statements that set attributes.
  bool mayRunEarly(std::string_view method);
  void findConstructing();

  const syntax::Module& tree_;
  const std::vector<diag::Diagnostic>& problems_;
  bool hasOpenText_ = false;  // a string of several lines has no end
  bool isSearched_ = false;
  // The names of methods that constructors, functions or the module level mention, directly or
  // over other methods.
  std::unordered_set<std::string_view> constructing_;
};

}  // namespace ts::driver
