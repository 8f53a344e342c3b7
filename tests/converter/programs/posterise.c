#define LEVELS 6
#define STEP (256 / LEVELS)

[[clang::annotate("preamar::map")]]
static unsigned char posterise(unsigned char level) {
  switch (level / STEP) {
    case 0:
      return 0;
    case LEVELS:
      return 255;
    default:
      return level / STEP * STEP + STEP / 2;
  }
}
