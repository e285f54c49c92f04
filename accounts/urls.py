from django.urls import include, path

from accounts import views

urlpatterns = [
    path("profile/", views.profile, name="profile"),
    path("privacy/", views.set_privacy, name="privacy"),
    path("close/", views.close_account, name="close_account"),
    path("keep/", views.KeepAccount.as_view(), name="keep_account"),
    path("signup/", views.SignUp.as_view(), name="account_signup"),
    path("login/", views.SignIn.as_view(), name="account_login"),
    path("", include("allauth.account.urls")),
]
