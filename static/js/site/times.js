// Dates and times in the viewer's time zone and in the server's formats. The server knows the zone
// from the second page on (accounts/zones.py); this corrects the first page, and parts that are
// rendered once for many viewers.

/** Parts shown by each of the server's formats. */
const DATE_OPTIONS = {
  DATE_FORMAT: { day: "numeric", month: "long", year: "numeric" },
  SHORT_DATE_FORMAT: { day: "numeric", month: "short", year: "numeric" },
};
const TIME_OPTIONS = { hour: "2-digit", minute: "2-digit" };
const FORMATS = {
  ...Object.fromEntries(Object.entries(DATE_OPTIONS).map(([name, day]) => [name, [day]])),
  TIME_FORMAT: [TIME_OPTIONS],
  DATETIME_FORMAT: [DATE_OPTIONS.DATE_FORMAT, TIME_OPTIONS],
  SHORT_DATETIME_FORMAT: [DATE_OPTIONS.SHORT_DATE_FORMAT, TIME_OPTIONS],
};
/** The locale for each language, as in games/common/numbers.py. */
const LOCALES = { en: "en-GB" };

/**
 * Rewrite a time element in the viewer's time zone. The server's text stays if the browser doesn't
 * know the time zone or the language.
 */
export function localizeTime(time) {
  const { lang, dataset } = document.documentElement;
  const locale = LOCALES[lang] ?? lang;
  const date = new Date(time.dateTime);
  const timeZone = dataset.zone || undefined;
  try {
    time.textContent = FORMATS[time.dataset.format]
      .map((options) => new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(date))
      .join(", ");
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
}

/** Rewrite all times of the page, unless the server knew the time zone. */
export function localizeTimes() {
  if (document.documentElement.dataset.zone) return;
  for (const time of document.querySelectorAll("time[data-format]")) localizeTime(time);
}
