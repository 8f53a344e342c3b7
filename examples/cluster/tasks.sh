#!/usr/bin/env bash
# Do all tasks of a plan on this machine, and of the plans that follow it:
#
#   preamar plan label image.ome.zarr -o labels.ome.zarr -o plan.json --threads 1
#   tasks.sh plan.json 8
#
# The second argument is the number of tasks at a time (default: one per processor). A stage whose tasks fail is done
# once more: tasks that are done are checked and skipped. Plans must be files; see docs/cluster.md.
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

do_tasks() {
  seq "$1" "$2" | xargs -P "$processes" -I{} preamar task "$plan" {} --quiet
}

while [ -n "$plan" ]; do
  ranges=$(stages "$plan")
  printed=
  while read -r first last; do
    printed=$(do_tasks "$first" "$last" || do_tasks "$first" "$last")
  done <<<"$ranges"
  sed '/^next /d' <<<"$printed"  # the last stage has one task, which prints "done", or "next" and a plan
  plan=$(sed -n 's/^next //p' <<<"$printed")
done
