typedef struct {
  unsigned char red, green, blue;
} rgb;

[[clang::annotate("preamar::stencil border=constant beyond=7")]]
rgb middle(rgb window[3][3]) {
  return window[1][1];
}
