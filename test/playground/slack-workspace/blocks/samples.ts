import type { Json } from '../../../../src/playground/slack-workspace/page-protocol.ts';

export function words(length: number): string {
  return 'x'.repeat(length);
}

export function plain(length = 1): Json {
  return { type: 'plain_text', text: words(length) };
}

export function markup(length = 1): Json {
  return { type: 'mrkdwn', text: words(length) };
}

export function times<Value>(count: number, make: (index: number) => Value): Value[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

export function button(fields: Json = {}): Json {
  return { type: 'button', text: plain(), ...fields };
}

export function option(fields: Json = {}): Json {
  return { text: plain(), value: 'v', ...fields };
}

export function section(fields: Json = {}): Json {
  return { type: 'section', text: markup(), ...fields };
}

export function actions(...elements: Json[]): Json {
  return { type: 'actions', elements };
}

export function input(element: Json): Json {
  return { type: 'input', label: plain(), element };
}

export function cell(length = 1): Json {
  return { type: 'raw_text', text: words(length) };
}

export function richText(text = 'x'): Json {
  const elements = [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }];
  return { type: 'rich_text', elements };
}

export function table(rows: number, columns = 1): Json {
  return { type: 'table', rows: times(rows, () => times(columns, () => cell())) };
}

export function dataTable(rows: number, columns = 1): Json {
  return { ...table(rows, columns), type: 'data_table', caption: 'Files' };
}

export function chart(type: string, { points = 2, series = 1, label = 1, title = 1 } = {}): Json {
  const labels = times(points, (index) => `${index}`.padStart(label, 'x'));
  const data = labels.map((name) => ({ label: name, value: 1 }));
  const body =
    type === 'pie'
      ? { segments: data }
      : {
          series: times(series, (index) => ({ name: `s${index}`, data })),
          axis_config: { categories: labels },
        };
  return { type: 'data_visualization', title: words(title), chart: { type, ...body } };
}

export function card(fields: Json = {}): Json {
  return { type: 'card', title: markup(), ...fields };
}

export function container(children: Json[], fields: Json = {}): Json {
  return { type: 'container', title: plain(), child_blocks: children, ...fields };
}

export function menu(fields: Json): Json {
  return actions({ type: 'static_select', ...fields });
}

export function confirm(fields: Json): Json {
  return actions(button({ confirm: { text: plain(), ...fields } }));
}

export function group(options: number): Json {
  return { label: plain(), options: times(options, () => option()) };
}
