// Times in the reader's time zone; where the browser can't format one, the server's text stays.

import assert from "node:assert/strict";
import test from "node:test";

import { localizeTime } from "../../static/js/site/times.js";

const page = (lang, zone) => {
  globalThis.document = { documentElement: { lang, dataset: { zone } } };
};
const written = () => ({
  dateTime: "2026-03-04T20:05:00Z",
  dataset: { format: "DATETIME_FORMAT" },
  textContent: "as the server wrote it",
});

test("a time is shown in the page's time zone", () => {
  page("en", "Asia/Hong_Kong");
  const time = written();
  localizeTime(time);
  assert.equal(time.textContent, "5 March 2026, 04:05");
});

for (const [lang, zone] of [
  ["en", "Mars/Olympus_Mons"],
  ["not a language", "Europe/Paris"],
]) {
  test(`the server's text stays where "${lang}" or ${zone} is not known`, () => {
    page(lang, zone);
    const time = written();
    localizeTime(time);
    assert.equal(time.textContent, "as the server wrote it");
  });
}
