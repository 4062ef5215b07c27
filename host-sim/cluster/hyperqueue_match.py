"""A match as a job of HyperQueue, a task for each part:

    python3 hyperqueue_match.py 16 FOLDER --a engine:chip=m4 --b rival:002

FOLDER is one that all workers see; HOST_SIM names the program if it is not
on the path. With HQ_SERVER_DIR the job goes to the server whose folder that
is; without it, to one that runs on this computer for as long as the job does.
A part that is submitted once more goes on where it was.
"""

import os
import sys
from pathlib import Path

from hyperqueue import Client, Job, LocalCluster
from hyperqueue.cluster import WorkerConfig


def job(parts, folder, arguments):
    program = os.environ.get("HOST_SIM", "host-sim")
    tasks = Job(max_fails=0)
    for part in range(1, parts + 1):
        own = ["--threads", "1", "--shard", f"{part}/{parts}"]
        file = ["--out", str(folder / f"{part}.jsonl"), "--resume"]
        tasks.program(
            [program, "match", *arguments, *own, *file],
            stdout=str(folder / f"{part}.out"),
            stderr=str(folder / f"{part}.err"),
        )
    return tasks


def main():
    parts, folder = int(sys.argv[1]), Path(sys.argv[2]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    tasks = job(parts, folder, sys.argv[3:])
    server = os.environ.get("HQ_SERVER_DIR")
    if server:
        client = Client(server)
        client.wait_for_jobs([client.submit(tasks)])
        return
    with LocalCluster(worker_config=WorkerConfig()) as cluster:
        client = cluster.client()
        client.wait_for_jobs([client.submit(tasks)])


if __name__ == "__main__":
    main()
