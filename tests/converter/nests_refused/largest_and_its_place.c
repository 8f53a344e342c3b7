[[clang::annotate("preamar::loop")]]
int place_of_largest(const unsigned char *in, int n) {
  int best = 0, place = 0;
  for (int i = 0; i < n; i++)
    if (in[i] > best) {
      best = in[i];
      place = i;
    }
  return place;
}
