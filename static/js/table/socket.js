// Access to the browser's socket, which the htmx extension creates by `htmx.createWebSocket` and
// keeps private.

let current = null;

/** Return the browser's current socket. */
export const getRawSocket = () => current;

/** Call `onCreate` with each socket that the extension creates from now on. */
export function interceptSockets(onCreate) {
  window.htmx.createWebSocket = (url) => {
    current = new WebSocket(url, []);
    onCreate(current);
    return current;
  };
}

/**
 * Abandon a socket at once. Closing alone would wait long for the other side, and then the extension
 * would reconnect a second time.
 */
export function abandonSocket(socket) {
  for (const name of ["onopen", "onclose", "onerror"]) socket[name] = null;
  socket.close();
}
