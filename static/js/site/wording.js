// Punctuation between parts that scripts put together, in the language of the page.

const isChinese = () => document.documentElement.lang.startsWith("zh");

/** Return a label with its value: "Target: 50", in Chinese "目標：50". */
export const labelled = (label, value) => `${label}${isChinese() ? "：" : ": "}${value}`;

/** Return names one after the other: "3 of hearts, 4 of clubs". */
export const listed = (names) => names.join(isChinese() ? "、" : ", ");
