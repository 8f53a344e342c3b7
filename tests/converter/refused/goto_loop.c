[[clang::annotate("preamar::map")]]
unsigned char bits(unsigned char pixel) {
  int count = 0;
again:
  count += pixel & 1;
  pixel >>= 1;
  if (pixel) goto again;
  return count;
}
