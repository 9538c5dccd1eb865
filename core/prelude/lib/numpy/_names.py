# All public names of NumPy 1.24 and 2.2, as dir() lists them there.
import _host

_NAMES = {
    'numpy': (
        'False_ ScalarType True_ abs absolute add all allclose amax amin angle any append apply_along_axis '
        'apply_over_axes arange arccos arccosh arcsin arcsinh arctan arctan2 arctanh argmax argmin argpartition argsort '
        'argwhere around array array2string array_equal array_equiv array_repr array_split array_str asanyarray asarray '
        'asarray_chkfinite ascontiguousarray asfortranarray asmatrix atleast_1d atleast_2d atleast_3d average bartlett '
        'base_repr binary_repr bincount bitwise_and bitwise_not bitwise_or bitwise_xor blackman block bmat bool_ '
        'broadcast broadcast_arrays broadcast_shapes broadcast_to busday_count busday_offset busdaycalendar byte bytes_ '
        'c_ can_cast cbrt cdouble ceil char character choose clip clongdouble column_stack common_type complex128 '
        'complex256 complex64 complexfloating compress concatenate conj conjugate convolve copy copysign copyto '
        'corrcoef correlate cos cosh count_nonzero cov cross csingle ctypeslib cumprod cumsum datetime64 '
        'datetime_as_string datetime_data deg2rad degrees delete diag diag_indices diag_indices_from diagflat diagonal '
        'diff digitize divide divmod dot double dsplit dstack dtype e ediff1d einsum einsum_path emath empty empty_like '
        'equal errstate euler_gamma exp exp2 expand_dims expm1 extract eye fabs fft fill_diagonal finfo fix flatiter '
        'flatnonzero flexible flip fliplr flipud float128 float16 float32 float64 float_power floating floor '
        'floor_divide fmax fmin fmod format_float_positional format_float_scientific frexp from_dlpack frombuffer '
        'fromfile fromfunction fromiter frompyfunc fromregex fromstring full full_like gcd generic genfromtxt geomspace '
        'get_include get_printoptions getbufsize geterr geterrcall gradient greater greater_equal half hamming hanning '
        'heaviside histogram histogram2d histogram_bin_edges histogramdd hsplit hstack hypot i0 identity iinfo imag '
        'in1d index_exp indices inexact inf info inner insert int16 int32 int64 int8 int_ intc integer interp '
        'intersect1d intp invert is_busday isclose iscomplex iscomplexobj isfinite isfortran isin isinf isnan isnat '
        'isneginf isposinf isreal isrealobj isscalar issubdtype iterable ix_ kaiser kron lcm ldexp left_shift less '
        'less_equal lexsort lib linalg linspace little_endian load loadtxt log log10 log1p log2 logaddexp logaddexp2 '
        'logical_and logical_not logical_or logical_xor logspace longdouble longlong ma mask_indices matmul matrix max '
        'maximum may_share_memory mean median memmap meshgrid mgrid min min_scalar_type minimum mintypecode mod modf '
        'moveaxis multiply nan nan_to_num nanargmax nanargmin nancumprod nancumsum nanmax nanmean nanmedian nanmin '
        'nanpercentile nanprod nanquantile nanstd nansum nanvar ndarray ndenumerate ndim ndindex nditer negative '
        'nested_iters newaxis nextafter nonzero not_equal number object_ ogrid ones ones_like outer packbits pad '
        'partition percentile pi piecewise place poly poly1d polyadd polyder polydiv polyfit polyint polymul polynomial '
        'polysub polyval positive power printoptions prod promote_types ptp put put_along_axis putmask quantile r_ '
        'rad2deg radians random ravel ravel_multi_index real real_if_close rec recarray reciprocal record remainder '
        'repeat require reshape resize result_type right_shift rint roll rollaxis roots rot90 round row_stack s_ save '
        'savetxt savez savez_compressed sctypeDict searchsorted select set_printoptions setbufsize setdiff1d seterr '
        'seterrcall setxor1d shape shares_memory short show_config show_runtime sign signbit signedinteger sin sinc '
        'single sinh size sort sort_complex spacing split sqrt square squeeze stack std str_ subtract sum swapaxes take '
        'take_along_axis tan tanh tensordot test testing tile timedelta64 trace transpose trapz tri tril tril_indices '
        'tril_indices_from trim_zeros triu triu_indices triu_indices_from true_divide trunc typecodes typename ubyte '
        'ufunc uint uint16 uint32 uint64 uint8 uintc uintp ulonglong union1d unique unpackbits unravel_index '
        'unsignedinteger unwrap ushort vander var vdot vectorize void vsplit vstack where zeros zeros_like '
        'ALLOW_THREADS AxisError BUFSIZE CLIP ComplexWarning DataSource ERR_CALL ERR_DEFAULT ERR_IGNORE ERR_LOG '  # @1.13
        'ERR_PRINT ERR_RAISE ERR_WARN FLOATING_POINT_SUPPORT FPE_DIVIDEBYZERO FPE_INVALID FPE_OVERFLOW FPE_UNDERFLOW '  # @1.13
        'Inf Infinity MAXDIMS MAY_SHARE_BOUNDS MAY_SHARE_EXACT ModuleDeprecationWarning NAN NINF NZERO NaN PINF PZERO '  # @1.13
        'RAISE RankWarning SHIFT_DIVIDEBYZERO SHIFT_INVALID SHIFT_OVERFLOW SHIFT_UNDERFLOW Tester TooHardError '  # @1.13
        'UFUNC_BUFSIZE_DEFAULT UFUNC_PYVALS_NAME VisibleDeprecationWarning WRAP add_docstring add_newdoc '  # @1.13
        'add_newdoc_ufunc alltrue asfarray byte_bounds cast cfloat chararray clongfloat compare_chararrays compat '  # @1.13
        'complex_ cumproduct deprecate deprecate_with_doc disp fastCopyAndTranspose find_common_type float_ '  # @1.13
        'format_parser get_array_wrap geterrobj infty issctype issubclass_ issubsctype kernel_version longcomplex '  # @1.13
        'longfloat lookfor mat math maximum_sctype msort nbytes numarray obj2sctype oldnumeric product recfromcsv '  # @1.13
        'recfromtxt round_ safe_eval sctype2char sctypes set_numeric_ops set_string_function seterrobj singlecomplex '  # @1.13
        'sometrue source string_ tracemalloc_domain unicode_ use_hugepage version who '  # @1.13
        'acos acosh asin asinh astype atan atan2 atanh bitwise_count bitwise_invert bitwise_left_shift '  # @2.6+
        'bitwise_right_shift bool concat core cumulative_prod cumulative_sum dtypes exceptions f2py isdtype long '  # @2.6+
        'matrix_transpose matvec permute_dims pow strings trapezoid typing ulong unique_all unique_counts '  # @2.6+
        'unique_inverse unique_values unstack vecdot vecmat '  # @2.6+
    ),
    'numpy.ndarray': (
        'T all any argmax argmin argpartition argsort astype base byteswap choose clip compress conj conjugate copy '
        'ctypes cumprod cumsum data diagonal dot dtype dump dumps fill flags flat flatten getfield imag item itemset '
        'itemsize max mean min nbytes ndim newbyteorder nonzero partition prod ptp put ravel real repeat reshape resize '
        'round searchsorted setfield setflags shape size sort squeeze std strides sum swapaxes take tobytes tofile '
        'tolist tostring trace transpose var view '
        'device mT to_device '  # @2.6+
    ),
    'numpy.random': (
        'BitGenerator Generator MT19937 PCG64 PCG64DXSM Philox RandomState SFC64 SeedSequence beta binomial '
        'bit_generator bytes chisquare choice default_rng dirichlet exponential f gamma geometric get_bit_generator '
        'get_state gumbel hypergeometric laplace logistic lognormal logseries mtrand multinomial multivariate_normal '
        'negative_binomial noncentral_chisquare noncentral_f normal pareto permutation poisson power rand randint randn '
        'random random_integers random_sample ranf rayleigh sample seed set_bit_generator set_state shuffle '
        'standard_cauchy standard_exponential standard_gamma standard_normal standard_t test triangular uniform '
        'vonmises wald weibull zipf '
    ),
    'numpy.linalg': (
        'LinAlgError cholesky cond det eig eigh eigvals eigvalsh inv linalg lstsq matrix_power matrix_rank multi_dot '
        'norm pinv qr slogdet solve svd tensorinv tensorsolve test '
        'cross diagonal matmul matrix_norm matrix_transpose outer svdvals tensordot trace vecdot vector_norm '  # @2.6+
    ),
    'numpy.random.Generator': (
        'beta binomial bit_generator bytes chisquare choice dirichlet exponential f gamma geometric gumbel '
        'hypergeometric integers laplace logistic lognormal logseries multinomial multivariate_hypergeometric '
        'multivariate_normal negative_binomial noncentral_chisquare noncentral_f normal pareto permutation permuted '
        'poisson power random rayleigh shuffle standard_cauchy standard_exponential standard_gamma standard_normal '
        'standard_t triangular uniform vonmises wald weibull zipf '
        'spawn '  # @2.6+
    ),
    'numpy.random.RandomState': (
        'beta binomial bytes chisquare choice dirichlet exponential f gamma geometric get_state gumbel hypergeometric '
        'laplace logistic lognormal logseries multinomial multivariate_normal negative_binomial noncentral_chisquare '
        'noncentral_f normal pareto permutation poisson power rand randint randn random random_integers random_sample '
        'rayleigh seed set_state shuffle standard_cauchy standard_exponential standard_gamma standard_normal standard_t '
        'tomaxint triangular uniform vonmises wald weibull zipf '
    ),
}


# Ends the program, at something that NumPy has and JitScope lacks.
def missing(what):
    return _host.unavailable(f'numpy.{what} is not available in JitScope')


# For __getattr__: a name that an object of `owner` lacks in NumPy, too, is an AttributeError.
def lookup(owner, name, error):
    if name in _NAMES[owner].split():
        return missing(f'{owner}.{name}'.removeprefix('numpy.'))
    raise AttributeError(error)
