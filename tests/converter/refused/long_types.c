[[clang::annotate("preamar::map")]]
unsigned long square(unsigned short pixel) {
  long wide = pixel;
  long long wider = wide * 2LL;
  return (unsigned long)wider;
}
