from allauth.account import views as library
from django.urls import include, path

from accounts import views

urlpatterns = [
    path("profile/", views.profile, name="profile"),
    path("privacy/", views.set_privacy, name="privacy"),
    path("close/", views.close_account, name="close_account"),
    path("export/", views.export_account, name="export_account"),
    path("keep/", views.KeepAccount.as_view(), name="keep_account"),
    path("signup/", views.SignUp.as_view(), name="account_signup"),
    path("login/", views.SignIn.as_view(), name="account_login"),
    path("email/", views.members_alone(library.email), name="account_email"),
    path("password/set/", views.members_alone(library.password_set), name="account_set_password"),
    path("", include("allauth.account.urls")),
]
