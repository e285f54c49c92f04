// The socket as the browser has it. The htmx extension makes it by `htmx.createWebSocket`, and keeps
// it to itself.

let current = null;

export const rawSocket = () => current;

/** Keep each socket that the extension makes from now on; `made` is called with it. */
export function keepSockets(made) {
  window.htmx.createWebSocket = (url) => {
    current = new WebSocket(url, []);
    made(current);
    return current;
  };
}

/** Let a socket go at once. Closing alone would wait long for the other side to close, too, and
    the extension would come back again when it had. */
export function abandon(socket) {
  for (const name of ["onopen", "onclose", "onerror"]) socket[name] = null;
  socket.close();
}
