// The functions of extremes.c as kernels, which extremes_opencl.cpp builds and runs.
#pragma OPENCL FP_CONTRACT OFF

typedef uchar uint8_t;

typedef int T;

typedef int E;

// The number of items per group in a reduction: a power of two.
#define group_items 256

T menor(E pixel1, E pixel2) { return pixel1 < pixel2 ? pixel1 : pixel2; }

T maior(E pixel1, E pixel2) { return pixel1 > pixel2 ? pixel1 : pixel2; }

// Combines the first `how_many` values of a group as a tree; the first value holds the result.
void menor_reduce_tree(__local T* partial, const long how_many) {
  const int item = get_local_id(0);
  for (int half_of = group_items / 2; half_of > 0; half_of /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < half_of && item + half_of < how_many)
      partial[item] = menor(partial[item], partial[item + half_of]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
}

// One value per group; every group has at least one pixel.
__kernel __attribute__((reqd_work_group_size(group_items, 1, 1))) void menor_reduce(
    __global const uint8_t* image, __global T* groups, const long height, const long width) {
  __local T partial[group_items];
  const long pixel_count = height * width;
  long i = get_global_id(0);
  if (i < pixel_count) {
    T so_far = (T)image[i];
    for (i += get_global_size(0); i < pixel_count; i += get_global_size(0)) {
      so_far = menor(so_far, (T)image[i]);
    }
    partial[get_local_id(0)] = so_far;
  }
  menor_reduce_tree(partial, pixel_count - (long)get_group_id(0) * group_items);
  if (get_local_id(0) == 0) groups[get_group_id(0)] = partial[0];
}

// Combines the values of groups.
__kernel __attribute__((reqd_work_group_size(group_items, 1, 1))) void menor_reduce_join(
    __global const T* groups, __global T* result, const long group_count) {
  __local T partial[group_items];
  long i = get_local_id(0);
  if (i < group_count) {
    T so_far = groups[i];
    for (i += group_items; i < group_count; i += group_items) so_far = menor(so_far, groups[i]);
    partial[get_local_id(0)] = so_far;
  }
  menor_reduce_tree(partial, group_count);
  if (get_local_id(0) == 0) *result = partial[0];
}

// Combines the first `how_many` values of a group as a tree; the first value holds the result.
void maior_reduce_tree(__local T* partial, const long how_many) {
  const int item = get_local_id(0);
  for (int half_of = group_items / 2; half_of > 0; half_of /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < half_of && item + half_of < how_many)
      partial[item] = maior(partial[item], partial[item + half_of]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
}

// One value per group; every group has at least one pixel.
__kernel __attribute__((reqd_work_group_size(group_items, 1, 1))) void maior_reduce(
    __global const uint8_t* image, __global T* groups, const long height, const long width) {
  __local T partial[group_items];
  const long pixel_count = height * width;
  long i = get_global_id(0);
  if (i < pixel_count) {
    T so_far = (T)image[i];
    for (i += get_global_size(0); i < pixel_count; i += get_global_size(0)) {
      so_far = maior(so_far, (T)image[i]);
    }
    partial[get_local_id(0)] = so_far;
  }
  maior_reduce_tree(partial, pixel_count - (long)get_group_id(0) * group_items);
  if (get_local_id(0) == 0) groups[get_group_id(0)] = partial[0];
}

// Combines the values of groups.
__kernel __attribute__((reqd_work_group_size(group_items, 1, 1))) void maior_reduce_join(
    __global const T* groups, __global T* result, const long group_count) {
  __local T partial[group_items];
  long i = get_local_id(0);
  if (i < group_count) {
    T so_far = groups[i];
    for (i += group_items; i < group_count; i += group_items) so_far = maior(so_far, groups[i]);
    partial[get_local_id(0)] = so_far;
  }
  maior_reduce_tree(partial, group_count);
  if (get_local_id(0) == 0) *result = partial[0];
}
