from typing import Any

from allauth.account.forms import LoginForm
from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class SignInForm(LoginForm):  # type: ignore[misc]
    """The library's form, saying what it takes."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Username or email")
        self.fields["remember"].label = _("Remember me")


class ProfileForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = User
        fields = ("display_name",)

    def save(self, commit: bool = True) -> User:
        """Store what the form asks for, and nothing that was changed elsewhere meanwhile."""
        user: User = super().save(commit=False)
        if commit:
            user.save(update_fields=self.fields)
        return user

    def clean_display_name(self) -> str:
        # Runs of blanks would let one name pass for another at the table.
        return " ".join(str(self.cleaned_data["display_name"]).split())


class CloseForm(forms.Form):
    """Closing the account for good: the password says that it is really the person."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        password = str(self.cleaned_data["password"])
        if not self.user.check_password(password):
            raise forms.ValidationError(_("That is not your password."))
        return password
