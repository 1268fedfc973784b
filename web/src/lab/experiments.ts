// experiments.ts - the list of experiments, kept while another view is shown: the server takes a second to make it.

import { messageOf, type AppStore } from "../app/store";
import { Kept, keptFor } from "../analysis/kept";
import type { Experiment } from "./report";

interface ExperimentsState {
  experiments: readonly Experiment[];
  chosen: string | null;
  fault: string;
  /** The list is being made anew: what it says of an experiment that has just run is old. */
  reading: boolean;
}

export class ExperimentsStore extends Kept<ExperimentsState> {
  /** How many runs had ended when the list was made. */
  private made = -1;

  constructor(private readonly app: AppStore) {
    super({ experiments: [], chosen: null, fault: "", reading: false });
  }

  /** Reads the list, unless it was read since the last run ended. */
  async refresh(ended: number): Promise<void> {
    const server = this.app.get().engine?.server;
    if (!server || ended === this.made) return;
    this.made = ended;
    this.set({ reading: true });
    try {
      const { experiments } = await server.get<{ experiments: Experiment[] }>("/api/lab");
      // One that was asked for later counts more.
      if (this.made === ended) this.set({ experiments, fault: "", reading: false });
    } catch (error) {
      if (this.made !== ended) return;
      this.made = -1;
      this.set({ fault: messageOf(error), reading: false });
    }
  }
}

export const experimentsFor = keptFor((app: AppStore) => new ExperimentsStore(app));
