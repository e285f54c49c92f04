import accounts.models
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('accounts', '0009_sealed_second_factors'),
        ('accounts', '0010_skeletons_by_default'),
        ('accounts', '0011_usernames_without_at_sign'),
        ('accounts', '0012_notices'),
        ('accounts', '0013_notice_preferences'),
        ('accounts', '0014_push_messages'),
        ('accounts', '0015_user_language'),
        ('accounts', '0016_push_failures'),
    ]

    dependencies = [
        ('accounts', '0008_name_skeletons_of_all'),
        ('mfa', '0003_authenticator_type_uniq'),
    ]

    operations = [
        migrations.CreateModel(
            name='NoticePreferences',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('choices', models.JSONField(blank=True, default=dict, verbose_name='choices')),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='notice_preferences', to=settings.AUTH_USER_MODEL, verbose_name='user')),
            ],
            options={
                'verbose_name': 'notification settings',
                'verbose_name_plural': 'notification settings',
            },
        ),
        migrations.CreateModel(
            name='PushKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public', models.CharField(max_length=100)),
                ('private', models.TextField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=30, verbose_name='kind')),
                ('subject_id', models.PositiveBigIntegerField(verbose_name='subject')),
                ('key', models.CharField(max_length=40, null=True, verbose_name='key')),
                ('params', models.JSONField(blank=True, default=dict, verbose_name='details')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('seen_at', models.DateTimeField(blank=True, null=True, verbose_name='seen')),
                ('mail', models.CharField(choices=[('none', 'none'), ('due', 'due'), ('taken', 'being sent'), ('sent', 'sent'), ('failed', 'failed')], default='none', max_length=6, verbose_name='email')),
                ('mail_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('mail_turn', models.CharField(blank=True, editable=False, max_length=32)),
                ('mail_tries', models.PositiveSmallIntegerField(default=0, editable=False)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notices', to=settings.AUTH_USER_MODEL, verbose_name='user')),
                ('push_at', models.DateTimeField(blank=True, editable=False, null=True)),
            ],
            options={
                'verbose_name': 'notice',
                'verbose_name_plural': 'notices',
                'ordering': ['-pk'],
                'indexes': [models.Index(condition=models.Q(('seen_at', None)), fields=['user'], name='notice_unseen'), models.Index(condition=models.Q(('mail', 'due')), fields=['mail_at'], name='notice_mail_due'), models.Index(condition=models.Q(('mail', 'taken')), fields=['mail_turn'], name='notice_mail_taken'), models.Index(condition=models.Q(('mail', 'digest')), fields=['mail_at'], name='notice_digest_due'), models.Index(condition=models.Q(('push_at__isnull', False)), fields=['push_at'], name='notice_push_due')],
                'constraints': [models.UniqueConstraint(fields=('kind', 'subject_id', 'user', 'key'), name='notice_replaces')],
            },
        ),
        migrations.CreateModel(
            name='PushDevice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('session_key', models.CharField(db_index=True, editable=False, max_length=40)),
                ('endpoint', models.CharField(editable=False, max_length=1000, unique=True)),
                ('p256dh', models.CharField(editable=False, max_length=100)),
                ('auth', models.CharField(editable=False, max_length=40)),
                ('user_agent', models.CharField(blank=True, max_length=200, verbose_name='browser')),
                ('time_zone', models.CharField(blank=True, max_length=50, verbose_name='time zone')),
                ('muted', models.JSONField(blank=True, default=list, verbose_name='muted kinds')),
                ('shows_details', models.BooleanField(default=False, verbose_name='shows details')),
                ('quiet_from', models.TimeField(blank=True, null=True, verbose_name='quiet from')),
                ('quiet_until', models.TimeField(blank=True, null=True, verbose_name='quiet until')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='added')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='push_devices', to=settings.AUTH_USER_MODEL, verbose_name='user')),
                ('failed_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('failed_days', models.PositiveSmallIntegerField(db_default=0, default=0, editable=False)),
            ],
            options={
                'verbose_name': 'push device',
                'verbose_name_plural': 'push devices',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='PushMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('due_at', models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('device', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='accounts.pushdevice')),
                ('notice', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.notice')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('notice', 'device'), name='push_once_a_device')],
            },
        ),
        migrations.AddField(
            model_name='user',
            name='language',
            field=models.CharField(blank=True, db_default='', default='', max_length=16, verbose_name='language'),
        ),
        migrations.AddField(
            model_name='user',
            name='last_language',
            field=models.CharField(db_default='', default=accounts.models.active_language, editable=False, max_length=16),
        ),
    ]
