// A receive-only socket for pages, which reconnects automatically.

import { followLanguage } from "./follow-language.js";

const SHORTEST_DELAY = 1000;
const LONGEST_DELAY = 30_000;
// Close code of a restarting server; usually another process already accepts connections.
const SERVER_RESTART = 1012;
const RESTART_DELAY = 300;
// From here on, close codes are the application's own: don't reconnect.
const FIRST_REFUSAL_CODE = 4000;

/**
 * Call `onMessage` with each message of the socket at that path; return a function that closes it.
 */
export function listen(path, onMessage) {
  let delay = SHORTEST_DELAY;
  let socket = null;
  let timer = 0;
  const connect = () => {
    const url = new URL(path, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.searchParams.set("language", document.documentElement.lang);
    socket = new WebSocket(url);
    socket.onmessage = ({ data }) => {
      delay = SHORTEST_DELAY;
      onMessage(data);
    };
    socket.onclose = ({ code }) => {
      if (followLanguage(code) || code >= FIRST_REFUSAL_CODE) return;
      const baseDelay = code === SERVER_RESTART ? RESTART_DELAY : delay;
      // With jitter, so that not all browsers reconnect at the same time.
      timer = setTimeout(connect, baseDelay * (0.5 + Math.random() / 2));
      delay = Math.min(LONGEST_DELAY, 2 * delay);
    };
  };
  connect();
  let isClosed = false;
  const close = () => {
    socket.onclose = null;
    socket.close();
  };
  window.addEventListener("pagehide", close);
  // A page restored from the back/forward cache has a dead socket.
  window.addEventListener("pageshow", (event) => event.persisted && !isClosed && connect());
  return () => {
    isClosed = true;
    clearTimeout(timer);
    close();
  };
}
