"""Notices of results that wait for their player."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0020_event_terms'),
    ]

    operations = [
        migrations.AlterField(
            model_name='ledgernotice',
            name='kind',
            field=models.CharField(choices=[('settled', 'it is settled'), ('corrected', 'a result was corrected'), ('claimed', 'somebody says that they have paid'), ('asked', 'somebody asks to let it go'), ('confirmed', 'a payment is confirmed'), ('waived', 'a debt is let go'), ('disputed', 'a payment is disputed'), ('resolved', 'a dispute is settled'), ('withdrawn', 'a claim is taken back'), ('reminder', 'a reminder'), ('pending', "a result waits for the user's yes"), ('accepted', 'a result that waited is accepted'), ('declined', 'a result that waited is declined'), ('lapsed', 'a result that waited has lapsed')], max_length=10, verbose_name='kind'),
        ),
    ]
