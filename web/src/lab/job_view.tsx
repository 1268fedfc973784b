// job_view.tsx - one job: how far it is, what it has found so far, stop and continue.
import type { VNode } from "preact";
import { Button } from "../ui/controls";
import { countNumber, formatCount, formatPercent, formatSeconds } from "../analysis/numbers";
import { jobRefused, jobRuns, jobShare, jobTitle, type JobInfo, type JobsStore } from "./jobs";
import { MatchView } from "./match_view";
import { ReportView } from "./report_view";

const stateChips: Record<string, string> = { running: "", stopping: "warn", done: "good", stopped: "warn", failed: "bad" };

export function JobView({ job, store, quiet }: { job: JobInfo; store: JobsStore; quiet?: boolean }): VNode {
  const runs = jobRuns(job);
  return (
    <article class="stack job" aria-label={jobTitle(job.ask)}>
      <div class="row spread">
        <h3 class="mono">{jobTitle(job.ask)}</h3>
        <span class={`chip ${stateChips[job.state] ?? ""}`}>{job.state}</span>
      </div>
      <JobProgressBar job={job} />
      <div class="row">
        {runs ? (
          <Button disabled={job.state === "stopping"} onClick={() => void store.stop(job.job)}>
            Stop
          </Button>
        ) : (
          job.state !== "done" && !jobRefused(job) && <Button onClick={() => void store.continue(job.job)}>Continue</Button>
        )}
      </div>
      {job.text !== "" && <p class={job.state === "failed" ? "note bad" : "note"}>{job.text}</p>}
      {job.match !== undefined && <MatchView match={job.match} />}
      {job.report !== undefined && !quiet && <ReportView report={job.report} />}
    </article>
  );
}

function JobProgressBar({ job }: { job: JobInfo }): VNode | null {
  const share = jobShare(job.progress);
  if (job.state === "done") return <p class="soft small">took {formatSeconds(job.seconds)}</p>;
  if (job.progress === null) return jobRuns(job) ? <p class="soft small">Starting …</p> : null;
  const left = job.progress.seconds_left;
  // A total of 1 is a share of the work, and no count.
  const counted = countNumber(job.progress.total) > 1;
  const words = [
    share === null ? formatCount(job.progress.done) : counted ? `${formatCount(job.progress.done)} of ${formatCount(job.progress.total)}` : "",
    share === null ? "" : formatPercent(share, 0),
    jobRuns(job) && left !== null && left !== undefined ? left < 1 ? "nearly done" : `about ${left < 100 ? `${Math.round(left)} s` : formatSeconds(left)} left` : "",
    job.progress.text ?? "",
  ].filter((word) => word !== "");
  return (
    <label class="field">
      <span>{words.join(" · ")}</span>
      {share === null ? <progress /> : <progress max={1} value={share} />}
    </label>
  );
}
