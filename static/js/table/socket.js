// Access to the browser's socket, which the htmx extension creates by `htmx.createWebSocket` and
// keeps private.

let current = null;

export const rawSocket = () => current;

/** Call `made` with each socket that the extension creates from now on. */
export function keepSockets(made) {
  window.htmx.createWebSocket = (url) => {
    current = new WebSocket(url, []);
    made(current);
    return current;
  };
}

/** Abandon a socket at once. Closing alone would wait long for the other side, and then the
    extension would reconnect a second time. */
export function abandon(socket) {
  for (const name of ["onopen", "onclose", "onerror"]) socket[name] = null;
  socket.close();
}
