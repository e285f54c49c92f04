"""Resource usage of processes, including their children."""

import os
import subprocess
import sys

import pytest

from benchmarks.usage import Usage, total, usage_of


@pytest.mark.program
def test_the_usage_of_a_process_includes_its_children():
    # The child has no name of its own among the roots; its memory counts.
    sleep = "import sys; print('up', flush=True); sys.stdin.read()"
    before = usage_of({os.getpid(): "club"})["club"]
    with subprocess.Popen(
        [sys.executable, "-c", sleep], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout.readline() == "up\n"
        alone = usage_of({child.pid: "child"})["child"]
        together = usage_of({os.getpid(): "club"})["club"]
        assert alone.rss_kib > 0
        assert together.rss_kib >= before.rss_kib + alone.rss_kib // 2
        child.stdin.close()
    assert usage_of({child.pid: "child"}) == {"child": Usage()}


def test_usage_since_a_sample_subtracts_cpu_time_but_not_memory():
    spent = Usage(50.0, 300, 9).since(Usage(20.0, 100, 4))
    assert spent == Usage(30.0, 300, 5)
    assert total({"a": spent, "b": spent}) == Usage(60.0, 600, 10)
