#include "operator_bench.h"

int main(int argc, char** argv) {
  std::vector<preamar::bench::Group> groups;
  for (const char* op : {"opening", "closing"})
    for (const char* shape : {"box", "ball"})
      for (const std::int64_t radius : {1, 3, 10})
        groups.push_back({.op = op,
                          .instances = {"tissue", "tissue3d"},
                          .options = {{"shape", shape}, {"radius", radius}},
                          .variant = shape + std::string("-") + std::to_string(radius)});
  return preamar::bench::run(argc, argv, groups);
}
