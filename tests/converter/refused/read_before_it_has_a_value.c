static int weight(int level) {
  int share;
  if (level > 9) share = 2;
  return share * level;
}

[[clang::annotate("preamar::map")]]
int weighted(int pixel) {
  int sum;
  sum += weight(pixel);
  return sum;
}
