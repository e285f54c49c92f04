from django.urls import include, path

from games.replays import views as replay_views
from games.replays.preview import replay_preview

_deal = [
    path("", replay_views.replay, name="replay"),
    path("preview.png", replay_preview, name="replay_preview"),
    path("record.txt", replay_views.text_record, name="replay_text"),
    path("record.json", replay_views.json_record, name="replay_json"),
    path("shuffle/", replay_views.shuffle_check, name="shuffle_check"),
]

urlpatterns = [
    path("tables/<slug:slug>/sessions/<int:number>/deals/<int:deal>/", include(_deal)),
    path("check_shuffle.py", replay_views.check_script, name="check_script"),
]
