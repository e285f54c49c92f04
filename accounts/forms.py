"""Forms of accounts: sign-in, sign-up, passwords, profile, guests' names and privacy."""

import re
from collections.abc import Iterable
from typing import Any, ClassVar

from allauth.account import forms as library
from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.flaws import SENTENCES
from accounts.languages import chosen_language
from accounts.models import User, is_taken
from accounts.names import name_fault, skeleton
from accounts.pictures import PICTURES, picture_url
from accounts.usernames import RULE, USERNAME_PATTERN, suggested_username
from accounts.zones import zone_choices


class SignInForm(library.LoginForm):  # type: ignore[misc]
    """The library's sign-in form with our labels."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Username or email")
        self.fields["remember"].label = _("Remember me")


class _NewPasswordLabels:
    """Form mixin that labels the two fields for a new password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields: dict[str, forms.Field]
        self.fields["password1"].label = _("New password")
        self.fields["password2"].label = _("Repeat the new password")


class ChangePasswordForm(_NewPasswordLabels, library.ChangePasswordForm):  # type: ignore[misc]
    """The library's form with our labels."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["oldpassword"].label = _("Current password")


class SetPasswordForm(_NewPasswordLabels, library.SetPasswordForm):  # type: ignore[misc]
    """The library's form with our labels."""


class ResetPasswordForm(_NewPasswordLabels, library.ResetPasswordKeyForm):  # type: ignore[misc]
    """The library's form for a new password, opened from a mailed link, with our labels."""


NO_LETTER_ERROR = _("Use at least one letter or digit in your username.")


class SignUpForm(library.SignupForm):  # type: ignore[misc]
    """The library's sign-up form, which explains the username rules before it is sent."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        name.help_text = _(
            "Letters, digits and . - _ + only. Other players will see your username. You can"
            " choose a different name for the table later."
        )
        name.widget.attrs |= {
            "pattern": USERNAME_PATTERN,
            "title": RULE,
            "autocapitalize": "none",
            "spellcheck": "false",
            # For static/js/accounts/signup.js.
            "data-username": _("Usernames can’t contain spaces. How about “{name}”?"),
            "data-use-label": _("Use this username"),
        }
        password = self.fields.get("password1")
        if password is not None:
            password.widget.attrs |= {
                "data-show": _("Show password"),
                "data-hide": _("Hide password"),
            }

    def clean_username(self) -> str:
        """Return the username; refuse one without a letter or digit, or with a name not allowed."""
        value: str = super().clean_username()
        if not any(sign.isalnum() for sign in value):
            raise forms.ValidationError(NO_LETTER_ERROR)
        check_name(value)
        return value

    def full_clean(self) -> None:
        """Suggest a username without spaces instead of showing the library's error."""
        super().full_clean()
        name = str(self.data.get(self.add_prefix("username"), "")).strip()
        if self.is_bound and re.search(r"\s", name) and "username" in self._errors:
            del self._errors["username"]
            better = suggested_username(name)
            said = (
                _("Usernames can’t contain spaces. How about “%(name)s”?")
                if better
                else NO_LETTER_ERROR
            )
            error = forms.ValidationError(said, code="blanks", params={"name": better})
            self.add_error("username", error)


TOO_LONG_ERROR = _(
    "Names can have at most %(limit_value)d characters, and this one has %(show_value)d."
)
TAKEN_ERROR = _(
    "Another player already uses this name or one that looks like it. Choose another one."
)


def check_name(name: str, person: User | None = None) -> None:
    """Raise a validation error if the name is not allowed, or another member's looks the same.

    :param person: the user who is being renamed, whose own names don't count as taken
    :raises ValidationError: the name is not allowed, or another member has one that looks the same
    """
    if why := name_fault(name):
        raise forms.ValidationError(SENTENCES[why], code=why.value)
    if is_taken(name, person):
        raise forms.ValidationError(TAKEN_ERROR, code="taken")


class PictureRadios(forms.RadioSelect):
    """Radio buttons for profile pictures, each shown as its drawing."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Return the button's template context, with the URL of its drawing."""
        option: dict[str, Any] = super().create_option(name, value, *args, **kwargs)
        return {**option, "picture": picture_url(str(value))}


class _SettingsForm(forms.ModelForm):  # type: ignore[type-arg]
    """A form for some of a user's own settings."""

    def save(self, commit: bool = True) -> User:
        """Save only the form's fields, so that concurrent changes to others are not overwritten."""
        user: User = super().save(commit=False)
        if commit:
            user.save(update_fields=self.fields)
        return user


class ProfileForm(_SettingsForm):
    """A member's display name, picture, language and time zone."""

    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        help_text=_("Used for pages, emails and notifications."),
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        required=False,
        help_text=_("Used for dates and times. Club events use the club’s time zone."),
    )

    class Meta:
        model = User
        fields = ("display_name", "picture", "language", "time_zone")
        widgets: ClassVar = {"picture": PictureRadios}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["display_name"]
        del name.widget.attrs["maxlength"]
        name.error_messages["max_length"] = TOO_LONG_ERROR
        # Validation changes the instance, so the stored name is remembered here.
        self.stored_name = self.instance.display_name
        picture, zone = self.fields["picture"], self.fields["time_zone"]
        language = self.fields["language"]
        assert isinstance(language, forms.ChoiceField)
        language.choices = [("", _("Use this browser’s language")), *settings.LANGUAGES]
        # A stored language may no longer be offered.
        self.initial["language"] = chosen_language(self.instance)
        if len(settings.LANGUAGES) < 2:
            del self.fields["language"]
        assert isinstance(picture, forms.ChoiceField)
        assert isinstance(zone, forms.ChoiceField)
        picture.label = pgettext_lazy("a player", "Picture")
        picture.choices = [("", _("Your initial")), *PICTURES.items()]
        zone.choices = [("", _("Use this browser’s time zone")), *zone_choices()]

    def clean_display_name(self) -> str:
        """Return the name with single spaces; refuse a changed one that `check_name` refuses."""
        name = " ".join(str(self.cleaned_data["display_name"]).split())
        # An unchanged name stays allowed, even if another member has since taken a similar one.
        if name and name != self.stored_name:
            check_name(name, self.instance)
        return name


def tidy(name: str) -> str:
    """Return the name without invisible characters, which could make one name look like another."""
    seen = "".join(letter for letter in name if letter.isprintable() or letter.isspace())
    return " ".join(seen.split())


class GuestNameForm(forms.Form):
    """The name that a new guest chooses at a table."""

    #: The error for the name of another player, `name`.
    taken_error: ClassVar[Any] = _(
        "Someone at this table is already called %(name)s. Choose another name."
    )

    name = forms.CharField(
        label=_("Your name at this table"),
        max_length=User.DISPLAY_NAME_LENGTH,
        widget=forms.TextInput(
            attrs={
                "autofocus": True,
                "autocomplete": "nickname",
                "enterkeyhint": "go",
                "data-suggestion": "",
            }
        ),
        error_messages={"required": _("Enter a name."), "max_length": TOO_LONG_ERROR},
    )

    def __init__(self, *args: Any, taken: Iterable[str] = (), **kwargs: Any) -> None:
        """Build the form.

        :param taken: the names of the players at the table
        """
        super().__init__(*args, **kwargs)
        # Browsers would cut off a longer name without a word.
        del self.fields["name"].widget.attrs["maxlength"]
        self.taken = {skeleton(name): name for name in taken}

    def clean_name(self) -> str:
        """Return the name without invisible characters; refuse one that a player already has."""
        name = tidy(str(self.cleaned_data["name"]))
        if not name:
            raise forms.ValidationError(_("Enter a name."))
        check_name(name)
        if known := self.taken.get(skeleton(name)):
            raise forms.ValidationError(self.taken_error, params={"name": known})
        return name


class PrivacyForm(_SettingsForm):
    """A member's privacy settings."""

    class Meta:
        model = User
        fields = ("page_for", "online_for")


class OwnPasswordForm(forms.Form):
    """Password prompt before an action that matters: it confirms the account's owner."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        """Return the password; refuse it if it is not the user's."""
        password = str(self.cleaned_data["password"])
        if not self.user.check_password(password):
            raise forms.ValidationError(_("Wrong password."))
        return password
