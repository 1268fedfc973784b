// jobs.ts - long work on the server: experiments, matches, databases; started, watched, stopped, continued.

import { messageOf, type AppStore } from "../app/store";
import type { ServerApi } from "../engine/types";
import { FrameLatest } from "../analysis/frames";
import { Kept, keptFor } from "../analysis/kept";
import { countNumber, type Count } from "../analysis/numbers";
import { isMatchResult, type MatchResult } from "./match";
import type { Report } from "./report";

export interface LabAsk { kind: "lab"; name: string; trials?: number; quick?: boolean; threads?: number }
export interface MatchAsk {
  kind: "match";
  game: string;
  players: string[];
  games?: number;
  sprt?: [number, number];
  openings?: number;
  seed?: number;
  threads?: number;
}
export interface DbAsk { kind: "db"; name: string; threads?: number }
export type JobAsk = LabAsk | MatchAsk | DbAsk;

export type JobStateName = "running" | "stopping" | "done" | "stopped" | "failed";

export interface JobProgress { done: Count; total: Count | null; seconds_left?: number | null; text?: string }

export interface JobInfo {
  job: string;
  ask: JobAsk;
  state: JobStateName;
  code: number | null;
  seconds: number;
  progress: JobProgress | null;
  text: string;
  /** The running report or match, once there is one. */
  report?: Report;
  match?: MatchResult;
}

/** What an event changes of a job. Events that nobody knows change nothing. */
export function jobAfter(job: JobInfo, event: Record<string, unknown>): JobInfo {
  switch (event["event"]) {
    case "start":
      return { ...job, state: "running", code: null, text: "" };
    case "progress":
      return { ...job, progress: event as unknown as JobProgress };
    case "table":
      return { ...job, ...tableOf(event["table"] ?? event) };
    case "end":
      return {
        ...job,
        state: event["state"] as JobStateName,
        code: event["code"] as number,
        text: typeof event["text"] === "string" ? event["text"] : "",
        ...tableOf(event["result"]),
      };
    default:
      return job;
  }
}

function tableOf(table: unknown): Pick<JobInfo, "report" | "match"> {
  if (typeof table !== "object" || table === null) return {};
  if (isMatchResult(table)) return { match: table };
  // `lab run` ends with a list of what it ran: no report, for it has no cells.
  const { experiments } = table as { experiments?: unknown };
  const whole = Array.isArray(experiments) && experiments.every((one) => typeof one === "object" && one !== null && "cells" in one);
  return whole ? { report: table as Report } : {};
}

/** 0 to 1; null where the end is not known. */
export function jobShare(progress: JobProgress | null): number | null {
  const done = countNumber(progress?.done);
  const total = countNumber(progress?.total);
  return total > 0 && Number.isFinite(done) ? Math.min(1, done / total) : null;
}

export function jobTitle(ask: JobAsk): string {
  if (ask.kind === "match") return `${ask.game}: ${ask.players.join(" against ")}`;
  return ask.kind === "lab" ? ask.name : `database ${ask.name}`;
}

export function jobRuns(job: JobInfo): boolean {
  return job.state === "running" || job.state === "stopping";
}

/** Was what was asked for refused, as an unknown name is? Then there is nothing to continue. */
export function jobRefused(job: JobInfo): boolean {
  return job.state === "failed" && job.code === 2;
}

interface JobsState {
  jobs: readonly JobInfo[];
  fault: string;
}

/** Browsers keep six connections to a server, over all tabs: no more streams than this. */
const streamsMost = 2;

/** Which jobs are followed: those that run first, then those that ended and were not read yet. */
export function jobsToFollow(jobs: readonly JobInfo[], read: ReadonlySet<string>): string[] {
  const running = jobs.filter(jobRuns);
  const ended = jobs.filter((job) => !jobRuns(job) && !read.has(job.job));
  return [...running, ...ended].slice(0, streamsMost).map((job) => job.job);
}

/** The jobs of the server, followed while somebody looks at them. */
export class JobsStore extends Kept<JobsState> {
  private readonly streams = new Map<string, () => void>();
  private readonly read = new Set<string>();
  private pending: JobInfo[] = [];
  private readonly frames = new FrameLatest<readonly JobInfo[]>((jobs) => this.set({ jobs }));
  private watchers = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly app: AppStore) {
    super({ jobs: [], fault: "" });
  }

  get server(): ServerApi | null {
    return this.app.get().engine?.server ?? null;
  }

  /** Follows the jobs until the function that is returned is called. */
  watch(): () => void {
    if (this.watchers++ === 0) this.timer = setInterval(() => void this.refresh(), 3000);
    void this.refresh();
    return () => {
      if (--this.watchers > 0) return;
      clearInterval(this.timer);
      for (const end of this.streams.values()) end();
      this.streams.clear();
    };
  }

  /** What the server has now. */
  async refresh(): Promise<void> {
    await this.guard(async (server) => {
      const { jobs } = await server.get<{ jobs: JobInfo[] }>("/api/jobs");
      const known = new Map(this.pending.map((job) => [job.job, job]));
      this.pending = jobs.map((job) => ({ ...known.get(job.job), ...job }));
      for (const job of jobs) if (jobRuns(job)) this.read.delete(job.job);
      this.set({ jobs: this.pending });
      this.follow(server);
    });
  }

  async start(ask: JobAsk): Promise<void> {
    this.set({ fault: "" });
    await this.guard((server) => server.post("/api/jobs", ask));
    if (this.get().fault === "") await this.refresh();
  }

  async stop(job: string): Promise<void> {
    await this.guard((server) => server.post(`/api/jobs/${job}/stop`, {}));
  }

  async continue(job: string): Promise<void> {
    this.set({ fault: "" });
    await this.guard((server) => server.post(`/api/jobs/${job}/continue`, {}));
    if (this.get().fault === "") await this.refresh();
  }

  private follow(server: ServerApi): void {
    const wanted = this.watchers > 0 ? jobsToFollow(this.pending, this.read) : [];
    for (const [job, end] of this.streams) {
      if (wanted.includes(job)) continue;
      end();
      this.streams.delete(job);
    }
    for (const job of wanted) {
      if (this.streams.has(job)) continue;
      const path = `/api/jobs/${job}/events`;
      this.streams.set(job, server.events(path, (event) => this.take(server, job, event), () => this.streams.delete(job)));
    }
  }

  private take(server: ServerApi, job: string, event: Record<string, unknown>): void {
    this.pending = this.pending.map((old) => (old.job === job ? jobAfter(old, event) : old));
    this.frames.put(this.pending);
    if (event["event"] === "start") this.read.delete(job);
    if (event["event"] !== "end") return;
    // One that was continued has more to tell after this end; its stream goes on.
    this.read.add(job);
    setTimeout(() => this.follow(server), 300);
  }

  private async guard(work: (server: ServerApi) => Promise<unknown>): Promise<void> {
    const { server } = this;
    if (server === null) return;
    try {
      await work(server);
    } catch (error) {
      this.set({ fault: messageOf(error) });
    }
  }
}

export const jobsFor = keptFor((app: AppStore) => new JobsStore(app));
