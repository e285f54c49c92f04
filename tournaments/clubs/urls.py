from django.urls import path

from tournaments.clubs import views
from tournaments.clubs.preview import club_preview

urlpatterns = [
    path("", views.clubs, name="clubs"),
    path("new/", views.create, name="club_new"),
    path("roles/", views.roles, name="club_roles"),
    path("join/<slug:token>/", views.join, name="club_join"),
    path("join/<slug:token>/decline/", views.decline, name="club_decline"),
    path("<slug:slug>/", views.club, name="club"),
    path("<slug:slug>/preview.png", club_preview, name="club_preview"),
    path("<slug:slug>/ask/", views.ask, name="club_ask"),
    path("<slug:slug>/withdraw/", views.withdraw, name="club_withdraw"),
    path("<slug:slug>/members/", views.members, name="club_members"),
    path("<slug:slug>/members/<int:user_id>/", views.member, name="club_member"),
    path("<slug:slug>/invitations/", views.invitations, name="club_invitations"),
    path("<slug:slug>/invitations/<int:invitation_id>/revoke/", views.revoke, name="club_revoke"),
    path("<slug:slug>/requests/<int:request_id>/", views.answer, name="club_answer"),
    path("<slug:slug>/news/", views.news, name="club_news"),
    path("<slug:slug>/news/<int:news_id>/", views.edit_news, name="club_news_edit"),
    path("<slug:slug>/news/<int:news_id>/drop/", views.delete_news, name="club_news_delete"),
    path("<slug:slug>/house-rules/", views.rules, name="club_rules"),
    path("<slug:slug>/house-rules/<slug:rules_slug>/", views.rules_page, name="club_rules_page"),
    path(
        "<slug:slug>/house-rules/<slug:rules_slug>/drop/",
        views.remove_rules,
        name="club_rules_remove",
    ),
    path("<slug:slug>/history/", views.activity, name="club_activity"),
    path("<slug:slug>/settings/", views.settings, name="club_settings"),
    path("<slug:slug>/leave/", views.leave, name="club_leave"),
    path("<slug:slug>/close/", views.close, name="club_close"),
]
