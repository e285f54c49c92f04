"""Count every balance anew from what was played, and say whether the book is right."""

from datetime import date, datetime, time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tournaments.clubs.models import Club
from tournaments.ledger.audit import AuditScope, Fault, audit, fault_texts, faults_of, verdict


class Command(BaseCommand):
    """Audit the book; what is wrong is a line each, and the exit status then is 1."""

    help = (
        "Counts every balance anew from the recorded actions of every deal. Without options "
        "organizers see what came of it; a part of the book is only looked at."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare what can be chosen."""
        parser.add_argument("--club", help="only that club's book, by its name in addresses")
        parser.add_argument(
            "--since",
            type=date.fromisoformat,
            help="only what ended or was settled since that day (2026-01-31)",
        )

    def handle(self, *args: Any, club: str | None, since: date | None, **chosen: Any) -> None:
        """Audit, and say what came of it."""
        self._found = 0
        scope = AuditScope(
            club_id=None if club is None else self._club(club),
            since=None if since is None else timezone.make_aware(datetime.combine(since, time.min)),
        )
        if scope.is_whole:
            audit(self._tell, scope)
        else:
            for faults in faults_of(scope):
                self._tell(faults)
        if self._found:
            raise CommandError(f"The book is not right: {self._found} faults.", returncode=1)
        self.stdout.write(verdict(scope.settlements, scope.postings))
        if scope.before_agreements:
            self.stdout.write(
                f"{scope.before_agreements} lines are from before agreements existed."
            )
        if chosen["verbosity"] > 1:
            self.stdout.write(
                f"{scope.sessions} sessions, {scope.deals} deals, {scope.payments} payments"
            )

    def _club(self, slug: str) -> int:
        found = Club.objects.filter(slug=slug).values_list("pk", flat=True).first()
        if found is None:
            raise CommandError(f"there is no club {slug}")
        return found

    def _tell(self, faults: list[Fault]) -> None:
        self._found += len(faults)
        for text in fault_texts(faults):
            self.stdout.write(text)
