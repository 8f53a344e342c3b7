// One function a request: does it, prints what it found, or throws Error.
#pragma once

#include "request.h"

namespace preamar::cli {

void run(const TextRequest& request);
void run(const OperatorRequest& request);
void run(const GenerateRequest& request);
void run(const InstancesRequest& request);
void run(const InfoRequest& request);
void run(const DevicesRequest& request);
void run(const BenchRequest& request);
void run(const SelftestRequest& request);
void run(const PipelineRequest& request);
void run(const PlanRequest& request);
void run(const TaskRequest& request);
void run(const ManualRequest& request);

}  // namespace preamar::cli
