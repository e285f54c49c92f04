from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0031_entry_fees_and_prizes'),
    ]

    operations = [
        migrations.AlterField(
            model_name='payeedetails',
            name='scheme',
            field=models.CharField(max_length=16, verbose_name='payment method'),
        ),
    ]
