typedef struct {
  int count;
} Totals;

[[clang::annotate("preamar::map")]]
int counted(int pixel, Totals* totals) {
  return pixel + totals->count;
}
