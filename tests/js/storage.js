// Stand-ins for the browser's location and storage.

class Storage {
  #items = new Map();
  getItem(key) {
    return this.#items.get(key) ?? null;
  }
  setItem(key, value) {
    this.#items.set(key, String(value));
  }
}

/** Begin a visit, by default with empty storage. */
export function visit({ local = new Storage(), session = new Storage() } = {}) {
  const define = (name, value) =>
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  define("localStorage", local);
  define("sessionStorage", session);
  define("location", { pathname: "/tables/one/" });
  return { local, session };
}

/** Begin a visit in a browser that forbids storage. */
export function visitWithoutStorage() {
  const forbidden = {
    getItem() {
      throw new Error("forbidden");
    },
    setItem() {
      throw new Error("forbidden");
    },
  };
  return visit({ local: forbidden, session: forbidden });
}

let loads = 0;

/** Import the module again, as a newly opened page would. */
export function loadModule(path) {
  loads += 1;
  return import(`../../static/js/${path}?load=${loads}`);
}
