from django.conf import settings
from django.db import migrations, models

from games.migrations._concurrently import AddIndexWhilePlayed


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('games', '0002_events'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        AddIndexWhilePlayed(
            model_name='match',
            index=models.Index(condition=models.Q(('ended_at__isnull', False), ('listeners_done', False)), fields=['ended_at'], name='match_untold'),
        ),
        AddIndexWhilePlayed(
            model_name='match',
            index=models.Index(condition=models.Q(('sealed', True)), fields=['id'], name='match_sealed'),
        ),
        AddIndexWhilePlayed(
            model_name='seat',
            index=models.Index(condition=models.Q(('place__isnull', False), ('user__isnull', False)), fields=['user', '-match'], name='seat_history'),
        ),
        AddIndexWhilePlayed(
            model_name='seat',
            index=models.Index(condition=models.Q(('left', False), ('place__isnull', True), ('user__isnull', False)), fields=['user'], name='seat_in_open_game'),
        ),
    ]
