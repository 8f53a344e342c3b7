[[clang::annotate("preamar::loop")]]
void box_3d(const float *in, float *out, int depth, int height, int width) {
  for (int z = 1; z < depth - 1; z++)
    for (int y = 1; y < height - 1; y++)
      for (int x = 1; x < width - 1; x++) {
        float sum = 0;
        for (int k = -1; k <= 1; k++)
          for (int j = -1; j <= 1; j++)
            for (int i = -1; i <= 1; i++) sum += in[((z + k) * height + y + j) * width + x + i];
        out[(z * height + y) * width + x] = sum / 27;
      }
}
