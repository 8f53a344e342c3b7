"""Reconstruct an image on the nodes of a SLURM cluster, by Dask: dask-jobqueue submits one SLURM job per worker.

    pip install "preamar[cluster]" dask-jobqueue
    python slurm_dask.py marker.ome.zarr mask.ome.zarr out.ome.zarr --workers 16

Run it on a login node, or in a SLURM job of its own, which must live as long as the run. All nodes must have the same
Python environment and see the files under the same names; s3:// addresses work too. Not run on SLURM by the project,
but with stand-ins for sbatch and scancel. --show prints the job script of a worker and stops.
"""

import argparse

from dask_jobqueue import SLURMCluster
from distributed import Client

import preamar.cluster

THREADS = 4  # of a task


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("marker")
    parser.add_argument("mask")
    parser.add_argument("output")
    parser.add_argument("--workers", type=int, default=16)
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--show", action="store_true", help="print the job script of a worker and stop")
    arguments = parser.parse_args()

    # One Dask thread per worker (cores=1); the threads of a task are reserved by job_cpu. Dask restarts a worker at
    # 95 % of its memory, so a task gets two thirds. Add queue=..., account=... as your cluster needs them.
    with SLURMCluster(cores=1, processes=1, memory="6GiB", job_cpu=THREADS, walltime="02:00:00",
                      job_extra_directives=["--requeue"]) as cluster:
        if arguments.show:
            print(cluster.job_script())
            return
        cluster.scale(jobs=arguments.workers)
        with Client(cluster) as client:
            client.wait_for_workers(1)
            report = preamar.cluster.run("reconstruct", [arguments.marker, arguments.mask], arguments.output,
                                         client=client, memory="4G", threads=THREADS, resume=arguments.resume,
                                         window=4 * arguments.workers)  # also for workers that start later
    report.write("report.html")
    print(report)


if __name__ == "__main__":
    main()
