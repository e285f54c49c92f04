"""Recompute every balance from what was played, and report errors in the ledger."""

from datetime import date, datetime, time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tournaments.clubs.models import Club
from tournaments.ledger.audit import AuditScope, Fault, audit, fault_texts, faults_of, verdict


class Command(BaseCommand):
    """Audit the ledger; print one line per error, and exit with status 1 if there are any."""

    help = (
        "Recomputes every balance from the recorded actions of every deal. Organizers see the "
        "result of a full audit, without options."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        parser.add_argument("--club", help="audit only the club with this slug")
        parser.add_argument(
            "--since",
            type=date.fromisoformat,
            help="audit only what ended or was settled since this day (2026-01-31)",
        )

    def handle(self, *args: Any, club: str | None, since: date | None, **chosen: Any) -> None:
        """Run the audit and print the result."""
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
            raise CommandError(f"Errors found in the ledger: {self._found}.", returncode=1)
        self.stdout.write(verdict(scope.settlements, scope.postings))
        if scope.before_agreements:
            self.stdout.write(
                f"Lines from before agreements were recorded: {scope.before_agreements}."
            )
        if chosen["verbosity"] > 1:
            self.stdout.write(
                f"Sessions: {scope.sessions}. Deals: {scope.deals}. Payments: {scope.payments}."
            )

    def _club(self, slug: str) -> int:
        found = Club.objects.filter(slug=slug).values_list("pk", flat=True).first()
        if found is None:
            raise CommandError(f"There is no club with the slug {slug}.")
        return found

    def _tell(self, faults: list[Fault]) -> None:
        self._found += len(faults)
        for text in fault_texts(faults):
            self.stdout.write(text)
