"""A tournament of 64 bots from its announcement to its standings: the gap between rounds, and what it costs.

Runs `manage.py simulate_tournament` on the embedded stack and shows its table of rounds. The gap is the time from the
end of the last table of a round to the first table of the next one, with no break between rounds: results taken in,
standings, the draw, the first tables made. The last line: moves by processor time, most of which is bots thinking.

    python -m bench.tournament [--players 64] [--rounds 5] [--format swiss_pods] [further arguments of the command]
"""

import argparse
import re
import resource
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOVES = re.compile(r"(\d+) moves in ([\d.]+) s")


def main() -> int:
    """Run it and print the figures; the command's exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--format", default="swiss_pods")
    parser.add_argument("--players", default="64")
    parser.add_argument("--rounds", default="5")
    args, further = parser.parse_known_args()
    chosen = ["--format", args.format, "--players", args.players, "--rounds", args.rounds, "--bots", *further]
    command = [sys.executable, str(ROOT / "manage.py"), "simulate_tournament", *chosen]
    start = time.perf_counter()
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    seconds = time.perf_counter() - start
    lines = run.stdout.splitlines()
    figures = next((at for at, line in enumerate(lines) if line.startswith("round ") or " entrants, " in line), 0)
    print("\n".join(lines[figures:]))
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = used.ru_utime + used.ru_stime
    moves = int(found[1]) if (found := MOVES.search(run.stdout)) else 0
    print(f"{processor:.1f} s of processor time in {seconds:.1f} s, all in all: {moves / processor:.0f} moves/s")
    return run.returncode


if __name__ == "__main__":
    sys.exit(main())
