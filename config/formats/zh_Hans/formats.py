"""Date and time formats of Simplified Chinese: those of Traditional Chinese."""

from config.formats.zh_Hant.formats import *  # noqa: F403
