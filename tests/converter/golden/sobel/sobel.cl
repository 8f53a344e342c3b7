// The functions of sobel.c as kernels, which sobel_opencl.cpp builds and runs.
#pragma OPENCL FP_CONTRACT OFF

// What one group of items computes.
#define tile_columns 16
#define tile_rows 16

// a a a | a b c d | d d d
long nearest_index(long at, long extent) { return at < 0 ? 0 : at < extent ? at : extent - 1; }

// The convolution of the original, with the masks of Sobel.
__constant const int horizontal[3][3] = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}};

__constant const int vertical[3][3] = {{-1, -2, -1}, {0, 0, 0}, {1, 2, 1}};

unsigned char sobel(__local const unsigned char (*pixel)[tile_columns + 2], int x, int y) {
  int gx = 0, gy = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      gx += horizontal[i][j] * pixel[i][j];
      gy += vertical[i][j] * pixel[i][j];
    }
  int strength = (gx < 0 ? -gx : gx) + (gy < 0 ? -gy : gy);
  return strength > 255 ? 255 : strength;
}

// Each group loads its tile and the pixels around it into local memory, then computes.
__kernel __attribute__((reqd_work_group_size(tile_columns, tile_rows, 1))) void sobel_stencil(
    __global const unsigned char* image, __global unsigned char* result, const long height,
    const long width) {
  __local unsigned char tile[tile_rows + 2][tile_columns + 2];
  const long first_row = (long)get_group_id(1) * tile_rows - 1;
  const long first_column = (long)get_group_id(0) * tile_columns - 1;
  for (int r = get_local_id(1); r < tile_rows + 2; r += tile_rows)
    for (int c = get_local_id(0); c < tile_columns + 2; c += tile_columns) {
      const long row = first_row + r, column = first_column + c;
      tile[r][c] = image[nearest_index(row, height) * width + nearest_index(column, width)];
    }
  barrier(CLK_LOCAL_MEM_FENCE);

  const long x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  __local const unsigned char(*window)[tile_columns + 2] =
      (__local const unsigned char(*)[tile_columns + 2]) & tile[get_local_id(1)][get_local_id(0)];
  const long i = y * width + x;
  result[i] = sobel(window, (int)x, (int)y);
}
