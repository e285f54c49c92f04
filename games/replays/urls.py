from django.urls import include, path

from games.replays import pages
from games.replays.preview import replay_preview
from games.replays.review import pages as review_pages

_deal = [
    path("", pages.replay, name="replay"),
    path("preview.png", replay_preview, name="replay_preview"),
    path("record.txt", pages.text_record, name="replay_text"),
    path("record.json", pages.json_record, name="replay_json"),
    path("review/", review_pages.deal_review, name="deal_review"),
    path("shuffle/", pages.shuffle_check, name="shuffle_check"),
]

urlpatterns = [
    path("tables/<slug:slug>/sessions/<int:number>/deals/<int:deal>/", include(_deal)),
    path("check_shuffle.py", pages.check_script, name="check_script"),
]
