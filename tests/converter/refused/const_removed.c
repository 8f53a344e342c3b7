static void clear(const int* value) { *(int*)value = 0; }

[[clang::annotate("preamar::map")]]
unsigned char black(unsigned char pixel) {
  int value = pixel;
  clear(&value);
  return value;
}
