#include <math.h>

struct curve {
  float gamma;
};
static const struct curve example = {2.2f};

// Lightness by a power of the level.
[[clang::annotate("preamar::map")]]
static unsigned char gamma_of(unsigned char level, struct curve curve) {
  return (unsigned char)(255.0f * powf((float)level / 255.0f, 1.0f / curve.gamma) + 0.5f);
}
