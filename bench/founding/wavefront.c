// Counts the work of a reconstruction by tiles, as if all tiles of a round were processed at the same time: a tile sees
// the borders that its neighbours had before the round. Neighbours share an edge. Both sides are multiples of 32.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { TILE = 32, COLUMN = 64, HELD = COLUMN * (TILE + 3) };
typedef uint8_t u8;

// How a tile is processed: four sweeps of its rows and columns; two passes over a parallelogram, whose row n is n
// pixels further left, from its first pixel to its last and back; or two passes over a square, where the lane of row n
// begins n pixels further left and wraps around.
enum Form { sweeps, parallelogram, wrapped };

typedef struct {
  int64_t rounds, visits, iterations;
  int64_t idle;  // visits of the first round that change nothing
} Counts;

// The border of a tile.
typedef struct {
  u8 top[TILE], bottom[TILE], left[TILE], right[TILE];
} Border;

typedef struct {
  u8* state;
  const u8* mask;
  int64_t rows, columns;  // of pixels
  int64_t high, wide;     // of tiles
  enum Form form;
  int skew;          // how many columns the pixel above is further left in a tile
  Border* seen;      // per tile, as it was before the round
  uint32_t* stamps;  // the last round for which a tile is listed
  uint32_t* next;
  int64_t listed;
} Wave;

// A tile in memory, column by column from the corner of the ring around it, because compilers then process all rows of
// a column at once. A pixel with open = 0 has no neighbour on its left.
typedef struct {
  u8 level[HELD], bound[HELD], open[HELD];
} Tile;

static int at(int row, int column) { return (column + 1) * COLUMN + row + 1; }

static int64_t modulo(int64_t a, int64_t n) { return (a % n + n) % n; }

static int64_t number(const Wave* wave, int64_t y, int64_t x) { return y * wave->wide + modulo(x, wave->wide); }

static void load(const Wave* wave, int64_t y, int64_t across, Tile* tile) {
  memset(tile->level, 0, sizeof tile->level);
  memset(tile->open, 255, sizeof tile->open);
  for (int row = 0; row < TILE; row++) {
    const int64_t line = y * TILE + row, first = modulo(across * TILE - wave->skew * line, wave->columns);
    const int before =
        wave->columns - first < TILE ? (int)(wave->columns - first) : TILE;  // the last column of the image
    const u8* state = wave->state + line * wave->columns;
    const u8* mask = wave->mask + line * wave->columns;
    for (int column = 0; column < TILE; column++) {
      const int64_t x = column < before ? first + column : column - before;
      tile->level[at(row, column)] = state[x];
      tile->bound[at(row, column)] = mask[x];
    }
    if (first == 0) tile->open[at(row, 0)] = 0;
    if (first + TILE >= wave->columns) tile->open[at(row, before)] = 0;
    tile->level[at(row, -1)] = wave->seen[number(wave, y, across - 1)].right[row];
    tile->level[at(row, TILE)] = wave->seen[number(wave, y, across + 1)].left[row];
  }
  for (int column = 0; column < TILE; column++) {
    const int up = column - wave->skew, down = column + wave->skew;
    if (y > 0) tile->level[at(-1, up)] = wave->seen[number(wave, y - 1, across - (up < 0))].bottom[up & (TILE - 1)];
    if (y + 1 < wave->high)
      tile->level[at(TILE, down)] = wave->seen[number(wave, y + 1, across + (down >= TILE))].top[down & (TILE - 1)];
  }
}

static void store(const Wave* wave, int64_t y, int64_t across, const Tile* tile) {
  for (int row = 0; row < TILE; row++) {
    const int64_t line = y * TILE + row, first = modulo(across * TILE - wave->skew * line, wave->columns);
    const int before = wave->columns - first < TILE ? (int)(wave->columns - first) : TILE;
    u8* state = wave->state + line * wave->columns;
    for (int column = 0; column < TILE; column++)
      state[column < before ? first + column : column - before] = tile->level[at(row, column)];
  }
}

static inline u8 greater(u8 a, u8 b) { return a > b ? a : b; }
static inline u8 less(u8 a, u8 b) { return a < b ? a : b; }

// Raises a pixel to an offer, up to its bound. Returns the bits that changed.
static inline u8 lift(Tile* tile, int here, u8 offer) {
  const u8 old = tile->level[here], raised = greater(old, less(offer, tile->bound[here]));
  tile->level[here] = raised;
  return old ^ raised;
}

static u8 sweep_rows(Tile* tile, int first, int last, int way) {
  u8 changed = 0;
  for (int row = first; row != last; row += way)
    for (int column = 0; column < TILE; column++)
      changed |= lift(tile, at(row, column), tile->level[at(row - way, column)]);
  return changed;
}

static u8 sweep_right(Tile* tile) {
  u8 changed = 0;
  for (int column = 0; column < TILE; column++)
    for (int row = 0; row < TILE; row++)
      changed |= lift(tile, at(row, column), tile->level[at(row, column - 1)] & tile->open[at(row, column)]);
  return changed;
}

static u8 sweep_left(Tile* tile) {
  u8 changed = 0;
  for (int column = TILE - 1; column >= 0; column--)
    for (int row = 0; row < TILE; row++)
      changed |= lift(tile, at(row, column), tile->level[at(row, column + 1)] & tile->open[at(row, column + 1)]);
  return changed;
}

// In a parallelogram the pixel above is in the column before, so a column needs only that one.
static u8 passes(Tile* tile) {
  u8 changed = 0;
  for (int column = 0; column < TILE; column++)
    for (int row = 0; row < TILE; row++) {
      const int here = at(row, column), left = here - COLUMN;
      changed |= lift(tile, here, greater(tile->level[left] & tile->open[here], tile->level[left - 1]));
    }
  for (int column = TILE - 1; column >= 0; column--)
    for (int row = 0; row < TILE; row++) {
      const int here = at(row, column), right = here + COLUMN;
      changed |= lift(tile, here, greater(tile->level[right] & tile->open[right], tile->level[right + 1]));
    }
  return changed;
}

// Each pixel of these columns of a row takes from the left and from above.
static u8 forward(Tile* tile, int row, int first, int last) {
  u8 changed = 0;
  for (int column = first; column < last; column++) {
    const int here = at(row, column), left = here - COLUMN;
    changed |= lift(tile, here, greater(tile->level[left] & tile->open[here], tile->level[here - 1]));
  }
  return changed;
}

static u8 backward(Tile* tile, int row, int first, int last) {
  u8 changed = 0;
  for (int column = last - 1; column >= first; column--) {
    const int here = at(row, column), right = here + COLUMN;
    changed |= lift(tile, here, greater(tile->level[right] & tile->open[right], tile->level[here + 1]));
  }
  return changed;
}

// The columns that a lane reaches after wrapping around come first, because it begins there.
static u8 wrapped_passes(Tile* tile) {
  u8 changed = 0;
  for (int row = 0; row < TILE; row++) changed |= forward(tile, row, TILE - row, TILE);
  for (int row = 0; row < TILE; row++) changed |= forward(tile, row, 0, TILE - row);
  for (int row = TILE - 1; row >= 0; row--) changed |= backward(tile, row, 0, TILE - 1 - row);
  for (int row = TILE - 1; row >= 0; row--) changed |= backward(tile, row, TILE - 1 - row, TILE);
  return changed;
}

static u8 iterate(Tile* tile, enum Form form) {
  if (form == parallelogram) return passes(tile);
  if (form == wrapped) return wrapped_passes(tile);
  return sweep_rows(tile, 0, TILE, 1) | sweep_right(tile) | sweep_rows(tile, TILE - 1, -1, -1) | sweep_left(tile);
}

static Border border_of(const Tile* tile) {
  Border border;
  for (int i = 0; i < TILE; i++) {
    border.top[i] = tile->level[at(0, i)];
    border.bottom[i] = tile->level[at(TILE - 1, i)];
    border.left[i] = tile->level[at(i, 0)];
    border.right[i] = tile->level[at(i, TILE - 1)];
  }
  return border;
}

static void wake(Wave* wave, int64_t y, int64_t x, uint32_t round) {
  if (y < 0 || y >= wave->high) return;
  const int64_t tile = number(wave, y, x);
  if (wave->stamps[tile] == round) return;
  wave->stamps[tile] = round;
  wave->next[wave->listed++] = (uint32_t)tile;
}

// Lists the neighbours that see a pixel that rose. In a parallelogram, those on the left and on the right also see it
// from above and from below.
static void wake_neighbours(Wave* wave, int64_t y, int64_t x, const Tile* tile, const Border* now, uint32_t round) {
  const Border* before = &wave->seen[number(wave, y, x)];
  for (int i = 0; i < TILE; i++) {
    const int left = tile->open[at(i, 0)] || (wave->skew && i > 0);
    const int right = tile->open[at(i, TILE)] || (wave->skew && i + 1 < TILE);
    if (left && now->left[i] != before->left[i]) wake(wave, y, x - 1, round);
    if (right && now->right[i] != before->right[i]) wake(wave, y, x + 1, round);
    if (now->top[i] != before->top[i]) wake(wave, y - 1, x - (i < wave->skew), round);
    if (now->bottom[i] != before->bottom[i]) wake(wave, y + 1, x + (i + wave->skew >= TILE), round);
  }
}

// Processes the listed tiles, and publishes their borders afterwards.
static void process(Wave* wave, const uint32_t* list, int64_t count, Border* fresh, uint32_t round, Counts* counts) {
  static Tile tile;
  for (int64_t i = 0; i < count; i++) {
    const int64_t y = list[i] / wave->wide, x = list[i] % wave->wide;
    load(wave, y, x, &tile);
    int iterations = 1;
    while (iterate(&tile, wave->form)) iterations++;
    counts->iterations += iterations;
    counts->idle += round == 1 && iterations == 1;
    fresh[i] = border_of(&tile);
    if (iterations == 1) continue;
    store(wave, y, x, &tile);
    wake_neighbours(wave, y, x, &tile, &fresh[i], round + 1);
  }
  for (int64_t i = 0; i < count; i++) wave->seen[list[i]] = fresh[i];
}

// Reconstructs `state` under `mask`. All tiles are in the first round. Returns 0 if there is no memory.
int reconstruct(u8* state, const u8* mask, int64_t rows, int64_t columns, int form, Counts* counts) {
  const int64_t tiles = rows / TILE * (columns / TILE);
  Wave wave = {state, mask, rows, columns, rows / TILE, columns / TILE, form, form == parallelogram};
  Border *seen = malloc(tiles * sizeof *seen), *fresh = malloc(tiles * sizeof *fresh);
  uint32_t *list = malloc(tiles * sizeof *list), *next = malloc(tiles * sizeof *next),
           *stamps = calloc(tiles, sizeof *stamps);
  const int has_memory = seen && fresh && list && next && stamps;
  if (has_memory) {
    wave.seen = seen, wave.stamps = stamps;
    memset(seen, 0, tiles * sizeof *seen);
    for (int64_t i = 0; i < tiles; i++) {
      Tile tile;
      load(&wave, i / wave.wide, i % wave.wide, &tile);
      fresh[i] = border_of(&tile);
      list[i] = (uint32_t)i;
    }
    memcpy(seen, fresh, tiles * sizeof *seen);
    for (int64_t count = tiles; count > 0; count = wave.listed) {
      wave.next = next, wave.listed = 0;
      counts->rounds++;
      counts->visits += count;
      process(&wave, list, count, fresh, (uint32_t)counts->rounds, counts);
      next = list, list = wave.next;
    }
  }
  free(seen), free(fresh), free(list), free(next), free(stamps);
  return has_memory;
}
