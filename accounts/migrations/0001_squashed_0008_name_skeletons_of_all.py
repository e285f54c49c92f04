import accounts.usernames
import django.contrib.auth.models
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('accounts', '0001_initial'),
        ('accounts', '0002_stake_limits'),
        ('accounts', '0003_pictures'),
        ('accounts', '0004_time_zone'),
        ('accounts', '0005_friends'),
        ('accounts', '0006_security_events'),
        ('accounts', '0007_name_skeletons'),
        ('accounts', '0008_name_skeletons_of_all'),
    ]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('username', models.CharField(error_messages={'unique': 'This username is taken. Choose another one.'}, help_text='Letters, digits and . - _ + only.', max_length=150, unique=True, validators=[accounts.usernames.UsernameValidator()], verbose_name='username')),
                ('display_name', models.CharField(blank=True, help_text='Shown at the table. Leave blank to use your username.', max_length=24, verbose_name='display name')),
                ('username_skeleton', models.CharField(db_default='', db_index=True, default='', editable=False, max_length=200)),
                ('display_skeleton', models.CharField(db_default='', db_index=True, default='', editable=False, max_length=200)),
                ('picture', models.CharField(blank=True, choices=[('fox', 'Fox'), ('panda', 'Panda'), ('cat', 'Cat'), ('dog', 'Dog'), ('tiger', 'Tiger'), ('lion', 'Lion'), ('rabbit', 'Rabbit'), ('bear', 'Bear'), ('koala', 'Koala'), ('pig', 'Pig'), ('frog', 'Frog'), ('monkey', 'Monkey'), ('hen', 'Hen'), ('penguin', 'Penguin'), ('owl', 'Owl'), ('dragon', 'Dragon'), ('unicorn', 'Unicorn'), ('octopus', 'Octopus'), ('turtle', 'Turtle'), ('whale', 'Whale'), ('crab', 'Crab'), ('wolf', 'Wolf'), ('butterfly', 'Butterfly'), ('ladybird', 'Ladybird')], max_length=20, verbose_name='picture')),
                ('is_guest', models.BooleanField(default=False, verbose_name='guest')),
                ('time_zone', models.CharField(blank=True, default='', help_text='Used for dates and times. Leave blank to use your browser’s time zone.', max_length=40, verbose_name='time zone')),
                ('seen_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='last seen')),
                ('page_for', models.CharField(choices=[('everybody', 'Everyone'), ('members', 'Players with an account'), ('friends', 'My friends (we follow each other)'), ('nobody', 'Only me')], default='members', help_text='Your player page shows your ratings and results, but never how much money you won or lost.', max_length=10, verbose_name='who can see my player page')),
                ('online_for', models.CharField(choices=[('friends', 'My friends (we follow each other)'), ('nobody', 'No one')], default='friends', max_length=10, verbose_name='who can see when I’m online and where I’m playing')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
                'indexes': [models.Index(fields=['seen_at'], name='user_seen')],
            },
            managers=[
                ('objects', django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='Block',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='blocked since')),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocked_by', to=settings.AUTH_USER_MODEL, verbose_name='blocked user')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocks', to=settings.AUTH_USER_MODEL, verbose_name='user')),
            ],
            options={
                'verbose_name': 'block',
                'verbose_name_plural': 'blocks',
                'constraints': [models.UniqueConstraint(fields=('person', 'other'), name='block_once'), models.CheckConstraint(condition=models.Q(('person', models.F('other')), _negated=True), name='nobody_blocks_themselves')],
            },
        ),
        migrations.CreateModel(
            name='Follow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='following since')),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='followers', to=settings.AUTH_USER_MODEL, verbose_name='followed user')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='following', to=settings.AUTH_USER_MODEL, verbose_name='user')),
            ],
            options={
                'verbose_name': 'follow',
                'verbose_name_plural': 'follows',
                'constraints': [models.UniqueConstraint(fields=('person', 'other'), name='follow_once'), models.CheckConstraint(condition=models.Q(('person', models.F('other')), _negated=True), name='nobody_follows_themselves')],
            },
        ),
        migrations.CreateModel(
            name='SecurityEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(auto_now_add=True, verbose_name='time')),
                ('kind', models.CharField(choices=[('signed_in', 'signed in'), ('sign_in_failed', 'sign-in failed'), ('signed_out', 'signed out'), ('signed_up', 'account created'), ('password_changed', 'password changed'), ('password_set', 'password set'), ('password_reset', 'password reset by email'), ('mail_added', 'email address added'), ('mail_changed', 'email address changed'), ('mail_removed', 'email address removed'), ('mail_confirmed', 'email address confirmed'), ('factor_added', 'second factor added'), ('factor_removed', 'second factor removed'), ('factor_renewed', 'second factor replaced'), ('factor_failed', 'second factor failed'), ('staff_acted', 'changed by an administrator')], max_length=20, verbose_name='event')),
                ('address', models.CharField(blank=True, max_length=50, verbose_name='IP address')),
                ('request', models.CharField(blank=True, max_length=64, verbose_name='request ID')),
                ('details', models.CharField(blank=True, max_length=250, verbose_name='details')),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='security_events', to=settings.AUTH_USER_MODEL, verbose_name='user')),
            ],
            options={
                'verbose_name': 'security event',
                'verbose_name_plural': 'security events',
                'ordering': ['-pk'],
                'indexes': [models.Index(fields=['at'], name='security_event_at')],
            },
        ),
        migrations.CreateModel(
            name='StakeLimit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('currency', models.CharField(help_text='Three-letter currency code (ISO 4217), such as EUR.', max_length=3, verbose_name='currency')),
                ('most_minor', models.PositiveBigIntegerField(verbose_name='limit')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stake_limits', to=settings.AUTH_USER_MODEL, verbose_name='user')),
            ],
            options={
                'verbose_name': 'loss limit',
                'verbose_name_plural': 'loss limits',
                'ordering': ['currency'],
                'constraints': [models.UniqueConstraint(fields=('person', 'currency'), name='stake_limit_once')],
            },
        ),
    ]
