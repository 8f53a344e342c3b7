[[clang::annotate("preamar::map")]]
float scaled(float pixel) {
  long double wide = pixel;
  _Float16 narrow = pixel;
  __int128 whole = pixel;
  return wide + narrow + whole + 0.5L;
}
