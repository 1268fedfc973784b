// view.tsx - databases: which there are, what they cost, build one, ask one.
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { ViewProps } from "../app/views";
import { messageOf, useApp, type AppStore } from "../app/store";
import type { ServerApi } from "../engine/types";
import { Button, Check, Input, Panel } from "../ui/controls";
import { useKept } from "../analysis/kept";
import { formatBytes, formatCount, formatSeconds } from "../analysis/numbers";
import { JobView } from "../lab/job_view";
import { jobRuns, jobsFor } from "../lab/jobs";
import { databaseLarge, databaseState, databasesFind, type Database, type DatabaseList } from "./databases";
import { ProbePanel } from "./probe_view";

export function DatabasesView({ app }: ViewProps): VNode {
  const server = useApp(app).engine?.server ?? null;
  if (server === null)
    return (
      <Panel title="Databases">
        <p class="note">
          Databases are files on a server: start <code class="mono">pollard serve</code> and open its page. This page runs the engine by itself and
          has none.
        </p>
      </Panel>
    );
  return <Databases app={app} server={server} />;
}

function Databases({ app, server }: { app: AppStore; server: ServerApi }): VNode {
  const store = jobsFor(app);
  const { jobs, fault } = useKept(store);
  const [list, setList] = useState<DatabaseList | null>(null);
  const [failed, setFailed] = useState("");
  const [chosen, setChosen] = useState("");
  const mine = jobs.filter((job) => job.ask.kind === "db");
  const ended = mine.filter((job) => !jobRuns(job)).length;
  useEffect(() => store.watch(), [store, server]);
  useEffect(() => {
    server.get<DatabaseList>("/api/databases").then(setList).catch((error: unknown) => setFailed(messageOf(error)));
  }, [server, ended]);
  const unfinished = mine.filter((job) => job.state !== "done");
  const [asked, setAsked] = useState("");
  const start = (name: string): void => void store.start({ kind: "db", name });
  const build = (name: string): void => {
    const one = list?.databases.find((other) => other.name === name);
    if (one !== undefined && !databaseLarge(one)) start(name);
    else setAsked(name);
  };
  const answer = (yes: boolean): void => {
    if (yes) start(asked);
    setAsked("");
  };
  const building = new Set(mine.filter(jobRuns).map((job) => (job.ask.kind === "db" ? job.ask.name : "")));
  return (
    <div class="db-grid">
      <div class="stack">
        <Panel title="Databases">
          {list === null ? <p class="soft">Reading …</p> : <DatabaseTable list={list} building={building} onBuild={build} onAsk={setChosen} />}
        </Panel>
      </div>
      <div class="stack">
        {(failed || fault) !== "" && <p class="note bad" role="alert">{failed || fault}</p>}
        <BuildPanel list={list} onBuild={build} />
        {asked !== "" && <BuildQuestion one={list?.databases.find(({ name }) => name === asked)} name={asked} onAnswer={answer} />}
        {unfinished.length > 0 && (
          <Panel title="Being built">
            {unfinished.map((job) => (
              <JobView key={job.job} job={job} store={store} />
            ))}
          </Panel>
        )}
        <ProbePanel app={app} server={server} databases={list?.databases ?? []} chosen={chosen} onChoose={setChosen} />
      </div>
    </div>
  );
}

function DatabaseTable(props: { list: DatabaseList; building: ReadonlySet<string>; onBuild: (name: string) => void; onAsk: (name: string) => void }): VNode {
  const [filter, setFilter] = useState("");
  const [built, setBuilt] = useState(false);
  const shown = databasesFind(props.list.databases, filter, built);
  return (
    <>
      <div class="row">
        <Input label="find" quiet value={filter} placeholder="find a database" size={16} onChange={setFilter} />
        <Check label="built ones only" checked={built} onChange={setBuilt} />
      </div>
      <div class="scroll db-table" tabIndex={0} role="region" aria-label="List of databases">
        <table class="table">
          <caption class="hidden">Databases that can be built</caption>
          <thead>
            <tr>
              <th scope="col">name</th>
              <th scope="col" class="number">entries</th>
              <th scope="col" class="number">memory</th>
              <th scope="col" class="number">time</th>
              <th scope="col">state</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((one) => (
              <DatabaseRow key={one.name} one={one} building={props.building.has(one.name)} onBuild={props.onBuild} onAsk={props.onAsk} />
            ))}
          </tbody>
        </table>
        {shown.length === 0 && <p class="soft">None.</p>}
      </div>
    </>
  );
}

function DatabaseRow(props: { one: Database; building: boolean; onBuild: (name: string) => void; onAsk: (name: string) => void }): VNode {
  const { one } = props;
  const state = databaseState(one, props.building);
  return (
    <tr title={one.goal}>
      <th scope="row" class="db-name">
        {one.name}
        <span class="soft small db-goal">{one.goal}</span>
        <span class="soft small db-figures">
          {formatCount(one.entries)} entries, {formatBytes(one.memory)}, {formatSeconds(one.seconds)}
        </span>
      </th>
      <td class="number">{formatCount(one.entries)}</td>
      <td class="number">{formatBytes(one.memory)}</td>
      <td class="number">{formatSeconds(one.seconds)}</td>
      <td>
        {state === "built" ? (
          <span class="row">
            <span class="chip good">built</span>
            <Button look="plain" title={`ask ${one.name}`} onClick={() => props.onAsk(one.name)}>
              Ask
            </Button>
          </span>
        ) : state === "building" ? (
          <span class="chip">building</span>
        ) : (
          <Button title={`build ${one.name}`} onClick={() => props.onBuild(one.name)}>
            {state === "begun" ? "Continue" : "Build"}
          </Button>
        )}
      </td>
    </tr>
  );
}

/** Asked before what may fill the memory or take long, and where nobody knows. */
function BuildQuestion({ one, name, onAnswer }: { one: Database | undefined; name: string; onAnswer: (yes: boolean) => void }): VNode {
  return (
    <div class="note warn stack" role="alert">
      <p>
        {one === undefined
          ? `What ${name} takes is not known here. Build it?`
          : `${name} takes ${formatBytes(one.memory)} of memory, ${formatBytes(one.bytes)} on disk and about ${formatSeconds(one.seconds)}. Build it?`}
      </p>
      <div class="row">
        <Button onClick={() => onAnswer(true)}>Build it</Button>
        <Button onClick={() => onAnswer(false)}>Cancel</Button>
      </div>
    </div>
  );
}

function BuildPanel({ list, onBuild }: { list: DatabaseList | null; onBuild: (name: string) => void }): VNode {
  const [name, setName] = useState("");
  return (
    <Panel title="Build one by name" form>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== "") onBuild(name.trim());
        }}
      >
        <Input label="name" quiet value={name} placeholder="solve:connect-four:width=4" size={30} onChange={setName} />
        <button type="submit" class="button primary" disabled={name.trim() === ""}>
          Build
        </button>
      </form>
      {(list?.patterns ?? []).length > 0 && (
        <details>
          <summary>Names that make others</summary>
          <dl class="db-patterns">
            {list?.patterns?.map((one) => (
              <div key={one.pattern}>
                <dt class="mono">{one.pattern}</dt>
                <dd class="soft small">{one.about}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </Panel>
  );
}
