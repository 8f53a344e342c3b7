// The kernel dialect in CUDA C++, for programs compiled by nvcc with -fmad=false. See docs/gpu.md.
#pragma once

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long long i64;
typedef float f32;
typedef double f64;

// At least one group per multiprocessor: the compiler need not spill registers to fit more.
#define KERNEL(group_size, name) extern "C" __global__ void __launch_bounds__(group_size, 1) KERNEL_NAME(name)
#define DEVICE static __device__ __forceinline__
#define GLOBAL
#define LOCAL
#define LOCAL_ARRAY(type, name, count) __shared__ type name[count]
#define RESTRICT __restrict__

#define LOCAL_ID ((i32)threadIdx.x)
#define LOCAL_COUNT ((i32)blockDim.x)
#define GROUP_ID ((i64)blockIdx.x)
#define GROUP_COUNT ((i64)gridDim.x)
#define BARRIER() __syncthreads()
// Also a fence for global memory: after it, items of the group may overwrite what others read before it.
#define BARRIER_ALL() __syncthreads()
// Orders an item's accesses to global memory, as items of other groups see them.
#define FENCE() __threadfence()

#define ATOMIC_ADD(at, value) atomicAdd((at), (value))
#define ATOMIC_EXCHANGE(at, value) atomicExch((at), (value))
#define ATOMIC_MIN(at, value) atomicMin((at), (value))
#define ATOMIC_MAX(at, value) atomicMax((at), (value))
#define ATOMIC_OR(at, value) atomicOr((at), (value))
#define ATOMIC_LOAD(at) (*(volatile u32*)(at))
#define LOCAL_ATOMIC_ADD(at, value) atomicAdd((at), (value))
#define LOCAL_ATOMIC_OR(at, value) atomicOr((at), (value))
#define LOCAL_ATOMIC_MIN(at, value) atomicMin((at), (value))
#define LOCAL_ATOMIC_MAX(at, value) atomicMax((at), (value))

#define BITS_OF_F32(value) __float_as_uint(value)
#define F32_OF_BITS(bits) __uint_as_float(bits)
#define BIT_COUNT(bits) ((u32)__popc(bits))
#define LEADING_ZEROS(bits) __clz((i32)(bits))
#define ROOT_F32(value) __fsqrt_rn(value)
#define ROOT_F64(value) __dsqrt_rn(value)
#define QUOTIENT_F32(over, under) __fdiv_rn((over), (under))
#define QUOTIENT_F64(over, under) __ddiv_rn((over), (under))
// max(a - b, 0) without wrap-around.
#define LESS_U32(a, b) ((a) > (b) ? (a) - (b) : 0u)
