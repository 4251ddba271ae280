"""Measures Lectern beside its references and prints a table: `bench.py LECTERN [NAME…]`.

Ours and the reference run in turn; each figure is the median of its runs. Nothing here fails for
being slow: figures are for people.
"""
import sys

import distance
import editing
import finding
import importing
import prompting
import queueing
import starting
import syncing
import writing
from measuring import Bench

WORKS = {
    "start": starting.started,
    "each": writing.written_each,
    "together": writing.written_together,
    "lua": starting.lua_alone,
    "calls": starting.called,
    "read": starting.read,
    "find": finding.found,
    "search": finding.searched,
    "references": finding.references,
    "sync": syncing.pushed_and_pulled,
    "sync-many": syncing.many_pushed_and_pulled,
    "sealing": syncing.sealed,
    "edits": editing.edited,
    "capture": queueing.captured,
    "compact": queueing.compacted,
    "far": distance.far_away,
    "worlds": distance.simulated,
    "prompt": prompting.prompted,
    "keys": prompting.typed,
    "paste": prompting.pasted,
    "page": prompting.first_page,
    "idle": syncing.nothing_new,
    "memory": syncing.memory,
    "import": importing.imported,
    "round-trip": importing.round_trip,
}


def main(lectern, names):
    unknown = [name for name in names if name not in WORKS]
    if unknown:
        sys.exit(f"bench: no work is called {unknown[0]}; there are {', '.join(WORKS)}")
    bench = Bench(lectern)
    try:
        bench.build()
        print("| work | ours | reference | ratio | aim | met? |")
        print("|---|---|---|---|---|---|", flush=True)
        for name in names or WORKS:
            for row in WORKS[name](bench):
                print(row.text, flush=True)
    finally:
        bench.close()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
