// game_text.tsx - games as text: pasted or opened in any notation we read, written in any we know, shared by address.
import { useState } from "preact/hooks";
import { addressWrite } from "../app/address";
import { type AppStore, messageOf, useApp } from "../app/store";
import { Button, Panel, Select } from "../ui/controls";

const sizeMax = 200_000;

export function GameText({ app }: { app: AppStore }) {
  const s = useApp(app);
  const [text, setText] = useState("");
  const [said, setSaid] = useState("");
  const formats = s.options?.formats.filter((f) => f.game === null || f.game === s.game.split(":")[0]) ?? [];
  const [format, setFormat] = useState("");
  const chosen = formats.find((f) => f.name === format) ?? formats[0];

  const read = async (given: string) => {
    if (given.length > sizeMax) return setSaid("That is too long: one game, please.");
    const answer = await app.import(given);
    setSaid(answer === null ? app.get().notice : `Read as ${answer.format}: ${answer.history.length} moves.`);
    if (answer !== null) setText("");
  };
  const save = async () => {
    try {
      const answer = await s.engine?.ask({ do: "export", ...(chosen === undefined ? {} : { format: chosen.name }) });
      if (answer === undefined) return;
      const name = `${s.game.split(":")[0]}.${answer.suffix.replace(/^\./, "")}`;
      download(name, answer.text);
      setSaid(`Saved as ${name}.`);
    } catch (error) {
      setSaid(messageOf(error));
    }
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(addressWrite(s), location.href).href);
      setSaid("The address is copied: it holds the whole game.");
    } catch {
      setSaid("The address of this page holds the whole game: copy it from the browser's line.");
    }
  };
  return (
    <Panel title="Share, save, open" form>
      <div class="row">
        <Button onClick={() => void copy()}>Copy address</Button>
        {formats.length > 1 ? <Select label="Format" quiet value={chosen?.name ?? ""} onChange={setFormat} choices={formats.map((f) => ({ value: f.name, label: f.name }))} /> : null}
        <Button onClick={() => void save()} title={chosen?.help ?? "The game as a file"}>Save</Button>
        <label class="button">Open…
          <input type="file" class="hidden" onChange={(e) => void fileText(e.currentTarget).then((t) => (t === null ? undefined : read(t)))} />
        </label>
      </div>
      <label class="field">Paste a game, moves or a position
        <textarea rows={3} value={text} spellcheck={false} onInput={(e) => setText(e.currentTarget.value)} />
      </label>
      <div class="row">
        <Button onClick={() => void read(text)} disabled={text.trim() === ""}>Read</Button>
        <span class="small soft" role="status">{said}</span>
      </div>
    </Panel>
  );
}

async function fileText(input: HTMLInputElement): Promise<string | null> {
  const file = input.files?.[0];
  if (file === undefined) return null;
  const text = await file.slice(0, sizeMax + 1).text();
  input.value = "";
  return text;
}

function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
