"""Benchmarks and long-running proofs: ``python -m benchmarks SCENARIO``.

A scenario is a module or package with a docstring that ``--help`` prints, `add_options`, and `run`,
which prints a report and returns a sentence for each thing that is wrong. The site and the server
that it measures are temporary (`site`, `server`), and so are the databases of ``--scaled``
(`stores`); `clients` has the simulated players.
"""
