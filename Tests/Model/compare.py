"""Plays the seeded worlds of the reference model through the model and through the engine.

    compare.py FOLDER PLAYER [--worlds 5000] [--seed 1] [--show SEED]
"""

import argparse
import collections
import multiprocessing
import os
import subprocess
import sys
import time

import adapted


def main():
    options = argparse.ArgumentParser(prog="model", description=__doc__)
    options.add_argument("folder")
    options.add_argument("player")
    options.add_argument("--worlds", type=int, default=5000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options.add_argument("--show", type=int, help="print this world's steps and what differs")
    options.add_argument("--few", type=int, default=5, help="differing worlds to print")
    chosen = options.parse_args()
    if chosen.show is not None:
        return show(chosen)
    begin = time.monotonic()
    jobs = [(chosen.folder, chosen.player, first, min(first + 50, chosen.seed + chosen.worlds))
            for first in range(chosen.seed, chosen.seed + chosen.worlds, 50)]
    total, left_out, differing = 0, collections.Counter(), []
    with multiprocessing.Pool(chosen.processes) as pool:
        for count, reasons, found in pool.imap_unordered(play, jobs):
            total += count
            left_out.update(reasons)
            differing += found
    for seed, problem in sorted(differing)[:chosen.few]:
        print(f"seed {seed}: {problem}")
    for reason, count in left_out.most_common():
        print(f"{count} worlds: {reason}")
    seconds = time.monotonic() - begin
    print(f"{total} worlds in {seconds:.0f} s, {len(differing)} differ")
    return 1 if differing else 0


def translate(explore, seed):
    """(world at rest, what broke in the model) of a seed."""
    from translated import TranslatedWorld
    from world import Broken
    count, steps = explore.steps_of(seed)
    world = TranslatedWorld(count)
    try:
        for step in steps:
            world.step(step)
        world.settle()
        return world, None
    except Broken as broken:
        return world, f"the model breaks: {broken}"


def ask(player, worlds, is_traced=False):
    """What the engine holds at the end of each world: its lines, by seed."""
    text = "".join(
        "\n".join([f"world {seed}", *(["trace"] if is_traced else []), *world.lines, "end\n"])
        for seed, world in worlds)
    done = subprocess.run([player], input=text, capture_output=True, text=True, timeout=3600)
    answers, lines = {}, []
    for line in done.stdout.splitlines():
        if line.startswith("world "):
            seed, lines = int(line[6:]), []
        elif line == "end":
            answers[seed] = lines
        else:
            lines.append(line)
    if done.returncode or len(answers) < len(worlds):
        print(done.stderr, file=sys.stderr)
    return answers


def play(job):
    folder, player, first, last = job
    explore = adapted.load(folder)
    import rows
    worlds, broken, reasons = [], [], collections.Counter()
    for seed in range(first, last):
        world, problem = translate(explore, seed)
        reasons.update(world.untranslated)
        if problem:
            broken.append((seed, problem))
        elif "two devices of one name" not in world.untranslated:
            worlds.append((seed, world))
    answers = ask(player, worlds)
    for seed, world in worlds:
        lines = answers.get(seed, ["fault\tno answer"])
        fault = [line[6:] for line in lines if line.startswith("fault\t")]
        found = [] if fault else rows.differences(
            rows.of_model(world), rows.of_engine(lines), world.has_wrong_clocks)
        if fault or found:
            broken.append((seed, fault[0] if fault else found[0]))
    return last - first, reasons, broken


def show(chosen):
    explore = adapted.load(chosen.folder)
    import rows
    world, problem = translate(explore, chosen.show)
    print("\n".join(world.lines))
    lines = ask(chosen.player, [(chosen.show, world)])[chosen.show]
    print(*[line for line in lines if not line.startswith("row")], sep="\n")
    found = rows.differences(rows.of_model(world), rows.of_engine(lines), world.has_wrong_clocks)
    print(problem or "", *found, sep="\n")
    return 1 if problem or found else 0


if __name__ == "__main__":
    sys.exit(main())
