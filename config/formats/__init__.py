"""Date and time formats by language, where ours differ from Django's."""
