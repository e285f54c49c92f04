// A receive-only socket for pages, which reconnects automatically.

const SHORTEST = 1000;
const LONGEST = 30_000;
// Close code of a restarting server; usually another process already accepts connections.
const RESTARTED = 1012;
const AT_ONCE = 300;
// From here on, close codes are the application's own: don't reconnect.
const REFUSED = 4000;

/** Call `heard` with each message of the socket at that path; return a function that closes it. */
export function listen(path, heard) {
  let wait = SHORTEST;
  let socket = null;
  let timer = 0;
  const open = () => {
    socket = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}${path}`);
    socket.onmessage = ({ data }) => {
      wait = SHORTEST;
      heard(data);
    };
    socket.onclose = ({ code }) => {
      if (code >= REFUSED) return;
      const least = code === RESTARTED ? AT_ONCE : wait;
      // With jitter, so that not all browsers reconnect at the same time.
      timer = setTimeout(open, least * (0.5 + Math.random() / 2));
      wait = Math.min(LONGEST, 2 * wait);
    };
  };
  open();
  let isOver = false;
  const close = () => {
    socket.onclose = null;
    socket.close();
  };
  window.addEventListener("pagehide", close);
  // A page restored from the back/forward cache has a dead socket.
  window.addEventListener("pageshow", (event) => event.persisted && !isOver && open());
  return () => {
    isOver = true;
    clearTimeout(timer);
    close();
  };
}
