"""Simulated queues against the formulas of queueing theory."""

from pathlib import Path

import pytest

from benchmarks.scale import COSTS, Play, fan_out, hot_start, lines, needs


def test_the_resources_for_a_million_players_are_calculated():
    found = needs(Play(players=1_000_000, pause=4.0))
    assert found.moves == 62_500
    assert found.sockets == 1_050_000
    assert found.sent == 262_500
    # 62,500 moves of 7.3 ms and 12,500 further pages a second of 0.2 ms, at 60 % of a core.
    assert found.cores == 765


@pytest.mark.parametrize("rate", [40, 80, 100])
def test_the_wait_in_one_process_matches_the_pollaczek_khinchine_formula(rate):
    work = COSTS.move_scaled / 1000
    load = rate * work
    # The work is spread evenly over ±40 %, so its variance is (0.8 work)² / 12.
    spread = 1 + 0.8**2 / 12
    waits = load * work * spread / (2 * (1 - load))
    made = fan_out(rate, seconds=2000)
    assert made.load == pytest.approx(load, rel=0.02)
    assert made.mean == pytest.approx((waits + work) * 1000, rel=0.05)


def test_spreading_pages_over_processes_repeats_the_rendering_in_each():
    one, two = fan_out(40, seconds=500), fan_out(40, spread=2, seconds=500)
    assert two.load == pytest.approx(one.load * (1 + COSTS.shown_share), rel=0.03)
    assert two.mean > one.mean


def test_the_same_seed_gives_the_same_figures():
    assert fan_out(60, seed=3) == fan_out(60, seed=3) != fan_out(60, seed=4)


def test_a_simultaneous_start_takes_as_long_as_its_bottleneck():
    tables = 50_000 / 4
    one_database = hot_start(50_000, workers=300, writers=1, pages=80)
    assert one_database.all_there == pytest.approx(tables * 0.001, rel=0.05)
    few_workers = hot_start(50_000, workers=4, writers=16, pages=80)
    assert few_workers.all_there == pytest.approx(tables / 4 * 0.023, rel=0.05)
    few_pages = hot_start(50_000, workers=300, writers=16, pages=8)
    shown = COSTS.move_scaled * COSTS.shown_share / 1000
    assert few_pages.all_there == pytest.approx(tables / 8 * shown, rel=0.05)
    assert few_pages.half < few_pages.most <= few_pages.all_there


def test_the_scaling_document_quotes_the_simulated_figures():
    page = " ".join((Path(__file__).parents[2] / "docs" / "SCALING.md").read_text().split())
    busy, busier = fan_out(80), fan_out(125)
    assert f"At {busy.load:.0%}".replace("%", " %") in page
    assert f"within {busy.late[1]:.0f} ms" in page
    assert f"at {busier.load:.0%} within".replace("%", " %") in page
    assert f"within {busier.late[1]:.0f} ms" in page
    assert f"about {COSTS.socket_kib} KiB per open page" in page
    assert f"would take {12_500 * COSTS.table_begun / 1000:.0f} s" in page
    assert any(f"{busy.late[1]:.0f}" in line for line in lines(Play(), 1))
