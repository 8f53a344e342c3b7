#!/usr/bin/env bash
# Submit a plan to SLURM: a job array per stage, each after the one before. No scheduler of its own, no Python packages.
#
#   preamar plan label /shared/image.ome.zarr -o /shared/labels.ome.zarr -o /shared/plan.json --memory 4G --threads 4
#   SBATCH_PARTITION=compute SBATCH_TIMELIMIT=60 slurm_array.sh /shared/plan.json
#
# The plan, this script and the images must be on a disk that all nodes share (images may also be in an object store).
# An array has at most ARRAY elements (default: 1000); each does several tasks one after the other. The last job of a
# plan submits the plan that follows, if there is one. Not run on SLURM by the project: bash -n, shellcheck, and a
# stand-in for sbatch that runs the jobs at once.
set -euo pipefail

# The lock of the job must outlast the waiting time in the queue.
export PREAMAR_LOCK_SECONDS=${PREAMAR_LOCK_SECONDS:-86400}
script=$(realpath "$0")

# Of a plan: memory in MiB, threads, tasks; then the first task and the number of tasks of each stage.
read_plan() {
  python3 -c '
import json, math, sys
plan = json.load(open(sys.argv[1]))
print(math.ceil(plan["memory"] / 2**20) + 64, plan["threads"], plan["tasks"])
for stage in plan["stages"]:
    print(stage["first"], stage["tasks"])' "$1"
}

submit() {
  local plan memory threads total first tasks size count id kind
  local most=${ARRAY:-1000} after=()
  plan=$(realpath "$1")
  {
    read -r memory threads total
    while read -r first tasks; do
      size=$(((tasks + most - 1) / most))
      count=$(((tasks + size - 1) / size))
      kind=--tasks
      if [ $((first + tasks)) = "$total" ]; then kind=--last-task; fi
      id=$(sbatch --parsable --job-name=preamar --requeue --kill-on-invalid-dep=yes "${after[@]}" \
        --array="0-$((count - 1))" --cpus-per-task="$threads" --mem="${memory}M" \
        --wrap="$(printf '%q ' bash "$script" "$kind" "$plan" "$first" "$tasks" "$size")")
      after=(--dependency="afterok:${id%%;*}")
      echo "$plan: tasks $first to $((first + tasks - 1)): array job $id"
    done
  } < <(read_plan "$plan")
}

# The tasks of one element of an array.
do_tasks() {
  local plan=$1 first=$2 tasks=$3 size=$4 task end
  task=$((first + SLURM_ARRAY_TASK_ID * size))
  end=$((task + size < first + tasks ? task + size : first + tasks))
  for (( ; task < end; ++task)); do preamar task "$plan" "$task"; done
}

# The last task of a plan prints "done", or "next" and the plan that follows.
do_last_task() {
  local printed next
  printed=$(preamar task "$1" "$2")
  echo "$printed"
  next=$(sed -n 's/^next //p' <<<"$printed")
  if [ -n "$next" ]; then submit "$next"; fi
}

case ${1:-} in
  --tasks) do_tasks "${@:2}" ;;
  --last-task) do_last_task "${@:2}" ;;
  ?*) submit "$1" ;;
  *) echo "usage: slurm_array.sh PLAN" >&2 && exit 2 ;;
esac
