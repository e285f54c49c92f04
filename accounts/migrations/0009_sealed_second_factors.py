from django.db import migrations

from accounts.cipher import DecryptionError
from accounts.second_factor import reencrypt_factor, decrypt_factor


def _change_all(apps, change):
    factors = apps.get_model("mfa", "Authenticator").objects
    for row in factors.filter(type__in=["totp", "recovery_codes"]).iterator(chunk_size=500):
        try:
            row.data = change(row.data)
        except DecryptionError:
            # Its key is gone already; a migration brings nothing back.
            continue
        row.save(update_fields=["data"])


def seal(apps, schema_editor):
    """Encrypt what codes of second factors are made of."""
    _change_all(apps, reencrypt_factor)


def unseal(apps, schema_editor):
    """Put it back as it was, for the release before."""
    _change_all(apps, decrypt_factor)


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0008_name_skeletons_of_all'),
        ('mfa', '0003_authenticator_type_uniq'),
    ]

    operations = [
        migrations.RunPython(seal, unseal, elidable=True),
    ]
