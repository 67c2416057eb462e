/** The columns and rows of the peers, the same as in Vitrine, requested as they are needed. */
export interface Column {
  readonly name: string
  readonly key: string
  readonly data_type: string
  readonly is_primary: boolean
}

export type Value = string | number | boolean | { readonly label: string }

export interface Row {
  readonly attributes: Readonly<Record<string, Value>>
}

export const rowCount = 1_000_000
export const pageSize = 200
export const rowHeight = 34
export const headerHeight = 36

export async function readColumns(): Promise<Column[]> {
  return (await fetch('/columns')).json() as Promise<Column[]>
}

export async function readRows(offset: number): Promise<Row[]> {
  const answer = await fetch(`/rows?offset=${offset}&limit=${pageSize}`)
  return ((await answer.json()) as { data: Row[] }).data
}

/** As wide as in Vitrine. */
export function widthOf({ data_type, is_primary, name }: Column): number {
  const widths: Record<string, number> = {
    single_line_text_field: 190,
    number: 110,
    boolean: 110,
    date: 120,
    multi_select_list: 200,
    status: 130,
  }
  return is_primary
    ? 260
    : Math.round(Math.max(widths[data_type] ?? 160, Math.min(220, name.length * 7.5 + 70)))
}

const numbers = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 10 })
const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

export function textOf({ data_type }: Column, value: Value | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'number') return numbers.format(value)
  if (data_type === 'date') return dates.format(new Date(text(value)))
  return text(value)
}

/** The chips that a cell shows; undefined where it shows text. */
export function chipsOf({ data_type }: Column, value: Value | undefined): string[] | undefined {
  if (value === undefined) return undefined
  if (data_type === 'multi_select_list') return text(value).split(', ')
  if (typeof value === 'object') return [value.label]
  return data_type === 'status' || data_type === 'single_select_list' ? [text(value)] : undefined
}

function text(value: Value): string {
  return typeof value === 'object' ? value.label : String(value)
}

export function announceReady(): void {
  Object.assign(globalThis, { isReady: true })
}
