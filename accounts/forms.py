import re
from collections.abc import Iterable
from typing import Any, ClassVar

from allauth.account.forms import LoginForm, SignupForm
from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.flaws import SENTENCES
from accounts.models import User, is_taken
from accounts.names import fault, skeleton
from accounts.pictures import PICTURES, picture_url
from accounts.usernames import RULE, USERNAME_PATTERN, without_blanks
from accounts.zones import zone_choices


class SignInForm(LoginForm):  # type: ignore[misc]
    """The library's form, saying what it takes."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Username or email")
        self.fields["remember"].label = _("Remember me")


LETTERS = _("A user name has at least one letter or digit.")


class SignUpForm(SignupForm):  # type: ignore[misc]
    """The library's form; it says before it is sent what a user name may be."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        name.help_text = _("%(rule)s Others see it; at the table you can have another name.") % {
            "rule": RULE
        }
        name.widget.attrs |= {
            "pattern": USERNAME_PATTERN,
            "title": RULE,
            "autocapitalize": "none",
            "spellcheck": "false",
            # For static/js/accounts/signup.js.
            "data-username": _("A user name has no blanks. How about “{name}”?"),
            "data-take": _("Take it"),
        }
        password = self.fields.get("password1")
        if password is not None:
            password.widget.attrs |= {
                "data-show": _("Show the password"),
                "data-hide": _("Hide the password"),
            }

    def clean_username(self) -> str:
        value: str = super().clean_username()
        if not any(sign.isalnum() for sign in value):
            raise forms.ValidationError(LETTERS)
        check_name(value)
        return value

    def full_clean(self) -> None:
        """Say of blanks in the name what could be instead, and not what the library says."""
        super().full_clean()
        name = str(self.data.get(self.add_prefix("username"), "")).strip()
        if self.is_bound and re.search(r"\s", name) and "username" in self._errors:
            del self._errors["username"]
            better = without_blanks(name)
            said = _("A user name has no blanks. How about “%(name)s”?") if better else LETTERS
            error = forms.ValidationError(said, code="blanks", params={"name": better})
            self.add_error("username", error)


TAKEN = _("This looks like the name of somebody else here: choose another one.")


def check_name(name: str, person: User | None = None) -> None:
    """Check that somebody may be called so.

    :param person: who has the name already, where somebody has
    :raises ValidationError: it will not do
    """
    if why := fault(name):
        raise forms.ValidationError(SENTENCES[why], code=why.value)
    if is_taken(name, person):
        raise forms.ValidationError(TAKEN, code="taken")


class PictureRadios(forms.RadioSelect):
    """Pictures to choose from, each with its drawing."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option: dict[str, Any] = super().create_option(name, value, *args, **kwargs)
        return {**option, "picture": picture_url(str(value))}


class ProfileForm(forms.ModelForm):  # type: ignore[type-arg]
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        required=False,
        help_text=_("Days and times are shown in it. Those of a club's events are the club's."),
    )

    class Meta:
        model = User
        fields = ("display_name", "picture", "time_zone")
        widgets: ClassVar = {"picture": PictureRadios}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # The form changes its person while it is checked.
        self.stored_name = self.instance.display_name
        picture, zone = self.fields["picture"], self.fields["time_zone"]
        assert isinstance(picture, forms.ChoiceField)
        assert isinstance(zone, forms.ChoiceField)
        picture.label = _("Your picture")
        picture.choices = [("", _("Your initial")), *PICTURES.items()]
        zone.choices = [("", _("As this browser says")), *zone_choices()]

    def save(self, commit: bool = True) -> User:
        """Store what the form asks for, and nothing that was changed elsewhere meanwhile."""
        user: User = super().save(commit=False)
        if commit:
            user.save(update_fields=self.fields)
        return user

    def clean_display_name(self) -> str:
        name = " ".join(str(self.cleaned_data["display_name"]).split())
        # Who has a name keeps it, whatever others have been called meanwhile.
        if name and name != self.stored_name:
            check_name(name, self.instance)
        return name


def tidy(name: str) -> str:
    """Return the name without what is not seen: it would let one name pass for another."""
    seen = "".join(letter for letter in name if letter.isprintable() or letter.isspace())
    return " ".join(seen.split())


class GuestNameForm(forms.Form):
    """What somebody without an account wants to be called at a table."""

    name = forms.CharField(
        label=_("Your name at this table?"),
        max_length=User.DISPLAY_NAME_LENGTH,
        widget=forms.TextInput(
            attrs={
                "autofocus": True,
                "autocomplete": "nickname",
                "enterkeyhint": "go",
                "data-suggestion": "",
            }
        ),
        error_messages={"required": _("Say how the others are to call you.")},
    )

    def __init__(self, *args: Any, taken: Iterable[str] = (), **kwargs: Any) -> None:
        """Take the names of those who are at the table."""
        super().__init__(*args, **kwargs)
        self.taken = {skeleton(name): name for name in taken}

    def clean_name(self) -> str:
        name = tidy(str(self.cleaned_data["name"]))
        if not name:
            raise forms.ValidationError(_("Say how the others are to call you."))
        check_name(name)
        if known := self.taken.get(skeleton(name)):
            said = _("Somebody at this table is called %(name)s already: choose another name.")
            raise forms.ValidationError(said, params={"name": known})
        return name


class PrivacyForm(forms.ModelForm):  # type: ignore[type-arg]
    """What a member lets others see of them."""

    class Meta:
        model = User
        fields = ("page_for", "online_for")

    def save(self, commit: bool = True) -> User:
        """Store what the form asks for, and nothing that was changed elsewhere meanwhile."""
        user: User = super().save(commit=False)
        if commit:
            user.save(update_fields=self.fields)
        return user


class OwnPasswordForm(forms.Form):
    """What is asked before something weighty: the password says that it is really the person."""

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
