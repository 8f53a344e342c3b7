#define HEIGHT 48
#define WIDTH 64

// Eight comparisons with the middle, clockwise from the corner; an image of fixed size.
[[clang::annotate("preamar::loop")]]
void local_binary_pattern(unsigned char in[HEIGHT][WIDTH], unsigned char out[HEIGHT][WIDTH]) {
  static const int dx[8] = {-1, 0, 1, 1, 1, 0, -1, -1};
  static const int dy[8] = {-1, -1, -1, 0, 1, 1, 1, 0};
  for (int row = 1; row < HEIGHT - 1; row++)
    for (int column = 1; column < WIDTH - 1; column++) {
      unsigned char code = 0;
      for (int k = 0; k < 8; k++)
        if (in[row + dy[k]][column + dx[k]] >= in[row][column]) code |= 1 << k;
      out[row][column] = code;
    }
}
