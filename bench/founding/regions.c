// Counts the work of a reconstruction by square tiles of several sizes, as if all tiles of a round were processed at
// the same time: a tile sees the pixels around it as they were before the round. Neighbours share an edge.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 128, CELL = 16, WIDE = LARGEST + 2 };  // sides are multiples of a cell; a held tile has a ring
typedef uint8_t u8;

typedef struct {
  int32_t y, x, side;  // of the first pixel
} Square;

typedef struct {
  int64_t visits, iterations;
  int64_t idle;      // visits after the first one into which no pixel flows: Preamar's CPU code does not make them
  int64_t trickles;  // visits after the first one that it floods by a queue of pixels
} Work;

typedef struct {
  u8* state;
  u8* seen;  // the state before the round
  const u8* mask;
  int64_t rows, columns;
  const Square* squares;
  uint32_t* owners;  // of cells: the square
  uint32_t* stamps;  // of squares: the last round for which it is listed
  uint32_t* next;
  int64_t listed;
} Wave;

static u8 level[WIDE * WIDE], bound[WIDE * WIDE];

static int at(int row, int column) { return (row + 1) * WIDE + column + 1; }
static int64_t pixel(const Wave* wave, int64_t y, int64_t x) { return y * wave->columns + x; }

static void load(const Wave* wave, Square one) {
  for (int row = -1; row <= one.side; row++) {
    const int64_t y = one.y + row;
    const int inside_rows = row >= 0 && row < one.side;
    memset(&level[at(row, -1)], 0, one.side + 2);
    if (y < 0 || y >= wave->rows) continue;
    memcpy(&level[at(row, 0)], &(inside_rows ? wave->state : wave->seen)[pixel(wave, y, one.x)], one.side);
    if (!inside_rows) continue;
    memcpy(&bound[at(row, 0)], &wave->mask[pixel(wave, y, one.x)], one.side);
    if (one.x > 0) level[at(row, -1)] = wave->seen[pixel(wave, y, one.x - 1)];
    if (one.x + one.side < wave->columns) level[at(row, one.side)] = wave->seen[pixel(wave, y, one.x + one.side)];
  }
}

static inline u8 greater(u8 a, u8 b) { return a > b ? a : b; }
static inline u8 less(u8 a, u8 b) { return a < b ? a : b; }

// Raises a pixel to an offer, up to its bound. Returns the bits that changed.
static inline u8 lift(int here, u8 offer) {
  const u8 old = level[here];
  level[here] = greater(old, less(offer, bound[here]));
  return old ^ level[here];
}

// Each of four sweeps goes through the square once.
static u8 sweep(int side) {
  u8 changed = 0;
  for (int row = 0; row < side; row++)
    for (int column = 0; column < side; column++) changed |= lift(at(row, column), level[at(row - 1, column)]);
  for (int row = 0; row < side; row++)
    for (int column = 0; column < side; column++) changed |= lift(at(row, column), level[at(row, column - 1)]);
  for (int row = side - 1; row >= 0; row--)
    for (int column = 0; column < side; column++) changed |= lift(at(row, column), level[at(row + 1, column)]);
  for (int row = 0; row < side; row++)
    for (int column = side - 1; column >= 0; column--) changed |= lift(at(row, column), level[at(row, column + 1)]);
  return changed;
}

static int is_raised(int here, int outside) { return less(level[outside], bound[here]) > level[here]; }

// The pixels that the ring raises.
static int64_t entered(int side) {
  const int last = side - 1;
  int64_t count = 0;
  for (int i = 0; i < side; i++)
    count += is_raised(at(0, i), at(-1, i)) + is_raised(at(last, i), at(side, i)) + is_raised(at(i, 0), at(i, -1)) +
             is_raised(at(i, last), at(i, side));
  return count;
}

// The pixels that were raised since the square was loaded.
static int64_t raised(const Wave* wave, Square one) {
  int64_t count = 0;
  for (int row = 0; row < one.side; row++)
    for (int column = 0; column < one.side; column++)
      count += level[at(row, column)] != wave->state[pixel(wave, one.y + row, one.x + column)];
  return count;
}

static void wake(Wave* wave, int64_t y, int64_t x, uint32_t round) {
  if (y < 0 || y >= wave->rows || x < 0 || x >= wave->columns) return;
  const uint32_t owner = wave->owners[y / CELL * (wave->columns / CELL) + x / CELL];
  if (wave->stamps[owner] == round) return;
  wave->stamps[owner] = round;
  wave->next[wave->listed++] = owner;
}

static void wake_neighbours(Wave* wave, Square one, uint32_t round) {
  const int last = one.side - 1;
  for (int i = 0; i < one.side; i++) {
    if (level[at(0, i)] != wave->seen[pixel(wave, one.y, one.x + i)]) wake(wave, one.y - 1, one.x + i, round);
    if (level[at(last, i)] != wave->seen[pixel(wave, one.y + last, one.x + i)])
      wake(wave, one.y + one.side, one.x + i, round);
    if (level[at(i, 0)] != wave->seen[pixel(wave, one.y + i, one.x)]) wake(wave, one.y + i, one.x - 1, round);
    if (level[at(i, last)] != wave->seen[pixel(wave, one.y + i, one.x + last)])
      wake(wave, one.y + i, one.x + one.side, round);
  }
}

static void store(const Wave* wave, Square one) {
  for (int row = 0; row < one.side; row++)
    memcpy(&wave->state[pixel(wave, one.y + row, one.x)], &level[at(row, 0)], one.side);
}

static void publish(const Wave* wave, Square one) {
  for (int row = 0; row < one.side; row++) {
    const int64_t begin = pixel(wave, one.y + row, one.x);
    memcpy(&wave->seen[begin], &wave->state[begin], one.side);
  }
}

// Processes the listed squares, and lets their neighbours see them afterwards.
static void process(Wave* wave, const uint32_t* list, int64_t count, uint32_t round, Work* work) {
  for (int64_t i = 0; i < count; i++) {
    const Square one = wave->squares[list[i]];
    Work* const own = &work[list[i]];
    load(wave, one);
    const int64_t flows = round > 1 ? entered(one.side) : -1;
    int64_t sweeps = 1;
    while (sweep(one.side)) sweeps++;
    own->visits++, own->iterations += sweeps;
    if (flows == 0) own->idle++;
    if (flows > 0 && flows <= 8) own->trickles += raised(wave, one) <= 4 * one.side;
    if (sweeps == 1) continue;
    store(wave, one);
    wake_neighbours(wave, one, round + 1);
  }
  for (int64_t i = 0; i < count; i++) publish(wave, wave->squares[list[i]]);
}

// Reconstructs `state` under `mask` by the squares, which cover the image; `seen` is a copy of the state, `lists` has
// room for three numbers per square, `owners` for one per cell. All squares are in the first round. Adds to the work of
// each square, and returns the rounds.
int64_t reconstruct_by_squares(u8* state, u8* seen, const u8* mask, int64_t rows, int64_t columns,
                               const Square* squares, int64_t count, uint32_t* lists, uint32_t* owners, Work* work) {
  Wave wave = {state, seen, mask, rows, columns, squares, owners, lists, lists + count, 0};
  uint32_t* list = lists + 2 * count;
  memset(wave.stamps, 0, count * sizeof *wave.stamps);
  for (int64_t i = 0; i < count; i++) {
    list[i] = (uint32_t)i;
    for (int y = 0; y < squares[i].side; y += CELL)
      for (int x = 0; x < squares[i].side; x += CELL)
        owners[(squares[i].y + y) / CELL * (columns / CELL) + (squares[i].x + x) / CELL] = (uint32_t)i;
  }
  int64_t round = 0;
  for (int64_t listed = count; listed > 0; listed = wave.listed) {
    wave.listed = 0;
    process(&wave, list, listed, (uint32_t)++round, work);
    uint32_t* const done = list;
    list = wave.next, wave.next = done;
  }
  return round;
}
