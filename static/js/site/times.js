// Dates and times in the viewer's time zone and in the server's formats. The server knows the zone
// from the second page on (accounts/zones.py); this corrects the first page, and parts that are
// rendered once for many viewers.

/** Parts shown by each of the server's formats. */
const DAYS = {
  DATE_FORMAT: { day: "numeric", month: "long", year: "numeric" },
  SHORT_DATE_FORMAT: { day: "numeric", month: "short", year: "numeric" },
};
const CLOCK = { hour: "2-digit", minute: "2-digit" };
const PARTS = {
  ...Object.fromEntries(Object.entries(DAYS).map(([name, day]) => [name, [day]])),
  TIME_FORMAT: [CLOCK],
  DATETIME_FORMAT: [DAYS.DATE_FORMAT, CLOCK],
  SHORT_DATETIME_FORMAT: [DAYS.SHORT_DATE_FORMAT, CLOCK],
};
/** The locale for each language, as in games/common/numbers.py. */
const MANNERS = { en: "en-GB" };

/**
 * Rewrite a time element in the viewer's time zone. The server's text stays if the browser doesn't
 * know the time zone or the language.
 */
export function show(time) {
  const { lang, dataset } = document.documentElement;
  const locale = MANNERS[lang] ?? lang;
  const moment = new Date(time.dateTime);
  const timeZone = dataset.zone || undefined;
  try {
    time.textContent = PARTS[time.dataset.as]
      .map((options) => new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(moment))
      .join(", ");
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
}

/** Rewrite all times of the page, unless the server knew the time zone. */
export function showAll() {
  if (document.documentElement.dataset.zone) return;
  for (const time of document.querySelectorAll("time[data-as]")) show(time);
}
