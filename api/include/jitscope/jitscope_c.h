/* libjitscope: loads, runs, differentiates and checks TorchScript without PyTorch and Python.
 *
 *   jitscope_runtime* runtime;
 *   jitscope_module* module;
 *   jitscope_value *input, *output;
 *   check(jitscope_runtime_create(NULL, &runtime));
 *   check(jitscope_module_load(runtime, "model.pt", &module));
 *   check(jitscope_tensor_borrow(data, JITSCOPE_FLOAT32, 2, sizes, NULL, NULL, NULL, &input));
 *   const jitscope_value* const arguments[] = {input};
 *   check(jitscope_module_run(module, "forward", arguments, 1, &output));
 *
 * Rules for all functions:
 * - A function that can fail returns an error, or NULL. After an error its results are unchanged.
 *   No C++ exception leaves the library.
 * - Handles are opaque. A function that creates one gives it to the caller, who frees it with the
 *   function ..._free of its type; NULL may be freed. Arguments stay the caller's.
 * - A `const char*` result belongs to the handle in the call, and is valid while the handle lives
 *   and is not changed. A `char**` result is the caller's, for jitscope_free().
 * - Texts are UTF-8 and end with a zero byte. Sizes and strides count elements.
 * - Handles of runtimes, modules and functions serve any number of threads at once, without a lock
 *   during a run. A value belongs to one thread at a time; several threads may read it.
 * - Grad mode and random numbers belong to the calling thread.
 *
 * The functions stay as they are within version 0 of the library (libjitscope.so.0): new versions
 * only add functions and enumerators. */
#ifndef JITSCOPE_C_H
#define JITSCOPE_C_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define JITSCOPE_API __attribute__((visibility("default")))

typedef struct jitscope_error jitscope_error;
typedef struct jitscope_runtime jitscope_runtime;
typedef struct jitscope_module jitscope_module;
typedef struct jitscope_function jitscope_function;
typedef struct jitscope_value jitscope_value;
typedef struct jitscope_diagnostics jitscope_diagnostics;
struct DLManagedTensor; /* of dlpack.h, which only programs that use DLPack need */

/* ---- the process */

/* The version of the library, such as "0.1.0". */
JITSCOPE_API const char* jitscope_version(void);
/* Frees a `char**` result. */
JITSCOPE_API void jitscope_free(void* memory);
/* The number of threads that one operator may use, the caller's included. Holds for all runtimes of
 * the process. The default is OMP_NUM_THREADS, or the number of cores.
 * Values below 1 count as 1. */
JITSCOPE_API void jitscope_set_threads(int count);
JITSCOPE_API int jitscope_threads(void);
/* Limits the memory that the library takes for tensors and its own objects, in bytes. A run or a
 * file that would take more ends with JITSCOPE_ERROR_MEMORY. SIZE_MAX, the default: no limit. */
JITSCOPE_API void jitscope_set_memory_limit(size_t bytes);
/* Whether operators of this thread are recorded for gradients. The default is 1. Setting it returns
 * the previous mode. */
JITSCOPE_API int jitscope_set_grad_enabled(int enabled);
JITSCOPE_API int jitscope_grad_enabled(void);
/* Seeds the random numbers of this thread, as torch.manual_seed does. */
JITSCOPE_API void jitscope_manual_seed(uint64_t seed);

/* ---- errors */

typedef enum jitscope_error_kind {
  JITSCOPE_ERROR_ARGUMENT = 1,    /* a wrong call: NULL, an index, a name, a kind of value */
  JITSCOPE_ERROR_FILE = 2,        /* a file or bytes that cannot be read, or are not an archive */
  JITSCOPE_ERROR_COMPILE = 3,     /* the code of an archive has errors */
  JITSCOPE_ERROR_RUN = 4,         /* the program raised an exception */
  JITSCOPE_ERROR_UNSUPPORTED = 5, /* PyTorch can do it, and the library cannot */
  JITSCOPE_ERROR_MEMORY = 6,      /* no memory, or a limit is reached */
  JITSCOPE_ERROR_INTERRUPTED = 7, /* jitscope_runtime_interrupt() ended the run */
  JITSCOPE_ERROR_INTERNAL = 8     /* a defect of the library */
} jitscope_error_kind;

JITSCOPE_API jitscope_error_kind jitscope_error_get_kind(const jitscope_error* error);
/* The exception's class in Python, such as "RuntimeError" or "torch.jit.Error"; empty for errors
 * that are not exceptions of a program. */
JITSCOPE_API const char* jitscope_error_class(const jitscope_error* error);
/* The message without the stack. */
JITSCOPE_API const char* jitscope_error_message(const jitscope_error* error);
/* The stack of TorchScript functions with their source lines, the class and the message. */
JITSCOPE_API const char* jitscope_error_text(const jitscope_error* error);
/* The frames of the stack, the outermost first: the function, the file (empty: unknown) and the
 * line, counted from 1. Results of a frame beyond the last one are empty and 0. */
JITSCOPE_API size_t jitscope_error_frames(const jitscope_error* error);
JITSCOPE_API const char* jitscope_error_frame_function(const jitscope_error* error, size_t frame);
JITSCOPE_API const char* jitscope_error_frame_file(const jitscope_error* error, size_t frame);
JITSCOPE_API uint32_t jitscope_error_frame_line(const jitscope_error* error, size_t frame);
JITSCOPE_API void jitscope_error_free(jitscope_error* error);

/* ---- runtimes */

/* Creates a runtime: the version of PyTorch to agree with, limits, and the engine of the modules
 * that it loads. Runtimes share no state.
 * torch: "1.13", "2.6" or "2.11"; NULL for the newest. */
JITSCOPE_API jitscope_error* jitscope_runtime_create(const char* torch, jitscope_runtime** runtime);
/* Modules that the runtime has loaded live on. */
JITSCOPE_API void jitscope_runtime_free(jitscope_runtime* runtime);
/* Whether modules loaded from now on become machine code when they first run. It needs
 * libjitscope_llvm.so beside the library; without it runs end with an error. The default is 0. */
JITSCOPE_API void jitscope_runtime_set_compiled(jitscope_runtime* runtime, int compiled);
/* The most nested calls of TorchScript functions, for modules loaded later; 10000 at first. */
JITSCOPE_API void jitscope_runtime_set_frame_limit(jitscope_runtime* runtime, uint32_t frames);
/* Ends the interpreted loops in progress, in all threads, with JITSCOPE_ERROR_INTERRUPTED. Later
 * runs are not affected. May be called in any thread, not in a signal handler. */
JITSCOPE_API void jitscope_runtime_interrupt(jitscope_runtime* runtime);
/* Receives the text of print() (is_warning 0) and the message of warnings.warn() (is_warning 1), in
 * the thread of the run. NULL: standard output and standard error. */
typedef void (*jitscope_output)(void* context, int is_warning, const char* text, size_t size);
JITSCOPE_API void jitscope_runtime_set_output(jitscope_runtime* runtime, jitscope_output output,
                                              void* context);

/* ---- values */

typedef enum jitscope_kind {
  JITSCOPE_NONE = 0,
  JITSCOPE_BOOL = 1,
  JITSCOPE_INT = 2,
  JITSCOPE_FLOAT = 3,
  JITSCOPE_COMPLEX = 4,
  JITSCOPE_STRING = 5,
  JITSCOPE_TENSOR = 6,
  JITSCOPE_TUPLE = 7,
  JITSCOPE_LIST = 8,
  JITSCOPE_DICT = 9,
  JITSCOPE_OBJECT = 10, /* a module or an instance of a script class */
  JITSCOPE_OTHER = 11   /* a device, an enum member, a future */
} jitscope_kind;

/* Lists, dicts, objects and tensors are references, as in Python: a copy of the handle is the same
 * object. */
JITSCOPE_API jitscope_error* jitscope_none(jitscope_value** value);
JITSCOPE_API jitscope_error* jitscope_bool(int number, jitscope_value** value);
JITSCOPE_API jitscope_error* jitscope_int(int64_t number, jitscope_value** value);
JITSCOPE_API jitscope_error* jitscope_float(double number, jitscope_value** value);
JITSCOPE_API jitscope_error* jitscope_complex(double real, double imag, jitscope_value** value);
JITSCOPE_API jitscope_error* jitscope_string(const char* text, size_t size, jitscope_value** value);
/* A device by its text: "cpu", "cuda:0". */
JITSCOPE_API jitscope_error* jitscope_device(const char* text, jitscope_value** value);
JITSCOPE_API jitscope_error* jitscope_tuple(const jitscope_value* const* items, size_t size,
                                            jitscope_value** value);
/* The element type of a list is that of its first item; a run gives it the type that its function
 * declares. Keys of dicts are bool, int, float, complex, str or tensors. */
JITSCOPE_API jitscope_error* jitscope_list(const jitscope_value* const* items, size_t size,
                                           jitscope_value** value);
JITSCOPE_API jitscope_error* jitscope_dict(const jitscope_value* const* keys,
                                           const jitscope_value* const* values, size_t size,
                                           jitscope_value** value);
JITSCOPE_API jitscope_error* jitscope_value_copy(const jitscope_value* value,
                                                 jitscope_value** copy);
JITSCOPE_API void jitscope_value_free(jitscope_value* value);
/* Whether both are the same object, as Python's `is`; numbers are compared by value. */
JITSCOPE_API int jitscope_value_same(const jitscope_value* a, const jitscope_value* b);

JITSCOPE_API jitscope_kind jitscope_value_kind(const jitscope_value* value);
/* The results of a value of another kind are JITSCOPE_ERROR_ARGUMENT. */
JITSCOPE_API jitscope_error* jitscope_value_bool(const jitscope_value* value, int* result);
JITSCOPE_API jitscope_error* jitscope_value_int(const jitscope_value* value, int64_t* result);
JITSCOPE_API jitscope_error* jitscope_value_float(const jitscope_value* value, double* result);
JITSCOPE_API jitscope_error* jitscope_value_complex(const jitscope_value* value, double* real,
                                                    double* imag);
/* The text has `size` bytes and a zero byte behind them; it belongs to the value. size: may be
 * NULL. */
JITSCOPE_API jitscope_error* jitscope_value_string(const jitscope_value* value, const char** text,
                                                   size_t* size);
/* The number of items of a tuple or list, of entries of a dict. */
JITSCOPE_API jitscope_error* jitscope_value_size(const jitscope_value* value, size_t* size);
/* An item of a tuple or list, a value of a dict; for dicts `key`, which may be NULL, gets the key.
 * Entries are in the order of their insertion. */
JITSCOPE_API jitscope_error* jitscope_value_item(const jitscope_value* value, size_t index,
                                                 jitscope_value** key, jitscope_value** item);
/* The value of a key; JITSCOPE_ERROR_ARGUMENT where the dict lacks it. */
JITSCOPE_API jitscope_error* jitscope_value_find(const jitscope_value* value,
                                                 const jitscope_value* key, jitscope_value** item);
/* Changes of a list. Its first item gives an empty list its element type. `truncate` removes the
 * items behind the first `size`. */
JITSCOPE_API jitscope_error* jitscope_list_set(const jitscope_value* list, size_t index,
                                               const jitscope_value* item);
JITSCOPE_API jitscope_error* jitscope_list_append(const jitscope_value* list,
                                                  const jitscope_value* item);
JITSCOPE_API jitscope_error* jitscope_list_truncate(const jitscope_value* list, size_t size);
/* Changes of a dict. `erase` does nothing where the dict lacks the key. */
JITSCOPE_API jitscope_error* jitscope_dict_set(const jitscope_value* dict,
                                               const jitscope_value* key,
                                               const jitscope_value* item);
JITSCOPE_API jitscope_error* jitscope_dict_erase(const jitscope_value* dict,
                                                 const jitscope_value* key);
/* The index of a key among the entries; the number of entries where the dict lacks the key. */
JITSCOPE_API jitscope_error* jitscope_dict_index(const jitscope_value* dict,
                                                 const jitscope_value* key, size_t* index);
/* The text that print() writes. */
JITSCOPE_API jitscope_error* jitscope_value_text(const jitscope_value* value, char** text);

/* ---- tensors, which are values */

typedef enum jitscope_dtype { /* PyTorch's numbers */
                              JITSCOPE_UINT8 = 0,
                              JITSCOPE_INT8 = 1,
                              JITSCOPE_INT16 = 2,
                              JITSCOPE_INT32 = 3,
                              JITSCOPE_INT64 = 4,
                              JITSCOPE_FLOAT16 = 5,
                              JITSCOPE_FLOAT32 = 6,
                              JITSCOPE_FLOAT64 = 7,
                              JITSCOPE_COMPLEX64 = 9,
                              JITSCOPE_COMPLEX128 = 10,
                              JITSCOPE_BOOLEAN = 11,
                              JITSCOPE_BFLOAT16 = 15
} jitscope_dtype;

/* A contiguous tensor of zeros. */
JITSCOPE_API jitscope_error* jitscope_tensor_zeros(jitscope_dtype dtype, size_t rank,
                                                   const int64_t* sizes, jitscope_value** tensor);
/* A tensor on memory of the caller, without a copy. data: the first element, aligned to its size.
 * strides: `rank` numbers that are not negative; NULL: contiguous. deleter: called once with
 * `context`, in any thread, when the last tensor on the memory is gone; NULL: the memory outlives
 * all of them. After an error it is not called. */
JITSCOPE_API jitscope_error* jitscope_tensor_borrow(void* data, jitscope_dtype dtype, size_t rank,
                                                    const int64_t* sizes, const int64_t* strides,
                                                    void (*deleter)(void* context), void* context,
                                                    jitscope_value** tensor);
/* The same with the memory of a DLManagedTensor on the CPU, whose deleter is called at the end. */
JITSCOPE_API jitscope_error* jitscope_tensor_from_dlpack(struct DLManagedTensor* managed,
                                                         jitscope_value** tensor);
/* The tensor's memory for another library, which calls the result's deleter. */
JITSCOPE_API jitscope_error* jitscope_tensor_to_dlpack(const jitscope_value* tensor,
                                                       struct DLManagedTensor** managed);
/* Each result pointer may be NULL. `sizes` and `strides` have `rank` numbers and belong to the
 * tensor. */
JITSCOPE_API jitscope_error* jitscope_tensor_shape(const jitscope_value* tensor,
                                                   jitscope_dtype* dtype, size_t* rank,
                                                   const int64_t** sizes, const int64_t** strides);
/* The first element; NULL for a tensor without elements. `jitscope_tensor_mutable_data` tells
 * compiled code that the elements change: call it before each series of writes. */
JITSCOPE_API jitscope_error* jitscope_tensor_data(const jitscope_value* tensor, const void** data);
JITSCOPE_API jitscope_error* jitscope_tensor_mutable_data(const jitscope_value* tensor,
                                                          void** data);
JITSCOPE_API jitscope_error* jitscope_tensor_requires_grad(const jitscope_value* tensor,
                                                           int* result);
JITSCOPE_API jitscope_error* jitscope_tensor_set_requires_grad(const jitscope_value* tensor,
                                                               int required);
/* The accumulated gradient; a value of kind JITSCOPE_NONE without one. */
JITSCOPE_API jitscope_error* jitscope_tensor_grad(const jitscope_value* tensor,
                                                  jitscope_value** gradient);
/* Sets the gradient; one of kind JITSCOPE_NONE removes it. */
JITSCOPE_API jitscope_error* jitscope_tensor_set_grad(const jitscope_value* tensor,
                                                      const jitscope_value* gradient);

/* Runs an operator, such as "aten::add.Tensor", or with "aten::add" the first overload that fits,
 * in PyTorch's order. The last `named` arguments have the names in `names`; others have their
 * defaults. An operator with several results returns a tuple, one without results None. */
JITSCOPE_API jitscope_error* jitscope_call(jitscope_runtime* runtime, const char* op,
                                           const jitscope_value* const* arguments, size_t size,
                                           const char* const* names, size_t named,
                                           jitscope_value** result);

/* ---- operators of the program */

/* Computes an operator, in the thread that runs it. `arguments`: all of those of the schema, which
 * belong to the caller. `result`: a new value; a tuple for a schema with several results, and left
 * as it is for one without results. Returns an error of jitscope_error_create(), or NULL. */
typedef jitscope_error* (*jitscope_operator)(void* context, const jitscope_value* const* arguments,
                                             size_t size, jitscope_value** result);
/* An error for the result of a jitscope_operator. class_name: of the exception in Python, such as
 * "ValueError"; NULL or empty: RuntimeError. */
JITSCOPE_API jitscope_error* jitscope_error_create(jitscope_error_kind kind, const char* class_name,
                                                   const char* message);
/* Adds an operator to the process: "mine::scale(Tensor x, float by=1.) -> Tensor". Programs and
 * archives call it as torch.ops.mine.scale. Define it before they are loaded. */
JITSCOPE_API jitscope_error* jitscope_define_operator(const char* schema);
/* Sets the function of an operator by its name, "mine::scale", with the overload behind a dot if it
 * has one; once. `context` must stay valid. Calls of operators in it are recorded for gradients. */
JITSCOPE_API jitscope_error* jitscope_implement_operator(const char* name, jitscope_operator run,
                                                         void* context);

/* ---- gradients */

/* Adds the gradients of the tensors `roots` to the leaves that they depend on. gradients: one for
 * each root, of which a NULL stands for 1; NULL: 1 for all. */
JITSCOPE_API jitscope_error* jitscope_backward(jitscope_runtime* runtime,
                                               const jitscope_value* const* roots, size_t size,
                                               const jitscope_value* const* gradients,
                                               int retain_graph, int create_graph);
/* The gradients with respect to `inputs`, as a tuple; None where no root depends on one.
 */
JITSCOPE_API jitscope_error* jitscope_grad(jitscope_runtime* runtime,
                                           const jitscope_value* const* roots, size_t size,
                                           const jitscope_value* const* gradients,
                                           const jitscope_value* const* inputs, size_t input_count,
                                           int retain_graph, int create_graph,
                                           jitscope_value** result);

/* ---- modules */

/* Loads a file of torch.jit.save. Its weights stay in the file and are read when they are used, so
 * the file must not change; processes share their memory. */
JITSCOPE_API jitscope_error* jitscope_module_load(jitscope_runtime* runtime, const char* path,
                                                  jitscope_module** module);
/* The same from memory, which is copied. name: for messages. */
JITSCOPE_API jitscope_error* jitscope_module_load_bytes(jitscope_runtime* runtime,
                                                        const void* bytes, size_t size,
                                                        const char* name, jitscope_module** module);
/* Writes a file that PyTorch and this library load. */
JITSCOPE_API jitscope_error* jitscope_module_save(const jitscope_module* module, const char* path);
/* The same as bytes, which are the caller's. */
JITSCOPE_API jitscope_error* jitscope_module_save_bytes(const jitscope_module* module, void** bytes,
                                                        size_t* size);
JITSCOPE_API void jitscope_module_free(jitscope_module* module);

/* Runs a method. The first `size` arguments follow `self`; others have their defaults. */
JITSCOPE_API jitscope_error* jitscope_module_run(const jitscope_module* module, const char* method,
                                                 const jitscope_value* const* arguments,
                                                 size_t size, jitscope_value** result);
/* A method, to run it often. It keeps the module alive. */
JITSCOPE_API jitscope_error* jitscope_module_function(const jitscope_module* module,
                                                      const char* method,
                                                      jitscope_function** function);
/* A method's name by its index; NULL beyond the last one. */
JITSCOPE_API const char* jitscope_module_method(const jitscope_module* module, size_t index);
/* The qualified name of the module's class, such as "__torch__.model.Net". */
JITSCOPE_API const char* jitscope_module_class(const jitscope_module* module);

/* A module inside of the module by its name, such as "layer1.0.conv1". It is the same object. */
JITSCOPE_API jitscope_error* jitscope_module_child(const jitscope_module* module, const char* name,
                                                   jitscope_module** child);
/* The module that an object is which `module` contains, or which one of its methods returned. */
JITSCOPE_API jitscope_error* jitscope_module_of(const jitscope_module* module,
                                                const jitscope_value* object,
                                                jitscope_module** result);
/* Members by their dotted names, as a dict; with `recurse` also those of inner modules.
 */
typedef enum jitscope_members {
  JITSCOPE_PARAMETERS = 0,
  JITSCOPE_BUFFERS = 1,
  JITSCOPE_MODULES = 2,   /* inner modules, as objects */
  JITSCOPE_ATTRIBUTES = 3 /* all others */
} jitscope_members;
JITSCOPE_API jitscope_error* jitscope_module_members(const jitscope_module* module,
                                                     jitscope_members members, int recurse,
                                                     jitscope_value** dict);
/* A parameter, buffer or attribute by its dotted name. Setting one converts the value to the type
 * that the module declares. No other thread may run the module while it is set. */
JITSCOPE_API jitscope_error* jitscope_module_attribute(const jitscope_module* module,
                                                       const char* name, jitscope_value** value);
JITSCOPE_API jitscope_error* jitscope_module_set_attribute(const jitscope_module* module,
                                                           const char* name,
                                                           const jitscope_value* value);
/* Sets the training mode of the module and of all modules inside. */
JITSCOPE_API jitscope_error* jitscope_module_train(const jitscope_module* module, int training);
/* An extra file of the archive that the module was loaded from. It may contain zero bytes. */
JITSCOPE_API jitscope_error* jitscope_module_extra_file(const jitscope_module* module,
                                                        const char* name, char** bytes,
                                                        size_t* size);

/* ---- functions */

JITSCOPE_API void jitscope_function_free(jitscope_function* function);
/* As jitscope_module_run(). The last `named` arguments have the names in `names`. */
JITSCOPE_API jitscope_error* jitscope_function_run(const jitscope_function* function,
                                                   const jitscope_value* const* arguments,
                                                   size_t size, const char* const* names,
                                                   size_t named, jitscope_value** result);
/* The graph as PyTorch prints `.graph`, and the source as it prints `.code`. */
JITSCOPE_API jitscope_error* jitscope_function_graph(const jitscope_function* function,
                                                     char** text);
JITSCOPE_API jitscope_error* jitscope_function_code(const jitscope_function* function, char** text);
/* The name, arguments and results: "forward(__torch__.Net self, Tensor x) -> Tensor". */
JITSCOPE_API jitscope_error* jitscope_function_schema(const jitscope_function* function,
                                                      char** text);

/* ---- diagnostics */

typedef enum jitscope_severity {
  JITSCOPE_SEVERITY_ERROR = 0,
  JITSCOPE_SEVERITY_WARNING = 1,
  JITSCOPE_SEVERITY_INFORMATION = 2,
  JITSCOPE_SEVERITY_HINT = 3
} jitscope_severity;

/* Texts belong to the diagnostics. Lines and columns count from 1, columns in code points; the end
 * is the position after the last character. */
typedef struct jitscope_diagnostic {
  const char* rule; /* "TS3001" */
  jitscope_severity severity;
  const char* message;
  const char* file;
  uint32_t line, column, end_line, end_column;
} jitscope_diagnostic;

/* Checks a Python file as tscheck does: what it hands to torch.jit, and everything that leads
 * there. Imports are searched for beside the file and where PyTorch is installed. */
JITSCOPE_API jitscope_error* jitscope_check_file(jitscope_runtime* runtime, const char* path,
                                                 jitscope_diagnostics** diagnostics);
/* The same for a source in memory. name: its file name in the results. */
JITSCOPE_API jitscope_error* jitscope_check_source(jitscope_runtime* runtime, const char* name,
                                                   const char* source, size_t size,
                                                   jitscope_diagnostics** diagnostics);
JITSCOPE_API size_t jitscope_diagnostics_size(const jitscope_diagnostics* diagnostics);
JITSCOPE_API jitscope_error* jitscope_diagnostics_get(const jitscope_diagnostics* diagnostics,
                                                      size_t index, jitscope_diagnostic* result);
/* All of them as tscheck prints them: for people, or as one JSON object a line with notes and
 * fixes. */
JITSCOPE_API const char* jitscope_diagnostics_text(const jitscope_diagnostics* diagnostics);
JITSCOPE_API const char* jitscope_diagnostics_json(const jitscope_diagnostics* diagnostics);
JITSCOPE_API void jitscope_diagnostics_free(jitscope_diagnostics* diagnostics);

#ifdef __cplusplus
}
#endif

#endif /* JITSCOPE_C_H */
