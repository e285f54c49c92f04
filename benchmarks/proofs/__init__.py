"""Proofs that take too long for the test suite: tolerance of faults, and hours of steady play."""
