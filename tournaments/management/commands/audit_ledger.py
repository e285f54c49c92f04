"""Command that recomputes every balance from the recorded actions and reports faults."""

from datetime import date, datetime, time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tournaments.clubs.models import Club
from tournaments.ledger.audit.faults import Fault
from tournaments.ledger.audit.run import audit, faults_of
from tournaments.ledger.audit.scope import AuditScope
from tournaments.ledger.audit.sentences import clean_verdict, fault_texts


class Command(BaseCommand):
    """Audit the ledger; print a line per fault, and exit with status 1 if there are any."""

    help = (
        "Recomputes every balance from the recorded actions of every deal. Without options, "
        "the result is stored and shown to organizers; with options, it is only printed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        parser.add_argument("--club", help="audit only the club with this slug")
        parser.add_argument(
            "--since",
            type=date.fromisoformat,
            help="audit only what ended or was settled since this date (2026-01-31)",
        )

    def handle(self, *args: Any, club: str | None, since: date | None, **chosen: Any) -> None:
        """Audit and print the result; exit with status 1 for faults. Store whole audits only."""
        self._found = 0
        scope = AuditScope(
            club_id=None if club is None else self._club_key(club),
            since=None if since is None else timezone.make_aware(datetime.combine(since, time.min)),
        )
        if scope.is_whole:
            audit(self._print_faults, scope)
        else:
            for faults in faults_of(scope):
                self._print_faults(faults)
        if self._found:
            raise CommandError(f"The ledger is wrong: {self._found} faults found.", returncode=1)
        self.stdout.write(clean_verdict(scope.settlements, scope.postings))
        if scope.before_agreements:
            self.stdout.write(f"{scope.before_agreements} lines are older than agreements.")
        if chosen["verbosity"] > 1:
            self.stdout.write(
                f"{scope.sessions} sessions, {scope.deals} deals, {scope.payments} payments"
            )

    def _club_key(self, slug: str) -> int:
        """Return the primary key of the club with that slug; end the command if there is none."""
        found = Club.objects.filter(slug=slug).values_list("pk", flat=True).first()
        if found is None:
            raise CommandError(f"No club has the slug {slug}.")
        return found

    def _print_faults(self, faults: list[Fault]) -> None:
        """Print a line per fault, and add to their number."""
        self._found += len(faults)
        for text in fault_texts(faults):
            self.stdout.write(text)
