! As client.c, for a model whose result is one tensor of float32.
program client
  use jitscope
  implicit none
  integer(c_int64_t), parameter :: most = 64000000
  type(c_ptr) :: runtime, module, output, data, sizes_of, strides_of
  type(c_ptr) :: inputs(16)
  integer(c_int64_t), pointer :: words(:), sizes(:)
  real(c_float), pointer :: elements(:)
  character(len=1024) :: path
  integer(c_int) :: dtype
  integer(c_size_t) :: rank
  integer(c_int64_t) :: bytes
  integer :: i, count, unit

  count = command_argument_count() - 2
  call get_command_argument(1, path)
  call check(jitscope_runtime_create(c_null_ptr, runtime))
  call check(jitscope_module_load(runtime, trim(path)//c_null_char, module))
  do i = 1, count
    call get_command_argument(2 + i, path)
    open (newunit=unit, file=path, access="stream", form="unformatted", status="old")
    inquire (unit=unit, size=bytes)
    if (bytes > most) stop 2
    allocate (words(bytes/8))  ! the memory lives as long as the program
    read (unit) words
    close (unit)
    rank = words(2)
    call check(jitscope_tensor_borrow(c_loc(words(3 + rank:)), int(words(1), c_int), rank, words(3:2 + rank), &
                                      contiguous(words(3:2 + rank)), c_null_funptr, c_null_ptr, inputs(i)))
  end do
  call check(jitscope_module_run(module, "forward"//c_null_char, inputs, int(count, c_size_t), output))

  call check(jitscope_tensor_shape(output, dtype, rank, sizes_of, strides_of))
  call check(jitscope_tensor_data(output, data))
  call c_f_pointer(sizes_of, sizes, [rank])
  call c_f_pointer(data, elements, [product(sizes)])
  call get_command_argument(2, path)
  open (newunit=unit, file=path, access="stream", form="unformatted", status="replace")
  write (unit) int(dtype, c_int64_t), int(rank, c_int64_t), sizes, elements
  close (unit)
  do i = 1, count
    call jitscope_value_free(inputs(i))
  end do
  call jitscope_value_free(output)
  call jitscope_module_free(module)
  call jitscope_runtime_free(runtime)

contains

  function contiguous(sizes) result(strides)
    integer(c_int64_t), intent(in) :: sizes(:)
    integer(c_int64_t) :: strides(size(sizes))
    integer :: i
    if (size(sizes) > 0) strides(size(sizes)) = 1
    do i = size(sizes) - 1, 1, -1
      strides(i) = strides(i + 1)*sizes(i + 1)
    end do
  end function
end program
