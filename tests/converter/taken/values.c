// Pointers to variables of the function itself, and enumerations, as both C and C++ read them.
enum Kind { dark, bright };

typedef struct {
  int low, high;
} range;

static void order(int* a, int* b) {
  const int kept = *a;
  if (*a > *b) {
    *a = *b;
    *b = kept;
  }
}

static int ends(const int* values, const int* same) { return values[0] + same[1]; }

[[clang::annotate("preamar::map")]]
static unsigned char values(unsigned char a, unsigned char b, unsigned char c) {
  int v[3] = {a, b, c};
  range both = {.low = a, .high = b};
  order(&v[0], &v[1]);
  order(&v[1], &v[2]);
  order(&both.low, &both.high);
  for (int i = 0; i < 2; i++) order(&v[i], &v[i + 1]);
  enum Kind kind = v[1] > 99 ? bright : dark;
  switch (kind) {
    case dark:
      return both.low;
    case bright:
      break;
  }
  return ends(v, v) / 2;
}
