// recover.ts - an engine that outlives its server: where the server is gone, another engine is put where the
// session stood, and the request asked again.
import { GameTrack, moving } from "./track";
import { type Answer, type Do, type Engine, type EngineEvent, type Request, EngineLost, EngineStopped, late } from "./types";

export class RecoveringEngine implements Engine {
  private readonly track = new GameTrack();
  private changing: Promise<void> | null = null;
  private closed = false;
  /** Counts stops: a search that was lost and then stopped is not asked again. */
  private stops = 0;

  constructor(
    private inner: Engine,
    private readonly another: (error: EngineLost) => Promise<Engine>,
    private readonly onChange: (engine: Engine) => void = () => {},
  ) {}

  get kind() { return this.inner.kind; }
  get about() { return this.inner.about; }
  get server() { return this.inner.server; }

  async ask<D extends Do>(request: Request<D>, onEvent?: (event: EngineEvent) => void): Promise<Answer<D>> {
    const { stops } = this;
    if (this.changing !== null) await this.changing;
    this.check(request, stops);
    const asked = this.inner;
    try {
      return await this.askInner(request, onEvent);
    } catch (error) {
      if (!(error instanceof EngineLost) || this.closed) throw error;
      await this.change(asked, error);
      this.check(request, stops);
      return this.askInner(request, onEvent);
    }
  }

  async stop(): Promise<void> {
    this.stops++;
    const asked = this.inner;
    try {
      await (this.changing ?? asked.stop());
    } catch (error) {
      if (!(error instanceof EngineLost) || this.closed) throw error;
      await this.change(asked, error);
    }
  }

  close(): void {
    this.closed = true;
    this.inner.close();
  }

  private check(request: Request, stops: number): void {
    if (stops !== this.stops && late.has(request.do)) throw new EngineStopped("stopped");
  }

  private async askInner<D extends Do>(request: Request<D>, onEvent?: (event: EngineEvent) => void): Promise<Answer<D>> {
    const answer = await this.inner.ask(request, onEvent);
    if (moving.has(request.do)) this.track.take(request, answer);
    return answer;
  }

  /** Once for all requests that were lost together. */
  private change(lost: Engine, error: EngineLost): Promise<void> {
    if (this.inner !== lost) return this.changing ?? Promise.resolve();
    this.changing ??= this.replace(error).finally(() => { this.changing = null; });
    return this.changing;
  }

  private async replace(error: EngineLost): Promise<void> {
    const next = await this.another(error);
    const replay = this.track.replay();
    if (replay !== null) await next.ask(replay);
    if (this.closed) {
      next.close();
      throw error;
    }
    this.inner.close();
    this.inner = next;
    this.onChange(next);
  }
}
