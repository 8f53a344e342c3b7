#!/usr/bin/env bash
# Do all tasks of a plan on this machine, and of the plans that follow it:
#
#   preamar plan label image.ome.zarr -o labels.ome.zarr -o plan.json --threads 1
#   tasks.sh plan.json 8
#
# The second argument is the number of tasks at a time (default: one per processor). A stage in which a task fails is
# done once more: tasks that are done are checked and skipped. Plans must be files; see docs/cluster.md.
set -euo pipefail

plan=${1:?usage: tasks.sh PLAN [PROCESSES]}
processes=${2:-$(nproc)}

# The first and the last task of each stage of a plan, a line per stage.
stages() {
  python3 -c '
import json, sys
for stage in json.load(open(sys.argv[1]))["stages"]:
    print(stage["first"], stage["first"] + stage["tasks"] - 1)' "$1"
}

# xargs stops at the exit code 255. Only the last task of a plan prints something.
do_tasks() {
  # shellcheck disable=SC2016
  seq "$1" "$2" | xargs -P "$processes" -I{} sh -c 'preamar task "$0" {} --quiet || exit 255' "$plan"
}

while [ -n "$plan" ]; do
  ranges=$(stages "$plan")
  printed=
  while read -r first last; do
    printed=$(do_tasks "$first" "$last" || do_tasks "$first" "$last")
  done <<<"$ranges"
  sed '/^next /d' <<<"$printed"
  plan=$(sed -n 's/^next //p' <<<"$printed")
done
