// The chat's elements that messages never replace. Look up all others on each use.

import { table } from "../table/page.js";

export const panel = document.getElementById("chat-panel");
export const toggle = document.getElementById("chat-toggle");
export const input = document.getElementById("chat-input");
export const note = document.getElementById("chat-note");
export const list = document.getElementById("chat-lines");
export const log = document.getElementById("chat-log");
export const chat = document.getElementById("chat");

export const isOpen = () => table.dataset.chat === "open";
export const lines = () => [...list.querySelectorAll(".chat-line")];
export const number = (line) => Number(line.dataset.line);
