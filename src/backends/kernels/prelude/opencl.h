// The kernel dialect in OpenCL C 1.2. docs/gpu.md defines its words.
#pragma OPENCL FP_CONTRACT OFF
#if defined(USES_F64) || defined(ROUNDS_BY_F64)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

#define KERNEL_NAME(name) name

typedef uchar u8;
typedef ushort u16;
typedef uint u32;
typedef ulong u64;
typedef char i8;
typedef short i16;
typedef int i32;
typedef long i64;
typedef float f32;
#ifdef USES_F64
typedef double f64;
#endif

#define KERNEL(group_size, name) __kernel __attribute__((reqd_work_group_size(group_size, 1, 1))) void KERNEL_NAME(name)
#define DEVICE static inline __attribute__((always_inline))
#define GLOBAL __global
#define LOCAL __local
#define LOCAL_ARRAY(type, name, count) __local type name[count]
#define RESTRICT restrict

#define LOCAL_ID ((i32)get_local_id(0))
#define LOCAL_COUNT ((i32)get_local_size(0))
#define GROUP_ID ((i64)get_group_id(0))
#define GROUP_COUNT ((i64)get_num_groups(0))
#define BARRIER() barrier(CLK_LOCAL_MEM_FENCE)
// Also a fence for global memory: after it, items of the group may overwrite what others read before it.
#define BARRIER_ALL() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
// Orders an item's accesses to global memory, as items of other groups see them.
#define FENCE() mem_fence(CLK_GLOBAL_MEM_FENCE)

#define ATOMIC_ADD(at, value) atomic_add((at), (value))
#define ATOMIC_EXCHANGE(at, value) atomic_xchg((at), (value))
#define ATOMIC_MIN(at, value) atomic_min((at), (value))
#define ATOMIC_MAX(at, value) atomic_max((at), (value))
#define ATOMIC_OR(at, value) atomic_or((at), (value))
#define ATOMIC_LOAD(at) atomic_or((at), 0u)
#define LOCAL_ATOMIC_ADD(at, value) atomic_add((at), (value))
#define LOCAL_ATOMIC_OR(at, value) atomic_or((at), (value))
#define LOCAL_ATOMIC_MIN(at, value) atomic_min((at), (value))
#define LOCAL_ATOMIC_MAX(at, value) atomic_max((at), (value))

#define BITS_OF_F32(value) as_uint(value)
#define F32_OF_BITS(bits) as_float(bits)
#define BIT_COUNT(bits) popcount(bits)
#define LEADING_ZEROS(bits) ((i32)clz(bits))
// Computes square roots and quotients of floats in double if the device does not round them correctly. Rounding to
// double and then to float is correct, because a double has more than twice the digits.
#ifdef ROUNDS_BY_F64
#define ROOT_F32(value) ((f32)sqrt((double)(value)))
#define QUOTIENT_F32(over, under) ((f32)((double)(over) / (double)(under)))
#else
#define ROOT_F32(value) sqrt(value)
#define QUOTIENT_F32(over, under) ((over) / (under))
#endif
#define ROOT_F64(value) sqrt(value)
#define QUOTIENT_F64(over, under) ((over) / (under))
// max(a - b, 0) without wrap-around.
#define LESS_U32(a, b) sub_sat((u32)(a), (u32)(b))
