from django import forms

from accounts.models import User


class ProfileForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = User
        fields = ("display_name",)

    def clean_display_name(self) -> str:
        # Runs of blanks would let one name pass for another at the table.
        return " ".join(str(self.cleaned_data["display_name"]).split())
