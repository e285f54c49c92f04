"""Words that people add to the shuffle of the coming deal."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games import shuffle
from games.models import Session, Table
from games.services.core import DONE, Outcome, take_place


def add_word(
    table_id: int, user: User | None, session_key: str | None, word: str, commitment: str
) -> Outcome:
    """Add the person's word to the shuffle that the commitment is of; the first one stays."""
    if not shuffle.is_word(word):
        return Outcome(_("That is no word for the shuffle."))
    with transaction.atomic():
        place = take_place(table_id, user, session_key)
        if isinstance(place, Outcome):
            return place
        table, scene, seat = place
        if table.phase not in (Table.Phase.WAITING, Table.Phase.BETWEEN):
            return DONE
        session = Session.objects.get(pk=scene.session.pk)
        if shuffle.commitment(session.next_secret) != commitment:
            return DONE
        words = session.next_words
        if str(seat.user_id) not in words:
            # Nobody's view changes, so the table's version stays.
            session.next_words = {**words, str(seat.user_id): word}
            session.save(update_fields=["next_words"])
    return DONE
