// A socket for pages that need no more of one than to hear: it comes back by itself.

const SHORTEST = 1000;
const LONGEST = 30_000;
// A server that starts anew says so: mostly there is another one already.
const RESTARTED = 1012;
const AT_ONCE = 300;
// From here on codes are ours: the server does not want us back.
const REFUSED = 4000;

/** Call `heard` with each message of the socket at that path; returns what ends it. */
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
      // Jittered, so that a restarted server is not met by everybody at once.
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
  // A page from the browser's memory has a dead socket.
  window.addEventListener("pageshow", (event) => event.persisted && !isOver && open());
  return () => {
    isOver = true;
    clearTimeout(timer);
    close();
  };
}
