// store.ts - what is known about the position that is shown and about the whole game.

import type { AppState, AppStore, Mark } from "../app/store";
import { messageOf } from "../app/store";
import { EngineStopped } from "../engine/types";
import type { AnalysedMove, DepthEvent, Engine, EngineEvent, MoveEvent, Probe } from "../engine/types";
import { FrameLatest } from "./frames";
import { Kept, keptFor } from "./kept";
import { lossSigns, lossTones, lossWords, movesWithLoss, type MoveLoss, type MoveValue } from "./loss";
import { formatCount, formatMark, formatValue } from "./numbers";
import { Session } from "./session";
import { variationsFollow, variationsOpen, type Variations } from "./variations";

export type AnalysisWork = "none" | "think" | "values" | "analyse";

export interface AnalysisState {
  work: AnalysisWork;
  player: string;
  /** Plies of `values` and of the whole game; null for the former until stopped. */
  depth: number;
  gameDepth: number;
  /** A new position is searched at once, as the last one was. */
  follow: "none" | "think" | "values";
  found: DepthEvent | null;
  values: readonly MoveLoss[];
  valuesDepth: number;
  probe: Probe | null;
  /** The whole game as far as it is analysed, and the line that it is of. */
  game: readonly AnalysedMove[];
  gameLine: readonly string[];
  /** What a mistake loses in that game; null: not analysed. */
  mistake: number | null;
  log: boolean;
  fault: string;
  tree: Variations;
  /** Counts changes of the tree, which is changed in place. */
  treeVersion: number;
}

const emptyAnalysis = {
  work: "none", player: "engine", depth: 6, gameDepth: 6, follow: "none", found: null, values: [], valuesDepth: 0,
  probe: null, game: [], gameLine: [], mistake: null, log: false, fault: "", treeVersion: 0,
} satisfies Partial<AnalysisState>;

export class AnalysisStore extends Kept<AnalysisState> {
  readonly session: Session;
  private position = "";
  private line = "";
  private number = -1;
  private visible = false;
  private runs = 0;
  private readonly depths = new FrameLatest<DepthEvent>((event) => this.takeDepth(event));
  private readonly games = new FrameLatest<AnalysedMove[]>((game) => this.set({ game }));

  constructor(private readonly app: AppStore) {
    super({ ...emptyAnalysis, tree: variationsOpen() });
    this.session = new Session(app);
    this.look(app.get());
    app.subscribe((now) => this.look(now));
  }

  /** The view is shown: exact values are looked up, and a search that follows goes on. */
  show(): void {
    this.visible = true;
    this.marksSet();
    if (this.get().follow === "none") void this.lookUp();
    else void this.start(this.get().follow === "values" ? "values" : "think");
  }

  hide(): void {
    this.visible = false;
    void this.session.stop().then(() => {
      if (!this.visible) this.session.close();
    });
    this.app.setMarks(null);
  }

  stop(): void {
    this.set({ follow: "none" });
    void this.session.stop();
  }

  /** The principal variation until it is stopped, or the value of every move. */
  async start(work: "think" | "values"): Promise<void> {
    const { player, depth } = this.get();
    this.set({ work, follow: work, fault: "", found: null, ...(work === "values" ? { values: [], valuesDepth: 0 } : {}) });
    await this.run(async () => {
      const at = this.position;
      const onEvent = (event: EngineEvent): void => {
        if (event.event === "depth" && at === this.position) this.depths.put(event as DepthEvent);
      };
      const how = { onEvent, before: (engine: Engine) => this.probe(engine) };
      if (work === "think") await this.session.search({ do: "think", player, events: true, infinite: true }, how);
      else await this.session.search({ do: "values", player, events: true, depth }, how);
      this.depths.flush();
    });
  }

  async analyseGame(): Promise<void> {
    const { player, gameDepth } = this.get();
    const line = this.app.get().line;
    const moves: AnalysedMove[] = [];
    this.set({ work: "analyse", follow: "none", fault: "", game: [], gameLine: line, mistake: null });
    await this.run(async () => {
      const given = player === "engine" ? {} : { player };
      const answer = await this.session.search(
        { do: "analyse", ...given, depth: gameDepth, events: true },
        {
          moves: line,
          onEvent: (event) => {
            if (event.event !== "move") return;
            moves.push(event as MoveEvent);
            this.games.put([...moves]);
          },
        },
      );
      this.games.drop();
      const { values } = this.get();
      this.set({ game: answer.moves, mistake: answer.mistake, values: movesWithLoss(values, answer.mistake) });
      this.marksSet();
    });
    if (this.visible && this.get().work === "none") void this.lookUp();
  }

  /** The last thing asked for decides what is shown as running; one that was overtaken says nothing. */
  private async run(job: () => Promise<void>): Promise<void> {
    const run = ++this.runs;
    let fault = "";
    try {
      await job();
    } catch (error) {
      if (!(error instanceof EngineStopped)) fault = messageOf(error);
    }
    if (run !== this.runs) return;
    this.set({ work: "none", fault, ...(fault === "" ? {} : { follow: "none" }) });
  }

  /** Exact values of this position, where no search asks for them. */
  private async lookUp(): Promise<void> {
    if (this.app.get().state === null) return;
    try {
      await this.session.search({ do: "state" }, { before: (engine) => this.probe(engine) });
    } catch {
      // Another position was shown meanwhile, or the engine is gone: the next one asks again.
    }
  }

  private async probe(engine: Engine): Promise<void> {
    if (!engine.about.databases) return;
    try {
      const probe = await engine.ask({ do: "probe" });
      this.set({ probe: probe.covered ? probe : null });
      if (probe.covered && this.get().values.length === 0) this.marksSet();
    } catch {
      this.set({ probe: null });
    }
  }

  private takeDepth(event: DepthEvent): void {
    if (event.moves === undefined) {
      this.set({ found: event });
      return;
    }
    this.set({ found: event, values: movesWithLoss(event.moves as MoveValue[], this.get().mistake), valuesDepth: event.depth });
    this.marksSet();
  }

  /** Another position or another line is shown. */
  private look(now: AppState): void {
    const position = `${now.number} ${now.game} ${now.start} ${now.line.slice(0, now.ply).join(" ")}`;
    const line = `${now.number} ${now.line.join(" ")} ${now.ply}`;
    if (line === this.line && position === this.position) return;
    this.line = line;
    if (now.number !== this.number) this.begin(now.number);
    this.follow(now);
    if (position === this.position) return;
    this.position = position;
    this.depths.drop();
    this.set({ found: null, values: [], valuesDepth: 0, probe: null });
    if (this.visible && this.get().work !== "analyse") this.show();
  }

  /** Another game, and what was tried in it before anybody looked. */
  private begin(number: number): void {
    const tree = variationsOpen();
    for (const line of this.app.linesLeft()) variationsFollow(tree, line);
    this.number = number;
    this.set({ tree, game: [], gameLine: [], mistake: null });
  }

  /** Lays the line into the tree, and goes to the move that is shown. */
  private follow(now: AppState): void {
    const { tree, treeVersion } = this.get();
    variationsFollow(tree, now.line);
    variationsFollow(tree, now.line.slice(0, now.ply));
    this.set({ treeVersion: treeVersion + 1 });
  }

  treeChanged(): void {
    this.set({ treeVersion: this.get().treeVersion + 1 });
  }

  private marksSet(): void {
    if (!this.visible) return;
    const { values, probe } = this.get();
    const marks = new Map<number, Mark>();
    if (values.length > 0) {
      for (const [rank, move] of values.entries())
        marks.set(move.index, { ...markOf(move, rank), title: `${move.move}: ${formatValue(move)}, ${lossWords[move.loss_class]}` });
    } else if (probe?.moves !== undefined) {
      for (const [rank, move] of movesWithLoss(probe.moves as MoveValue[]).entries())
        marks.set(move.index, { ...markOf(move, rank), title: `${move.move}: exactly ${formatValue(move)}` });
    }
    if (marks.size > 0 || this.app.get().marks.size > 0) this.app.setMarks(marks);
  }
}

function markOf(move: MoveLoss, rank: number): Mark {
  const sign = lossSigns[move.loss_class];
  const loss = move.loss > 0 && Number.isFinite(move.loss) ? formatCount(-move.loss) : move.loss_class === "best" ? sign : formatMark(move);
  return { label: formatMark(move), loss, sign, rank, tone: lossTones[move.loss_class] };
}

export const analysisFor = keptFor((app: AppStore) => new AnalysisStore(app));
