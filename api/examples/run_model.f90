! Loads the model of save_model.py and runs it on an array of this program: run_model MODEL
!
! Fortran's first index is the fastest one, so that the strides of numbers(2, 2) are 1 and 2: the
! tensor has the same indices, and no element is copied.
program run_model
  use jitscope
  implicit none
  type(c_ptr) :: runtime, module, input, output, data, sizes_of, strides_of
  real(c_float), target :: numbers(2, 2)
  real(c_float), pointer :: scores(:, :)
  integer(c_int64_t), pointer :: sizes(:)
  integer(c_int) :: dtype
  integer(c_size_t) :: rank
  character(len=1024) :: path
  integer :: row

  call get_command_argument(1, path)
  numbers(1, :) = [1.0, -1.0]
  numbers(2, :) = [2.0, 0.0]

  call check(jitscope_runtime_create(c_null_ptr, runtime))
  call check(jitscope_module_load(runtime, trim(path)//c_null_char, module))
  call check(jitscope_tensor_borrow(c_loc(numbers), jitscope_float32, 2_c_size_t, [2_c_int64_t, 2_c_int64_t], &
                                    [1_c_int64_t, 2_c_int64_t], c_null_funptr, c_null_ptr, input))
  call check(jitscope_module_run(module, "forward"//c_null_char, [input], 1_c_size_t, output))

  call check(jitscope_tensor_shape(output, dtype, rank, sizes_of, strides_of))
  call c_f_pointer(sizes_of, sizes, [rank])
  call check(jitscope_tensor_data(output, data))
  call c_f_pointer(data, scores, [sizes(2), sizes(1)])
  do row = 1, int(sizes(1))
    print '(*(g0, 1x))', nint(scores(:, row))
  end do

  call jitscope_value_free(output)
  call jitscope_value_free(input)
  call jitscope_module_free(module)
  call jitscope_runtime_free(runtime)
end program
