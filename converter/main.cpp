// preamar-convert: a serial C pixel function in, checked parallel code out.
#include "front.h"
#include "refusals.h"

int main() { return 0; }
