/* Runs a model on tensors from files: client MODEL RESULTS INPUT...
 *
 * A tensor in a file is int64 numbers, its dtype, rank and sizes, and its elements; the files of
 * inputs have a multiple of 8 bytes. RESULTS gets the tensors of the result, also those inside of
 * tuples, lists and dicts, in order. An error is printed with its kind, and the exit status is 3.
 */
#include <jitscope/jitscope_c.h>
#include <stdio.h>
#include <stdlib.h>

static void check(jitscope_error* error) {
  if (!error) return;
  fprintf(stderr, "error %d: %s\n", (int)jitscope_error_get_kind(error),
          jitscope_error_text(error));
  jitscope_error_free(error);
  exit(3);
}

static size_t item_size(jitscope_dtype dtype) {
  static const size_t sizes[] = {1, 1, 2, 4, 8, 2, 4, 8, 4, 8, 16, 1, 0, 0, 0, 2};
  return sizes[dtype];
}

static void release(void* memory) { free(memory); }

static jitscope_value* read_tensor(const char* path) {
  FILE* file = fopen(path, "rb");
  int64_t dtype = 0, rank = 0, sizes[16];
  if (!file || fread(&dtype, 8, 1, file) != 1 || fread(&rank, 8, 1, file) != 1 || rank > 16 ||
      fread(sizes, 8, (size_t)rank, file) != (size_t)rank)
    exit(2);
  size_t bytes = item_size((jitscope_dtype)dtype);
  for (int64_t i = 0; i < rank; ++i) bytes *= (size_t)sizes[i];
  void* memory = malloc(bytes + 1);
  if (!memory || fread(memory, 1, bytes, file) != bytes) exit(2);
  fclose(file);
  jitscope_value* tensor = NULL;
  check(jitscope_tensor_borrow(memory, (jitscope_dtype)dtype, (size_t)rank, sizes, NULL, release,
                               memory, &tensor));
  return tensor;
}

static void write_tensor(jitscope_runtime* runtime, const jitscope_value* tensor, FILE* file) {
  const jitscope_value* const arguments[] = {tensor};
  jitscope_value* whole = NULL;
  check(jitscope_call(runtime, "aten::contiguous", arguments, 1, NULL, 0, &whole));
  jitscope_dtype dtype;
  size_t rank = 0;
  const int64_t* sizes = NULL;
  const void* data = NULL;
  check(jitscope_tensor_shape(whole, &dtype, &rank, &sizes, NULL));
  check(jitscope_tensor_data(whole, &data));
  const int64_t header[] = {dtype, (int64_t)rank};
  size_t bytes = item_size(dtype);
  for (size_t i = 0; i < rank; ++i) bytes *= (size_t)sizes[i];
  fwrite(header, 8, 2, file);
  fwrite(sizes, 8, rank, file);
  if (bytes > 0) fwrite(data, 1, bytes, file);
  jitscope_value_free(whole);
}

static void write_tensors(jitscope_runtime* runtime, const jitscope_value* value, FILE* file) {
  const jitscope_kind kind = jitscope_value_kind(value);
  if (kind == JITSCOPE_TENSOR) write_tensor(runtime, value, file);
  if (kind != JITSCOPE_TUPLE && kind != JITSCOPE_LIST && kind != JITSCOPE_DICT) return;
  size_t size = 0;
  check(jitscope_value_size(value, &size));
  for (size_t i = 0; i < size; ++i) {
    jitscope_value* item = NULL;
    check(jitscope_value_item(value, i, NULL, &item));
    write_tensors(runtime, item, file);
    jitscope_value_free(item);
  }
}

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  jitscope_runtime* runtime = NULL;
  jitscope_module* module = NULL;
  jitscope_value *inputs[16], *output = NULL;
  check(jitscope_runtime_create(getenv("JITSCOPE_TORCH"), &runtime));
  check(jitscope_module_load(runtime, argv[1], &module));
  const size_t count = (size_t)argc - 3;
  for (size_t i = 0; i < count && i < 16; ++i) inputs[i] = read_tensor(argv[3 + i]);
  jitscope_set_grad_enabled(0);
  check(
      jitscope_module_run(module, "forward", (const jitscope_value* const*)inputs, count, &output));
  FILE* file = fopen(argv[2], "wb");
  if (!file) return 2;
  write_tensors(runtime, output, file);
  fclose(file);
  for (size_t i = 0; i < count; ++i) jitscope_value_free(inputs[i]);
  jitscope_value_free(output);
  jitscope_module_free(module);
  jitscope_runtime_free(runtime);
  return 0;
}
