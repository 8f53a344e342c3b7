// Loops that end, in the many ways that people write them.
#include <stdint.h>

#define TWICE(x) \
  do {           \
    (x) *= 2;    \
  } while (0)

typedef struct {
  int count;
  int lengths[4];
} options;

static const int table[] = {1, 2, 3};

static int power(int base, int exponent) {
  int result = 1;
  for (int i = 0; i < exponent; i++) result *= base;
  return result;
}

[[clang::annotate("preamar::map")]]
static int loops(unsigned char pixel, int x, int y, options options) {
  int i, j, sum = 0;
  const int step = 2;
  int last = options.count;
  const int ends[2] = {3, 4};
  for (i = 0; i < last; i++) sum += i;
  for (i = 9; i >= 0; --i) {
    if (pixel == i) break;
    for (j = i; j < 10 && sum < 1000; j += step) sum += j;
  }
  for (unsigned k = 0; k < sizeof(table) / sizeof(table[0]); k++) sum += table[k];
  for (uint8_t k = 200; k > 0; k--) sum += k;
  for (int k = 0; 3 > k; k = k + 1) sum += power(pixel, 3) + power(2, options.lengths[k]);
  for (int k = 10; k != 0; k -= 5) TWICE(sum);
  for (int k = 0; k < ends[1]; k++) sum += k;
  for (int k = x; k < x + y % 3; k++) sum++;
  return sum;
}
