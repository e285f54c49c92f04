// Dates and times in the viewer's time zone and in the server's formats. The server knows the zone
// from the second page on (accounts/zones.py); this corrects the first page, and parts that are
// rendered once for many viewers.

/** Parts shown by each of the server's formats. */
const DATE_OPTIONS = {
  DATE_FORMAT: { day: "numeric", month: "long", year: "numeric" },
  SHORT_DATE_FORMAT: { day: "numeric", month: "short", year: "numeric" },
};
/** What languages write differently from Intl's own choice; the formats are in config/formats. */
const LANGUAGES = {
  en: { locale: "en-GB" },
  "zh-hant": { separator: " " },
  "zh-hans": { separator: " " },
  fil: { time: { hour: "numeric", minute: "2-digit", hourCycle: "h12" } },
};
const TIME_OPTIONS = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
/** The day's format, and whether a time follows. */
const FORMATS = {
  DATE_FORMAT: ["DATE_FORMAT", false],
  SHORT_DATE_FORMAT: ["SHORT_DATE_FORMAT", false],
  TIME_FORMAT: ["", true],
  DATETIME_FORMAT: ["DATE_FORMAT", true],
  SHORT_DATETIME_FORMAT: ["SHORT_DATE_FORMAT", true],
};

/** Return the text of a date in one of the server's formats. */
export function formatTime(date, format, lang, timeZone) {
  const { locale = lang, separator = ", ", time = TIME_OPTIONS } = LANGUAGES[lang] ?? {};
  const [day, hasTime] = FORMATS[format];
  return [day && DATE_OPTIONS[day], hasTime && time]
    .filter(Boolean)
    .map((options) => new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(date))
    .join(separator);
}

/**
 * Rewrite a time element in the viewer's time zone. The server's text stays if the browser doesn't
 * know the time zone or the language.
 */
export function localizeTime(time) {
  const { lang, dataset } = document.documentElement;
  const date = new Date(time.dateTime);
  try {
    time.textContent = formatTime(date, time.dataset.format, lang, dataset.zone || undefined);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
}

/** Rewrite all times of the page, unless the server knew the time zone. */
export function localizeTimes() {
  if (document.documentElement.dataset.zone) return;
  for (const time of document.querySelectorAll("time[data-format]")) localizeTime(time);
}
