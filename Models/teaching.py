"""The main program of the scripts that let a teacher mark the pictures of sets."""

import argparse
import json
import multiprocessing
from functools import partial
from pathlib import Path

from pictures import read


def line_of(find, key, task):
    """The line of a picture; nothing where the file is broken."""
    path, name, may_be_small = task
    image = read(path)
    return None if image is None else {"image": name, "size": image.shape[1::-1], key: find(image, may_be_small)}


def teach(description, sets, small, start, find, key):
    """Writes `TAUGHT/NAME.jsonl` for each set, with a line for each picture.

    `sets` is the module that lists the sets, and `small` has the names of those whose pictures may show small things.  Each process calls `start`
    with the folder of the teacher's networks, and then `find` with a picture and whether things may be small in it.  `key` names what is found.
    """
    parser = argparse.ArgumentParser(description=description.split("\n")[0])
    for name in ("modules", "sets", "taught"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("names", nargs="*", default=list(sets.SETS))
    options = parser.parse_args()
    options.taught.mkdir(parents=True, exist_ok=True)
    with multiprocessing.Pool(options.processes, start, (options.modules,)) as pool:
        for name in options.names:
            tasks = [(path, str(path.relative_to(options.sets)), name in small) for path in sets.files(options.sets, name)]
            records = [record for record in pool.imap(partial(line_of, find, key), tasks, 8) if record]
            (options.taught / f"{name}.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
            found = [one for record in records for one in record[key]]
            print(f"{name}: {len(records)} pictures, {len(found)} {key}, {sum(map(sets.is_sure, found))} of them sure", flush=True)
