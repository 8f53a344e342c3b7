// The threshold is the user's: given once, and the same for every pixel.
[[clang::annotate("preamar::map")]]
static unsigned char binarise(unsigned char v, int threshold) { return v > threshold ? 255 : 0; }

// A range of levels, and what becomes of the rest.
[[clang::annotate("preamar::stencil")]]
static float keep_edges(float p[3][3], float low, float high, int y, _Bool is_inverted) {
  const float slope = p[1][2] - p[1][0];
  const float kept = slope >= low && slope <= high * 30.0f ? p[1][1] : (float)(y % 2);
  return is_inverted ? 255.0f - kept : kept;
}
