// Tables: what an operator tells of each object, a column a property.
#pragma once

#include <preamar/image.h>

#include <string>
#include <vector>

namespace preamar {

struct Column {
  std::string name;
  OwnedImage cells;  // of rank 1, one a row of the table
};

// The columns are equally long.
using Table = std::vector<Column>;

}  // namespace preamar
