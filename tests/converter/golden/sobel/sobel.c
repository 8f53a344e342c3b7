// The convolution of the original, with the masks of Sobel.
static const int horizontal[3][3] = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}};
static const int vertical[3][3] = {{-1, -2, -1}, {0, 0, 0}, {1, 2, 1}};

[[clang::annotate("preamar::stencil by-place")]]
static unsigned char sobel(unsigned char pixel[3][3], int x, int y) {
    int gx = 0, gy = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            gx += horizontal[i][j] * pixel[i][j];
            gy += vertical[i][j] * pixel[i][j];
        }
    int strength = (gx < 0 ? -gx : gx) + (gy < 0 ? -gy : gy);
    return strength > 255 ? 255 : strength;
}
