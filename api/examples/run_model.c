/* Loads the model of save_model.py and runs it on memory of this program: run_model MODEL */
#include <jitscope/jitscope_c.h>
#include <stdio.h>

static int fail(jitscope_error* error) {
  fprintf(stderr, "%s\n", jitscope_error_text(error));
  jitscope_error_free(error);
  return 1;
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  jitscope_runtime* runtime = NULL;
  jitscope_module* module = NULL;
  jitscope_value *input = NULL, *output = NULL;

  float numbers[] = {1, -1, 2, 0};
  const int64_t sizes[] = {2, 2};
  jitscope_error* error = jitscope_runtime_create(NULL, &runtime);
  if (!error) error = jitscope_module_load(runtime, argv[1], &module);
  if (!error)
    error = jitscope_tensor_borrow(numbers, JITSCOPE_FLOAT32, 2, sizes, NULL, NULL, NULL, &input);
  const jitscope_value* const arguments[] = {input};
  if (!error) error = jitscope_module_run(module, "forward", arguments, 1, &output);

  const void* data = NULL;
  if (!error) error = jitscope_tensor_data(output, &data);
  for (int i = 0; !error && i < 6; ++i)
    printf("%g%c", (double)((const float*)data)[i], i % 3 == 2 ? '\n' : ' ');

  jitscope_value_free(output);
  jitscope_value_free(input);
  jitscope_module_free(module);
  jitscope_runtime_free(runtime);
  return error ? fail(error) : 0;
}
