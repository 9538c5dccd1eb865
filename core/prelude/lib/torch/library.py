# Operators that a program defines. While code is checked, all names are Unknown.
import _host

if _host.active:
    from ._library_of_programs import (
        CustomOpDef, Library, custom_op, define, impl, impl_abstract, register_autograd, register_fake, register_kernel
    )
