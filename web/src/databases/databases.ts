// databases.ts - what `pollard db list --json` says.

import { countNumber, type Count } from "../analysis/numbers";

export interface Database {
  name: string;
  kind: string;
  entries: Count;
  bytes: Count;
  /** Of a build; null where it is not known. */
  memory: Count;
  seconds: number | null;
  built: boolean;
  begun: boolean;
  goal: string;
}

export interface DatabaseList {
  databases: Database[];
  patterns?: { pattern: string; about: string }[];
}

export interface Probed {
  name: string;
  value: number | null;
  says: string;
  moves: string[];
}

export function databasesFind(all: readonly Database[], words: string, builtOnly: boolean): Database[] {
  const wanted = words.toLowerCase().split(/\s+/);
  return all.filter((one) => {
    const text = `${one.name} ${one.kind} ${one.goal}`.toLowerCase();
    return (!builtOnly || one.built) && wanted.every((word) => text.includes(word));
  });
}

/** Does it take so much that nobody should begin it by one press? */
export function databaseLarge(one: Pick<Database, "memory" | "bytes" | "seconds">): boolean {
  return Math.max(countNumber(one.memory), countNumber(one.bytes)) > 1e9 || (one.seconds ?? 0) > 600;
}

export function databaseState(one: Database, building: boolean): "built" | "building" | "begun" | "none" {
  if (building) return "building";
  return one.built ? "built" : one.begun ? "begun" : "none";
}
