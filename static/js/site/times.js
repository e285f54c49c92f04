// Days and times as the server writes them, in the zone of whoever reads. The server knows that zone
// from the second page on (accounts/zones.py); what it writes before, and for many at once, is put
// right here.

/** What a time shows, by the name of the server's format. */
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
/** Whose manner is meant by a language, as in games/common/numbers.py. */
const MANNERS = { en: "en-GB" };

/**
 * Write the moment of a time element anew, as its reader's clock has it. What the server has written
 * stays where the browser does not know the zone or the language.
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

/** Write all times of the page anew, unless the server has known the zone. */
export function showAll() {
  if (document.documentElement.dataset.zone) return;
  for (const time of document.querySelectorAll("time[data-as]")) show(time);
}
