// experiments.ts - the list of experiments, kept while another view is shown: the server takes a second to make it.

import { messageOf, type AppStore } from "../app/store";
import { Kept, keptFor } from "../analysis/kept";
import type { Experiment } from "./report";

interface ExperimentsState {
  experiments: readonly Experiment[];
  chosen: string | null;
  fault: string;
}

export class ExperimentsStore extends Kept<ExperimentsState> {
  /** How many runs had ended when the list was made. */
  private made = -1;

  constructor(private readonly app: AppStore) {
    super({ experiments: [], chosen: null, fault: "" });
  }

  /** Reads the list, unless it was read since the last run ended. */
  async refresh(ended: number): Promise<void> {
    const server = this.app.get().engine?.server;
    if (!server || ended === this.made) return;
    this.made = ended;
    try {
      const { experiments } = await server.get<{ experiments: Experiment[] }>("/api/lab");
      this.set({ experiments, fault: "" });
    } catch (error) {
      this.made = -1;
      this.set({ fault: messageOf(error) });
    }
  }
}

export const experimentsFor = keptFor((app: AppStore) => new ExperimentsStore(app));
