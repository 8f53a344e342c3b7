// Images in a bucket of Amazon S3 and of what speaks its protocol: Ceph, MinIO, and others.
#pragma once

#include "io/store/store.h"

namespace preamar::io {

// For names s3://bucket/path.
[[nodiscard]] const Store& s3_store();

}  // namespace preamar::io
