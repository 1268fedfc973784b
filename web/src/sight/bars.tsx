// bars.tsx - a table whose rows have a bar: the number is always written, the bar only shows it.

import type { ComponentChildren, VNode } from "preact";

export interface Bar {
  label: ComponentChildren;
  /** 0 to 1, the length. */
  share: number;
  text: string;
  /** What else is known of it, shown when pointed at and in a column of its own on wide screens. */
  note?: string;
}

export function BarTable(props: { caption: string; head: [string, string, string?]; bars: Bar[] }): VNode {
  const [first, second, third] = props.head;
  return (
    <div class="bar-box">
      <table class="table bars">
        <caption>{props.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            <th scope="col">{second}</th>
            {third !== undefined && <th scope="col" class="bar-note">{third}</th>}
          </tr>
        </thead>
        <tbody>
          {props.bars.map((bar, i) => (
            <tr key={i} title={bar.note}>
              <th scope="row">{bar.label}</th>
              <td>
                <span class="bar-track">
                  <span class="bar-fill" style={{ width: `${Math.max(0, Math.min(1, bar.share)) * 100}%` }} />
                </span>
                <span class="bar-text">{bar.text}</span>
              </td>
              {third !== undefined && <td class="bar-note">{bar.note}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
