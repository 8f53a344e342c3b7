typedef struct {
  int red, green, blue;  // in 256ths
} shares;
static const shares rec601 = {77, 150, 29};

[[clang::annotate("preamar::map")]]
static unsigned char colour_to_grey(unsigned char red, [[clang::annotate("preamar::pixel")]] unsigned char green,
                                    [[clang::annotate("preamar::pixel")]] unsigned char blue, shares share) {
  return (share.red * red + share.green * green + share.blue * blue + 128) >> 8;
}
