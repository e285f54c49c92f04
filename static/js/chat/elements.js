// The chat's elements that messages never replace. Look up all others on each use.

import { table } from "../table/page.js";

export const panel = document.getElementById("chat-panel");
export const toggle = document.getElementById("chat-toggle");
export const input = document.getElementById("chat-input");
export const note = document.getElementById("chat-note");
export const list = document.getElementById("chat-lines");
export const log = document.getElementById("chat-log");
export const chat = document.getElementById("chat");

/** Return whether the chat is open. */
export const isOpen = () => table.dataset.chat === "open";

/** Return the elements of all lines of the chat. */
export const getLines = () => [...list.querySelectorAll(".chat-line")];

/** Return the number of a line. */
export const getLineNumber = (line) => Number(line.dataset.line);
