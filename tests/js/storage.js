// What a module expects of a browser besides JavaScript: a place, and storages to remember in.

class Storage {
  #kept = new Map();
  getItem(key) {
    return this.#kept.get(key) ?? null;
  }
  setItem(key, value) {
    this.#kept.set(key, String(value));
  }
}

/** Begin a visit; what the browser remembers of earlier ones is gone unless it is handed over. */
export function visit({ local = new Storage(), session = new Storage() } = {}) {
  const give = (name, value) =>
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  give("localStorage", local);
  give("sessionStorage", session);
  give("location", { pathname: "/tables/one/" });
  return { local, session };
}

/** A browser whose owner forbids it to remember anything. */
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

/** The module as a page just opened has it: with nothing known but what is stored. */
export function loaded(path) {
  loads += 1;
  return import(`../../static/js/${path}?load=${loads}`);
}
