// A running mean over time, in place, of rows that lie apart by a stride.
[[clang::annotate("preamar::loop")]]
void accumulate_frames(float *mean, const unsigned char *frame, int w, int h, int stride, float rate) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) mean[y * stride + x] += rate * (frame[y * stride + x] - mean[y * stride + x]);
}
