// One function of each class of the article, as plain loops. -fopenmp and -fopenacc run the outer loop in parallel by
// the pragma in front of it; without them there is no pragma. preamar-convert reads the same loops.
#include <string.h>

#define PRAGMA(text) _Pragma(#text)
#if defined(_OPENMP)
#define PARALLEL PRAGMA(omp parallel for)
#define MAXIMUM(value) PRAGMA(omp parallel for reduction(max : value))
#define COUNTERS(counts) PRAGMA(omp parallel for reduction(+ : counts[:256]))
#define ONE_AT_A_TIME
#elif defined(_OPENACC)
#define PARALLEL PRAGMA(acc parallel loop)
#define MAXIMUM(value) PRAGMA(acc parallel loop reduction(max : value))
#define COUNTERS(counts) PRAGMA(acc parallel loop)
#define ONE_AT_A_TIME PRAGMA(acc atomic update)
#else
#define PARALLEL
#define MAXIMUM(value)
#define COUNTERS(counts)
#define ONE_AT_A_TIME
#endif

// P2P: white above the level.
[[clang::annotate("preamar::loop")]] void binarise(const unsigned char* in, unsigned char* out, int width, int height,
                                                   int level) {
  PARALLEL
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) out[y * width + x] = in[y * width + x] > level ? 255 : 0;
}

// N2P: Sobel by convolution. Pixels on the border are not written.
[[clang::annotate("preamar::loop")]] void sobel(const unsigned char* in, unsigned char* out, int width, int height) {
  static const int weights[3][3] = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}};
  PARALLEL
  for (int y = 1; y < height - 1; y++)
    for (int x = 1; x < width - 1; x++) {
      int across = 0, down = 0;
      for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++) {
          across += weights[j + 1][i + 1] * in[(y + j) * width + x + i];
          down += weights[i + 1][j + 1] * in[(y + j) * width + x + i];
        }
      int strength = (across < 0 ? -across : across) + (down < 0 ? -down : down);
      out[y * width + x] = strength > 255 ? 255 : strength;
    }
}

// R2S: the largest pixel.
[[clang::annotate("preamar::loop")]] int maximum(const unsigned char* in, int width, int height) {
  int most = 0;
  MAXIMUM(most)
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      if (in[y * width + x] > most) most = in[y * width + x];
  return most;
}

// R2V: the number of pixels of each value.
[[clang::annotate("preamar::loop")]] void histogram(const unsigned char* in, int* counts, int width, int height) {
  memset(counts, 0, 256 * sizeof(int));
  COUNTERS(counts)
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      ONE_AT_A_TIME
      counts[in[y * width + x]]++;
    }
}
