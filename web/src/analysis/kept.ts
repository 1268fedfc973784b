// kept.ts - what a view knows, kept while another view is shown. One object that is replaced, never changed.

import { useEffect, useState } from "preact/hooks";

export class Kept<T extends object> {
  private readonly listeners = new Set<(now: T) => void>();
  constructor(private now: T) {}

  get(): T {
    return this.now;
  }

  set(change: Partial<T>): void {
    this.now = { ...this.now, ...change };
    for (const listener of this.listeners) listener(this.now);
  }

  subscribe(listener: (now: T) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

export function useKept<T extends object>(kept: Kept<T>): T {
  const [now, setNow] = useState(kept.get());
  useEffect(() => {
    setNow(kept.get());
    return kept.subscribe(setNow);
  }, [kept]);
  return now;
}

/** One `T` for each key, made when it is first asked for. */
export function keptFor<K extends object, T>(make: (key: K) => T): (key: K) => T {
  const all = new WeakMap<K, T>();
  return (key) => {
    let found = all.get(key);
    if (found === undefined) all.set(key, (found = make(key)));
    return found;
  };
}
