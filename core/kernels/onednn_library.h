// oneDNN's interface in C++, whose functions come from its shared library when they are first
// called. So programs start without the library, and kernels work without it.
#pragma once

#include <oneapi/dnnl/dnnl.h>

#include <algorithm>

namespace ts::kernels::onednn {

// True where oneDNN's library is found. The first call opens it.
bool isAvailable();
// A function of the library. Throws dnnl::error where the library is missing.
void* functionOf(const char* name);
// Call it before calls that compute: they then use as many threads as other operators.
void useThreadCount();

template <size_t size>
struct Name {
  char text[size];
  constexpr Name(const char (&name)[size]) { std::copy_n(name, size, text); }
};
template <Name name, typename Function>
Function* opened() {
  static auto* const function = reinterpret_cast<Function*>(functionOf(name.text));
  return function;
}

}  // namespace ts::kernels::onednn

// oneDNN's header calls these. A function that is missing here is undefined when a program is
// linked.
#define TS_ONEDNN(function) ::ts::kernels::onednn::opened<#function, decltype(::function)>()
#define dnnl_dilated_convolution_backward_weights_desc_init \
  TS_ONEDNN(dnnl_dilated_convolution_backward_weights_desc_init)
#define dnnl_dilated_convolution_forward_desc_init \
  TS_ONEDNN(dnnl_dilated_convolution_forward_desc_init)
#define dnnl_dilated_deconvolution_forward_desc_init \
  TS_ONEDNN(dnnl_dilated_deconvolution_forward_desc_init)
#define dnnl_engine_create TS_ONEDNN(dnnl_engine_create)
#define dnnl_engine_destroy TS_ONEDNN(dnnl_engine_destroy)
#define dnnl_memory_create TS_ONEDNN(dnnl_memory_create)
#define dnnl_memory_desc_equal TS_ONEDNN(dnnl_memory_desc_equal)
#define dnnl_memory_desc_get_size TS_ONEDNN(dnnl_memory_desc_get_size)
#define dnnl_memory_desc_init_by_strides TS_ONEDNN(dnnl_memory_desc_init_by_strides)
#define dnnl_memory_desc_init_by_tag TS_ONEDNN(dnnl_memory_desc_init_by_tag)
#define dnnl_memory_destroy TS_ONEDNN(dnnl_memory_destroy)
#define dnnl_memory_get_engine TS_ONEDNN(dnnl_memory_get_engine)
#define dnnl_memory_get_memory_desc TS_ONEDNN(dnnl_memory_get_memory_desc)
#define dnnl_primitive_attr_create TS_ONEDNN(dnnl_primitive_attr_create)
#define dnnl_primitive_attr_destroy TS_ONEDNN(dnnl_primitive_attr_destroy)
#define dnnl_primitive_create TS_ONEDNN(dnnl_primitive_create)
#define dnnl_primitive_desc_destroy TS_ONEDNN(dnnl_primitive_desc_destroy)
#define dnnl_primitive_desc_iterator_create TS_ONEDNN(dnnl_primitive_desc_iterator_create)
#define dnnl_primitive_desc_iterator_destroy TS_ONEDNN(dnnl_primitive_desc_iterator_destroy)
#define dnnl_primitive_desc_iterator_fetch TS_ONEDNN(dnnl_primitive_desc_iterator_fetch)
#define dnnl_primitive_desc_query_md TS_ONEDNN(dnnl_primitive_desc_query_md)
#define dnnl_primitive_destroy TS_ONEDNN(dnnl_primitive_destroy)
#define dnnl_primitive_execute TS_ONEDNN(dnnl_primitive_execute)
#define dnnl_reorder_primitive_desc_create TS_ONEDNN(dnnl_reorder_primitive_desc_create)
#define dnnl_sgemm TS_ONEDNN(dnnl_sgemm)
#define dnnl_stream_create TS_ONEDNN(dnnl_stream_create)
#define dnnl_stream_destroy TS_ONEDNN(dnnl_stream_destroy)
#define dnnl_stream_wait TS_ONEDNN(dnnl_stream_wait)

#include <oneapi/dnnl/dnnl.hpp>
