// The OpenCL functions that are used, loaded at run time: running Preamar does not need OpenCL.
#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <string>

namespace preamar::opencl {

#define PREAMAR_OPENCL_FUNCTIONS(each)                                                                                 \
  each(clGetPlatformIDs) each(clGetPlatformInfo) each(clGetDeviceIDs) each(clGetDeviceInfo) each(clCreateContext)      \
      each(clReleaseContext) each(clCreateCommandQueue) each(clReleaseCommandQueue) each(clCreateBuffer)               \
          each(clReleaseMemObject) each(clEnqueueMapBuffer) each(clEnqueueUnmapMemObject) each(clEnqueueWriteBuffer)   \
              each(clEnqueueReadBuffer) each(clEnqueueFillBuffer) each(clCreateProgramWithSource) each(clBuildProgram) \
                  each(clGetProgramBuildInfo) each(clReleaseProgram) each(clCreateKernel) each(clReleaseKernel)        \
                      each(clSetKernelArg) each(clEnqueueNDRangeKernel) each(clEnqueueMarkerWithWaitList)              \
                          each(clEnqueueBarrierWithWaitList) each(clWaitForEvents) each(clReleaseEvent) each(clFlush)  \
                              each(clFinish)

struct Library {
// NOLINTNEXTLINE(bugprone-macro-parentheses): a name that is declared
#define PREAMAR_OPENCL_MEMBER(name) decltype(&::name) name = nullptr;
  PREAMAR_OPENCL_FUNCTIONS(PREAMAR_OPENCL_MEMBER)
#undef PREAMAR_OPENCL_MEMBER
};

// Null if this machine has no OpenCL; `why` then holds the reason.
[[nodiscard]] const Library* library(std::string& why);

}  // namespace preamar::opencl
