"""Simulated queues against the formulas of queueing theory."""

from pathlib import Path
from statistics import mean

import pytest

from benchmarks.report import quantile
from benchmarks.scale import COSTS, fan_out, tables_served


@pytest.mark.parametrize("rate", [40, 80, 100])
def test_the_wait_in_one_process_matches_the_pollaczek_khinchine_formula(rate):
    work = COSTS.move / 1000
    load = rate * work
    # The work is spread evenly over ±40 %, so its variance is (0.8 work)² / 12.
    spread = 1 + 0.8**2 / 12
    waits = load * work * spread / (2 * (1 - load))
    made = fan_out(rate, seconds=2000)
    assert made.load == pytest.approx(load, rel=0.02)
    assert mean(made.late) == pytest.approx((waits + work) * 1000, rel=0.05)


def test_spreading_pages_over_processes_repeats_the_rendering_in_each():
    one, two = fan_out(40, seconds=500), fan_out(40, spread=2, seconds=500)
    assert two.load == pytest.approx(one.load * (1 + COSTS.shown_share), rel=0.03)
    assert mean(two.late) > mean(one.late)


def test_the_same_seed_gives_the_same_figures():
    assert fan_out(60, seed=3) == fan_out(60, seed=3) != fan_out(60, seed=4)


def test_the_scaling_document_quotes_the_simulated_figures():
    page = " ".join((Path(__file__).parents[2] / "docs" / "SCALING.md").read_text().split())
    busy, busier = fan_out(80), fan_out(125)
    assert f"At {busy.load:.0%}".replace("%", " %") in page
    assert f"within {quantile(busy.late, 0.95):.0f} ms" in page
    assert f"at {busier.load:.0%} within".replace("%", " %") in page
    assert f"within {quantile(busier.late, 0.95):.0f} ms" in page
    assert f"about {COSTS.socket_kib} KiB per open page" in page
    assert f"would take {12_500 * COSTS.table_begun / 1000:.0f} s" in page
    assert (
        f"about {tables_served(4.0) // 100 * 100:.0f} tables that move every four seconds" in page
    )
