! The functions of jitscope_c.h that run_model.f90 calls, by iso_c_binding. The rest is declared likewise.
module jitscope
  use, intrinsic :: iso_c_binding
  implicit none

  integer(c_int), parameter :: jitscope_float32 = 6

  interface
    function jitscope_runtime_create(torch, runtime) bind(c) result(error)
      import :: c_ptr
      type(c_ptr), value :: torch
      type(c_ptr), intent(out) :: runtime
      type(c_ptr) :: error
    end function

    subroutine jitscope_runtime_free(runtime) bind(c)
      import :: c_ptr
      type(c_ptr), value :: runtime
    end subroutine

    function jitscope_module_load(runtime, path, module) bind(c) result(error)
      import :: c_ptr, c_char
      type(c_ptr), value :: runtime
      character(kind=c_char), intent(in) :: path(*)
      type(c_ptr), intent(out) :: module
      type(c_ptr) :: error
    end function

    subroutine jitscope_module_free(module) bind(c)
      import :: c_ptr
      type(c_ptr), value :: module
    end subroutine

    function jitscope_module_run(module, method, arguments, count, output) bind(c) result(error)
      import :: c_ptr, c_char, c_size_t
      type(c_ptr), value :: module
      character(kind=c_char), intent(in) :: method(*)
      type(c_ptr), intent(in) :: arguments(*)
      integer(c_size_t), value :: count
      type(c_ptr), intent(out) :: output
      type(c_ptr) :: error
    end function

    function jitscope_tensor_borrow(data, dtype, rank, sizes, strides, deleter, context, tensor) bind(c) result(error)
      import :: c_ptr, c_int, c_size_t, c_int64_t, c_funptr
      type(c_ptr), value :: data
      integer(c_int), value :: dtype
      integer(c_size_t), value :: rank
      integer(c_int64_t), intent(in) :: sizes(*), strides(*)
      type(c_funptr), value :: deleter
      type(c_ptr), value :: context
      type(c_ptr), intent(out) :: tensor
      type(c_ptr) :: error
    end function

    function jitscope_tensor_shape(tensor, dtype, rank, sizes, strides) bind(c) result(error)
      import :: c_ptr, c_int, c_size_t
      type(c_ptr), value :: tensor
      integer(c_int), intent(out) :: dtype
      integer(c_size_t), intent(out) :: rank
      type(c_ptr), intent(out) :: sizes, strides
      type(c_ptr) :: error
    end function

    function jitscope_tensor_data(tensor, data) bind(c) result(error)
      import :: c_ptr
      type(c_ptr), value :: tensor
      type(c_ptr), intent(out) :: data
      type(c_ptr) :: error
    end function

    subroutine jitscope_value_free(value) bind(c)
      import :: c_ptr
      type(c_ptr), value :: value
    end subroutine

    function jitscope_error_text(error) bind(c) result(text)
      import :: c_ptr
      type(c_ptr), value :: error
      type(c_ptr) :: text
    end function

    function text_length(text) bind(c, name="strlen") result(length)
      import :: c_ptr, c_size_t
      type(c_ptr), value :: text
      integer(c_size_t) :: length
    end function
  end interface

contains

  ! Ends the program where a call has failed.
  subroutine check(error)
    type(c_ptr), intent(in) :: error
    type(c_ptr) :: text
    character(kind=c_char), pointer :: letters(:)
    if (.not. c_associated(error)) return
    text = jitscope_error_text(error)
    call c_f_pointer(text, letters, [text_length(text)])
    print '(*(a))', letters
    stop 1
  end subroutine
end module
