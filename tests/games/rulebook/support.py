"""Example house rules, and opening pages."""

from games.rules.ruleset.rule_set import RuleSet

RULES = RuleSet.make("hong_kong", {"triples": False, "double_per_two": True})


def page(client, url, status=200):
    response = client.get(url)
    assert response.status_code == status
    return response.content.decode()
