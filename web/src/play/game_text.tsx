// game_text.tsx - games as text: pasted or opened in any notation we read, written in any we know, shared by address.
import { useState } from "preact/hooks";
import { addressFind, addressWrite, requestOf } from "../app/address";
import { type AppStore, messageOf, useApp } from "../app/store";
import { Button, Input, Panel, Select } from "../ui/controls";
import { Icon } from "../ui/icons";

const sizeMax = 200_000;

/** A text that has several games, and which of them is on the board. */
interface Several { text: string; number: number; games: number }

/** What is wrong with the length of a text; "": nothing. A server takes so many bytes of a request. */
export function lengthFault(text: string, limits: unknown): string {
  const body = (limits as { body?: unknown } | undefined)?.body, most = typeof body === "number" ? Math.min(body - 200, sizeMax) : sizeMax;
  const size = new TextEncoder().encode(JSON.stringify(text)).length;
  return size <= most ? "" : `That is too long: ${Math.ceil(size / 1000)} KB, of at most ${Math.floor(most / 1000)} that are read here. One game, please.`;
}

export function GameText({ app }: { app: AppStore }) {
  const s = useApp(app);
  const [text, setText] = useState("");
  const [said, setSaid] = useState("");
  const [several, setSeveral] = useState<Several | null>(null);
  // PGN has two players.
  const fits = (f: { name: string; game: string | null }) => (f.game === null || f.game === s.game.split(":")[0]) && (f.name !== "pgn" || s.state?.players === 2);
  const formats = s.options?.formats.filter(fits) ?? [];
  const [format, setFormat] = useState("");
  const chosen = formats.find((f) => f.name === format) ?? formats[0];

  const take = async (given: string, number: number): Promise<string> => {
    const address = addressFind(given);
    setSeveral(null);
    if (address !== null) {
      await app.openShared(requestOf(address));
      return "Read as an address.";
    }
    const answer = await app.import(given, number), of = answer.games > 1 ? `, game ${answer.number} of ${answer.games}` : "";
    if (answer.games > 1) setSeveral({ text: given, number: answer.number, games: answer.games });
    return `Read as ${answer.format}${of}: ${answer.history.length} moves.`;
  };
  const read = async (given: string, number = 1) => {
    const fault = lengthFault(given, s.engine?.about["limits"]);
    if (fault !== "") return setSaid(fault);
    try {
      const words = await take(given, number), { paused, clock } = app.get();
      setSaid(`${words}${paused ? ` ${clock === null ? "Engines" : "Engines and clocks"} wait: “Go on” lets them.` : ""}`);
      setText((now) => (now === given ? "" : now));   // not what was typed meanwhile
    } catch (error) {
      setSaid(messageOf(error));
    }
  };
  const save = async () => {
    try {
      const answer = await app.export(chosen?.name);
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
      <label class="field">Paste a game, moves, a position or an address
        <textarea rows={3} value={text} spellcheck={false} onInput={(e) => setText(e.currentTarget.value)} />
      </label>
      <div class="row">
        <Button onClick={() => void read(text)} disabled={text.trim() === ""}>Read</Button>
        {several === null ? null : <Through several={several} onRead={(number) => void read(several.text, number)} />}
        <span class="small soft" role="status">{said}</span>
      </div>
    </Panel>
  );
}

/** From game to game of one text. */
function Through({ several, onRead }: { several: Several; onRead: (number: number) => void }) {
  const { number, games } = several;
  return (
    <span class="row tight" role="group" aria-label="Games of the text">
      <Button look="icon" title="The game before" disabled={number === 1} onClick={() => onRead(number - 1)}><Icon name="back" /></Button>
      <Input label={`Game, of ${games}`} quiet type="number" min={1} max={games} size={3} value={String(number)}
        onChange={(word) => { const next = Number(word); if (next >= 1 && next <= games && next !== number) onRead(next); }} />
      <Button look="icon" title="The next game" disabled={number === games} onClick={() => onRead(number + 1)}><Icon name="forward" /></Button>
    </span>
  );
}

async function fileText(input: HTMLInputElement): Promise<string | null> {
  const file = input.files?.[0];
  if (file === undefined) return null;
  const text = await file.slice(0, 20 * sizeMax).text();
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
