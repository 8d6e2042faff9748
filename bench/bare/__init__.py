"""The site with a bare view beside it: the baseline of `bench/table.py`, served by the same process."""
