import assert from "node:assert/strict";
import test from "node:test";
import type { AppStore } from "../app/store";
import { ExperimentsStore } from "./experiments";

test("a list that is being made anew says so, and an older one that comes later is not shown", async () => {
  const answers: ((rows: number) => void)[] = [];
  const get = () => new Promise((resolve) => answers.push((rows) => resolve({ experiments: [{ name: "x", rows }] })));
  const store = new ExperimentsStore({ get: () => ({ engine: { server: { get } } }) } as unknown as AppStore);
  const first = store.refresh(0), second = store.refresh(1);
  assert.equal(store.get().reading, true);
  answers[1]?.(6);
  await second;
  answers[0]?.(0);
  await first;
  assert.deepEqual([store.get().experiments[0]?.rows, store.get().reading], [6, false]);
});
