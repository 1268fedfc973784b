// probe_view.tsx - asks a database for the value of a position and a best line from it.
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { messageOf, useApp, type AppStore } from "../app/store";
import type { ServerApi } from "../engine/types";
import { Button, Check, Input, Panel, Select } from "../ui/controls";
import type { Database, Probed } from "./databases";

export function ProbePanel(props: {
  app: AppStore;
  server: ServerApi;
  databases: readonly Database[];
  chosen: string;
  onChoose: (name: string) => void;
}): VNode {
  const shown = useApp(props.app);
  const [position, setPosition] = useState("");
  const [line, setLine] = useState(true);
  const [answer, setAnswer] = useState<Probed | null>(null);
  const [fault, setFault] = useState("");
  const built = props.databases.filter((one) => one.built);
  const name = built.some((one) => one.name === props.chosen) ? props.chosen : (built[0]?.name ?? "");
  // An answer belongs to what was asked: where that changes it goes.
  const forget = (): void => {
    setAnswer(null);
    setFault("");
  };
  const place = (text: string): void => {
    forget();
    setPosition(text);
  };
  const choose = (next: string): void => {
    forget();
    props.onChoose(next);
  };
  const ask = async (): Promise<void> => {
    forget();
    try {
      setAnswer(await props.server.post<Probed>("/api/databases/probe", { name, position: position.trim(), line }));
    } catch (error) {
      setFault(messageOf(error));
    }
  };
  return (
    <Panel title="Ask a database">
      {built.length === 0 ? (
        <p class="soft">None is built yet.</p>
      ) : (
        <>
          <div class="row">
            <Select label="database" value={name} choices={built.map((one) => ({ value: one.name, label: one.name }))} onChange={choose} />
            <Input label="position" value={position} placeholder="as the game writes it" size={34} onChange={place} onEnter={() => void ask()} />
          </div>
          <div class="row">
            <Button look="primary" disabled={position.trim() === ""} onClick={() => void ask()}>
              Ask
            </Button>
            <Button disabled={shown.state === null} onClick={() => place(shown.state?.position ?? "")}>
              The position on the board
            </Button>
            <Check label="a best line, too" checked={line} onChange={setLine} />
          </div>
        </>
      )}
      {fault !== "" && <p class="note bad" role="alert">{fault}</p>}
      {answer !== null && (
        <div role="status" class="stack">
          <p>
            <b>{answer.says}</b> <span class="soft small">by {answer.name}</span>
          </p>
          {answer.moves.length > 0 && <p class="mono db-line">{answer.moves.join(" ")}</p>}
          {line && answer.value === null && <p class="soft small">No line: neither side can force anything from here.</p>}
        </div>
      )}
    </Panel>
  );
}
