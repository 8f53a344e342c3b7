#include "operator_bench.h"

int main(int argc, char** argv) {
  std::vector<preamar::bench::Group> groups;
  for (const char* op : {"opening_by_reconstruction", "closing_by_reconstruction"})
    for (const std::int64_t radius : {1, 3, 10})
      groups.push_back({.op = op,
                        .instances = {"tissue", "tissue3d"},
                        .options = {{"radius", radius}},
                        .variant = std::to_string(radius)});
  return preamar::bench::run(argc, argv, groups);
}
