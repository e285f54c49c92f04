"""Indonesian date and time formats: day first, 24-hour clock with a dot."""

DATE_FORMAT = "j F Y"
TIME_FORMAT = "H.i"
DATETIME_FORMAT = "j F Y, H.i"
YEAR_MONTH_FORMAT = "F Y"
MONTH_DAY_FORMAT = "j F"
SHORT_DATE_FORMAT = "j M Y"
SHORT_DATETIME_FORMAT = "j M Y, H.i"
FIRST_DAY_OF_WEEK = 1
