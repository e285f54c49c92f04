from django.urls import path

from tournaments.clubs import member_list, member_pages, pages

urlpatterns = [
    path("", pages.clubs, name="clubs"),
    path("new/", pages.create, name="club_new"),
    path("roles/", pages.roles, name="club_roles"),
    path("join/<slug:token>/", member_pages.join, name="club_join"),
    path("join/<slug:token>/decline/", member_pages.decline, name="club_decline"),
    path("<slug:slug>/", pages.club, name="club"),
    path("<slug:slug>/preview.png", pages.club_preview, name="club_preview"),
    path("<slug:slug>/ask/", pages.ask, name="club_ask"),
    path("<slug:slug>/withdraw/", member_pages.withdraw, name="club_withdraw"),
    path("<slug:slug>/members/", member_pages.members, name="club_members"),
    path("<slug:slug>/members.csv", member_list.members_csv, name="club_members_csv"),
    path("<slug:slug>/members/<int:user_id>/", member_pages.member, name="club_member"),
    path("<slug:slug>/invitations/", member_pages.invitations, name="club_invitations"),
    path(
        "<slug:slug>/invitations/<int:invitation_id>/revoke/",
        member_pages.revoke,
        name="club_revoke",
    ),
    path("<slug:slug>/requests/<int:request_id>/", member_pages.answer, name="club_answer"),
    path("<slug:slug>/news/", pages.news, name="club_news"),
    path("<slug:slug>/news/<int:news_id>/", pages.edit_news, name="club_news_edit"),
    path("<slug:slug>/news/<int:news_id>/drop/", pages.delete_news, name="club_news_delete"),
    path("<slug:slug>/house-rules/", pages.rules, name="club_rules"),
    path("<slug:slug>/house-rules/<slug:rules_slug>/", pages.rules_page, name="club_rules_page"),
    path(
        "<slug:slug>/house-rules/<slug:rules_slug>/drop/",
        pages.remove_rules,
        name="club_rules_remove",
    ),
    path("<slug:slug>/history/", pages.activity, name="club_activity"),
    path("<slug:slug>/settings/", pages.settings, name="club_settings"),
    path("<slug:slug>/leave/", member_pages.leave, name="club_leave"),
    path("<slug:slug>/close/", pages.close, name="club_close"),
]
