// view.tsx - the laboratory: experiments and their reports, matches, what runs now.
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { ViewProps } from "../app/views";
import { messageOf, useApp, type AppStore } from "../app/store";
import type { ServerApi } from "../engine/types";
import { Button, Check, Input, Panel, Select } from "../ui/controls";
import { useKept } from "../analysis/kept";
import { formatCount, formatSeconds } from "../analysis/numbers";
import { JobView } from "./job_view";
import { jobRuns, jobsFor, type JobInfo, type JobsStore } from "./jobs";
import { experimentsFor } from "./experiments";
import { MatchForm } from "./match_form";
import type { Experiment, Report } from "./report";
import { ReportView } from "./report_view";

export function LabView({ app }: ViewProps): VNode {
  const server = useApp(app).engine?.server ?? null;
  if (server === null)
    return (
      <Panel title="Laboratory">
        <p class="note">
          Experiments and matches run on a server: start <code class="mono">pollard serve</code> and open its page. This page runs the engine by
          itself and has no laboratory.
        </p>
      </Panel>
    );
  return <Laboratory app={app} server={server} />;
}

function Laboratory({ app, server }: { app: AppStore; server: ServerApi }): VNode {
  const store = jobsFor(app);
  const { jobs, fault } = useKept(store);
  const list = experimentsFor(app);
  const { experiments, chosen, reading, fault: failed } = useKept(list);
  const labDone = jobs.filter((job) => job.ask.kind === "lab" && !jobRuns(job)).length;
  useEffect(() => store.watch(), [store, server]);
  useEffect(() => void list.refresh(labDone), [list, server, labDone]);
  const experiment = experiments.find((one) => one.name === chosen);
  return (
    <div class="lab-grid">
      <div class="stack">
        <ExperimentList experiments={experiments} chosen={chosen} jobs={jobs} reading={reading} onChoose={(name) => list.set({ chosen: name })} />
      </div>
      <div class="stack">
        {(failed || fault) !== "" && <p class="note bad" role="alert">{failed || fault}</p>}
        {experiment !== undefined && (
          <ExperimentPanel key={experiment.name} server={server} store={store} experiment={experiment} reading={reading} job={jobOf(jobs, experiment.name)} />
        )}
        <Panel title="A match" form>
          <MatchForm app={app} store={store} />
        </Panel>
        <JobsPanel jobs={jobs.filter((job) => job.ask.kind === "match" || (job.ask.kind === "lab" && job.ask.name !== chosen))} store={store} />
      </div>
    </div>
  );
}

function jobOf(jobs: readonly JobInfo[], name: string): JobInfo | undefined {
  return jobs.find((job) => job.ask.kind === "lab" && job.ask.name === name);
}

function JobsPanel({ jobs, store }: { jobs: readonly JobInfo[]; store: JobsStore }): VNode | null {
  if (jobs.length === 0) return null;
  return (
    <Panel title="What runs and ran">
      {jobs.map((job) => (
        <JobView key={job.job} job={job} store={store} />
      ))}
    </Panel>
  );
}

const stateChips: Record<string, string> = { kept: "good", measured: "good", partly: "warn", missing: "" };

function ExperimentList(props: {
  experiments: readonly Experiment[];
  chosen: string | null;
  jobs: readonly JobInfo[];
  reading: boolean;
  onChoose: (name: string) => void;
}): VNode {
  const [filter, setFilter] = useState("");
  const [kind, setKind] = useState("all");
  const words = filter.toLowerCase();
  const shown = props.experiments.filter(
    (one) => (kind === "all" || one.kind === kind) && `${one.name} ${one.title} ${one.paper ?? ""}`.toLowerCase().includes(words),
  );
  return (
    <Panel title="Experiments">
      <div class="row">
        <Input label="find" quiet value={filter} placeholder="find an experiment" size={16} onChange={setFilter} />
        <Select
          label="kind"
          quiet
          value={kind}
          choices={[
            { value: "all", label: "all kinds" },
            { value: "nodes", label: "node counts" },
            { value: "match", label: "matches" },
          ]}
          onChange={setKind}
        />
      </div>
      {props.experiments.length === 0 && <p class="soft">Reading …</p>}
      <ul class="lab-list">
        {shown.map((one) => {
          const job = jobOf(props.jobs, one.name);
          const runs = job !== undefined && jobRuns(job);
          return (
            <li key={one.name}>
              <button type="button" class="lab-item" aria-current={one.name === props.chosen ? "true" : undefined} onClick={() => props.onChoose(one.name)}>
                <span class="lab-name">{one.name}</span>
                <span class={`chip ${runs ? "" : (stateChips[one.state] ?? "")}`}>{runs ? "running" : props.reading && job !== undefined ? "counting …" : stateWord(one)}</span>
                <span class="lab-title soft small">{one.title}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

function stateWord(one: Experiment): string {
  if (one.state !== "partly") return one.state;
  return `${Math.floor((100 * one.rows) / Math.max(1, one.rows_wanted))} %`;
}

function ExperimentPanel(props: { server: ServerApi; store: JobsStore; experiment: Experiment; reading: boolean; job: JobInfo | undefined }): VNode {
  const { experiment, server, store, job } = props;
  const [report, setReport] = useState<Report | null>(null);
  const [fault, setFault] = useState("");
  const [quick, setQuick] = useState(true);
  const [trials, setTrials] = useState("");
  const runs = job !== undefined && jobRuns(job);
  useEffect(() => {
    setFault("");
    server
      .get<Report>(`/api/lab/${experiment.name}/report`)
      .then(setReport)
      .catch((error: unknown) => setFault(messageOf(error)));
  }, [server, experiment.name, runs]);
  const start = (): void =>
    void store.start({ kind: "lab", name: experiment.name, ...(quick ? { quick } : trials === "" ? {} : { trials: Number(trials) }) });
  const shown = job?.report ?? report;
  return (
    <Panel title={experiment.name}>
      <dl class="figures">
        <div>
          <dt>rows</dt>
          <dd>
            {props.reading && job !== undefined ? "counting …" : `${formatCount(experiment.rows)} of ${formatCount(experiment.rows_wanted)}`}
          </dd>
        </div>
        <div>
          <dt>trials of a cell</dt>
          <dd>{formatCount(experiment.trials)}</dd>
        </div>
        <div>
          <dt>cells</dt>
          <dd>{formatCount(experiment.cells)}</dd>
        </div>
        <div>
          <dt>time so far</dt>
          <dd>{formatSeconds(experiment.seconds)}</dd>
        </div>
        {experiment.paper !== undefined && experiment.paper !== null && (
          <div>
            <dt>printed in</dt>
            <dd>
              {experiment.paper}, table {experiment.table}
            </dd>
          </div>
        )}
      </dl>
      <div class="row">
        <Button look="primary" disabled={runs} onClick={start}>
          {experiment.rows > 0 ? "Run what is missing" : "Run"}
        </Button>
        <Check label="quick" checked={quick} onChange={setQuick} title="Few trials, a first look in minutes" />
        {!quick && <Input inline label="trials" type="number" min={1} max={1000} size={5} value={trials} placeholder={String(experiment.trials)} onChange={setTrials} />}
        <a class="button" href={`/api/lab/${experiment.name}/page`} target="_blank" rel="noopener">
          Report as a page
        </a>
      </div>
      {job !== undefined && <JobView job={job} store={store} quiet />}
      {fault !== "" && <p class="note">{fault}</p>}
      {shown !== null && <ReportView report={shown} />}
    </Panel>
  );
}
