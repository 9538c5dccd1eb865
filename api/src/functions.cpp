// Methods as functions: calls and texts.
#include "api/src/objects.h"
#include "core/archive/code_printer.h"
#include "core/ir/text.h"

using namespace ts;
using namespace ts::api;

void jitscope_function_free(jitscope_function* function) { delete function; }
jitscope_error* jitscope_function_run(const jitscope_function* function,
                                      const jitscope_value* const* arguments, size_t size,
                                      const char* const* names, size_t named,
                                      jitscope_value** result) {
  return guarded([&] {
    needed(function, "function");
    runMethod(*function->program, function->self, *function->function, arguments, size, names,
              named, result);
  });
}
jitscope_error* jitscope_function_graph(const jitscope_function* function, char** text) {
  return guarded([&] { give(ir::print(*needed(function, "function").function->graph), text); });
}
jitscope_error* jitscope_function_code(const jitscope_function* function, char** text) {
  return guarded([&] {
    const EnteredThread entered(needed(function, "function").program->profile());
    archive::CodeOptions options;
    options.isMethod = true;
    give(archive::printCode(*function->function, options), text);
  });
}
jitscope_error* jitscope_function_schema(const jitscope_function* function, char** text) {
  return guarded([&] { give(needed(function, "function").function->schema.str(), text); });
}
