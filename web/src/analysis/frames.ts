// frames.ts - events that come faster than the screen is drawn: of many in one frame only the last is shown.

type Schedule = (draw: () => void) => number;
type Cancel = (ticket: number) => void;

/** Keeps the last value and shows it once per frame. */
export class FrameLatest<T> {
  private value: T | undefined;
  private ticket = 0;
  private waiting = false;

  constructor(
    private readonly show: (value: T) => void,
    private readonly schedule: Schedule = (draw) => requestAnimationFrame(draw),
    private readonly cancel: Cancel = (ticket) => cancelAnimationFrame(ticket),
  ) {}

  put(value: T): void {
    this.value = value;
    if (this.waiting) return;
    this.waiting = true;
    this.ticket = this.schedule(() => this.flush());
  }

  /** Shows at once what waits. */
  flush(): void {
    if (!this.waiting) return;
    this.cancel(this.ticket);
    this.waiting = false;
    if (this.value !== undefined) this.show(this.value);
  }

  drop(): void {
    if (this.waiting) this.cancel(this.ticket);
    this.waiting = false;
  }
}
