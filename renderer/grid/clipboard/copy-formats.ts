import type { ClipBlock, ClipCell } from './clip-block.ts'

/** A column as it is named outside of the grid. */
export interface CopiedColumn {
  readonly key: string
  readonly name: string
}

/** A table of Markdown: bars are escaped, lines within a cell are breaks. */
export function toMarkdown(columns: readonly CopiedColumn[], block: ClipBlock): string {
  const line = (texts: readonly string[]): string => `| ${texts.join(' | ')} |`
  const isNumeric = (at: number): boolean =>
    block.length > 0 && block.every((row) => typeof (row[at]?.raw ?? 0) === 'number')
  return [
    line(columns.map(({ name }) => inMarkdown(name))),
    line(columns.map((_column, at) => (isNumeric(at) ? '---:' : '---'))),
    ...block.map((row) => line(row.map(({ text }) => inMarkdown(text)))),
  ].join('\n')
}

function inMarkdown(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').trim().replaceAll(/\r?\n/g, '<br>')
}

/** One object a row, by the keys of the API, with the values as they are stored; what was refused is its text. */
export function toJson(columns: readonly CopiedColumn[], block: ClipBlock): string {
  const valueOf = ({ text, raw }: ClipCell | undefined = { text: '' }) => (raw === undefined ? text : raw)
  const rows = block.map((row) => Object.fromEntries(columns.map(({ key }, at) => [key, valueOf(row[at])])))
  return JSON.stringify(rows, null, 2)
}
