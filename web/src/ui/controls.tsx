// controls.tsx - buttons and fields with their labels, the same in all views.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

interface ButtonProps {
  onClick: () => void;
  children: ComponentChildren;
  look?: "primary" | "plain" | "icon";
  disabled?: boolean;
  pressed?: boolean;
  title?: string;
}

export function Button({ onClick, children, look, disabled, pressed, title }: ButtonProps) {
  return (
    <button type="button" class={`button ${look ?? ""}`} onClick={onClick} disabled={disabled === true}
      aria-pressed={pressed} title={title} aria-label={look === "icon" ? title : undefined}>
      {children}
    </button>
  );
}

export interface Choice { value: string; label: string }

interface SelectProps {
  label: string;
  value: string;
  choices: readonly Choice[];
  onChange: (value: string) => void;
  inline?: boolean;
  /** The label is for screen readers alone. */
  quiet?: boolean;
  title?: string;
}

export function Select({ label, value, choices, onChange, inline, quiet, title }: SelectProps) {
  return (
    <label class={`field ${inline ? "inline" : ""}`} title={title}>
      <span class={quiet ? "hidden" : ""}>{label}</span>
      <select value={value} onChange={(e) => onChange(e.currentTarget.value)}>
        {choices.map((c) => <option key={c.value} value={c.value} selected={c.value === value}>{c.label}</option>)}
      </select>
    </label>
  );
}

interface InputProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onEnter?: () => void;
  onLeave?: () => void;
  type?: "text" | "number";
  min?: number;
  max?: number;
  step?: number;
  inline?: boolean;
  quiet?: boolean;
  placeholder?: string;
  title?: string;
  size?: number;
}

export function Input(p: InputProps) {
  return (
    <label class={`field ${p.inline ? "inline" : ""}`} title={p.title}>
      <span class={p.quiet ? "hidden" : ""}>{p.label}</span>
      <input type={(p.type ?? "text") as "text"} value={p.value} min={p.min} max={p.max} step={p.step} placeholder={p.placeholder}
        size={p.size} spellcheck={false} autocomplete="off" autocapitalize="off"
        onInput={(e) => p.onChange(e.currentTarget.value)} onBlur={p.onLeave}
        onKeyDown={(e) => { if (e.key === "Enter" && p.onEnter) { e.preventDefault(); p.onEnter(); } }} />
    </label>
  );
}

type NumberProps = Omit<InputProps, "type" | "value" | "onChange" | "onLeave"> & {
  /** null: the field is empty. */
  value: number | null;
  onChange: (value: number | null) => void;
  /** May it be empty? */
  optional?: boolean;
};

/** What a field of numbers says: undefined while it is no number that may be there. */
export function numberRead(text: string, { min, max, step, optional }: Pick<NumberProps, "min" | "max" | "step" | "optional">): number | null | undefined {
  if (text.trim() === "") return optional === true ? null : undefined;
  const n = Number(text), whole = (step ?? 1) === 1;
  return Number.isFinite(n) && n >= (min ?? -Infinity) && n <= (max ?? Infinity) && (!whole || Number.isInteger(n)) ? n : undefined;
}

/** A number: what is typed stays as it is until the field is left; on the way to it only what may be there counts. */
export function NumberInput({ value, onChange, optional, ...rest }: NumberProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const read = (text: string): void => {
    const n = numberRead(text, { ...rest, ...(optional === undefined ? {} : { optional }) });
    setTyped(text);
    if (n !== undefined) onChange(n);
  };
  return <Input {...rest} type="number" value={typed ?? (value === null ? "" : String(value))} onChange={read} onLeave={() => setTyped(null)} />;
}

interface CheckProps { label: string; checked: boolean; onChange: (checked: boolean) => void; title?: string }

export function Check({ label, checked, onChange, title }: CheckProps) {
  return (
    <label class="field inline" title={title}>
      <input type="checkbox" checked={checked} onChange={(e) => onChange(e.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}

interface PanelProps {
  title?: string;
  children: ComponentChildren;
  more?: ComponentChildren;
  /** Fields and buttons alone: not on paper. */
  form?: boolean;
}

export function Panel({ title, children, more, form }: PanelProps) {
  return (
    <section class={`panel stack ${form === true ? "no-print" : ""}`} aria-label={title}>
      {title === undefined ? null : <div class="row spread"><h2>{title}</h2>{more}</div>}
      {children}
    </section>
  );
}
