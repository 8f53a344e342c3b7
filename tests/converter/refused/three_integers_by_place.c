#P2P_FUNC
static int lifted(int pixel, int x, int y, int z) {
  return pixel + x + y + z;
}
