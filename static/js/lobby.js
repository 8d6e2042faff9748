// The lobby stays fresh: each frame of /ws/lobby/ is the whole #lobby element.
