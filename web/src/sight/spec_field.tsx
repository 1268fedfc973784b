// spec_field.tsx - a player spec: typed, or taken from a list of usual ones.

import type { VNode } from "preact";
import { useId } from "preact/hooks";

export function SpecField(props: {
  label: string;
  value: string;
  specs: readonly string[];
  onInput: (value: string) => void;
  inline?: boolean;
}): VNode {
  const id = useId();
  return (
    <label class={props.inline ? "field inline grow" : "field grow"}>
      <span>{props.label}</span>
      <input
        class="mono"
        type="text"
        list={id}
        value={props.value}
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        onInput={(event) => props.onInput(event.currentTarget.value)}
      />
      <datalist id={id}>
        {props.specs.map((spec) => (
          <option key={spec} value={spec} />
        ))}
      </datalist>
    </label>
  );
}
