import { parse } from 'csv-parse/sync'

/** A row of a file as the channel reads it: text by the name of its column. */
export type Row = Readonly<Record<string, string>>

/** Faults of a file, one sentence each; none for a sound one. */
export type Validator = (text: string) => string[]

export interface Column {
  required?: boolean | ((row: Row) => boolean)
  /** In characters, as the descriptions count. */
  max?: number
  pattern?: RegExp
  values?: readonly string[]
  check?: (value: string, row: Row) => string | undefined
}

export interface Description {
  columns: Readonly<Record<string, Column>>
  others?: readonly { name: RegExp; column: Column }[]
  header?: readonly string[]
  rows?: (rows: readonly Row[]) => string[]
}

export function checkFile(
  description: Description,
  header: readonly string[],
  rows: readonly Row[],
): string[] {
  const faults = headerFaults(description, header)
  for (const [index, row] of rows.entries()) {
    for (const name of header) {
      const column = columnOf(description, name)
      const fault = column === undefined ? undefined : cellFault(column, row[name] ?? '', row)
      if (fault !== undefined) faults.push(`row ${index + 1}, ${name}: ${fault}`)
    }
  }
  return [...faults, ...(description.rows?.(rows) ?? [])]
}

function headerFaults(description: Description, header: readonly string[]): string[] {
  const missing = (description.header ?? []).filter((name) => !header.includes(name))
  const unknown = header.filter((name) => columnOf(description, name) === undefined)
  const twice = header.filter((name, index) => header.indexOf(name) !== index)
  return [
    ...missing.map((name) => `header: ${name} is missing`),
    ...unknown.map((name) => `header: ${JSON.stringify(name)} is no column of the description`),
    ...twice.map((name) => `header: ${name} stands twice`),
  ]
}

function columnOf(description: Description, name: string): Column | undefined {
  return description.columns[name] ?? description.others?.find((other) => other.name.test(name))?.column
}

export function cellFault(column: Column, value: string, row: Row): string | undefined {
  if (value === '') {
    const required = typeof column.required === 'function' ? column.required(row) : column.required === true
    return required ? 'is required and empty' : undefined
  }
  const shown = JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)
  if (column.max !== undefined && [...value].length > column.max)
    return `${shown} has more than ${column.max} characters`
  if (column.values !== undefined && !column.values.includes(value))
    return `${shown} is none of ${column.values.join(', ')}`
  if (column.pattern !== undefined && !column.pattern.test(value))
    return `${shown} is not as ${column.pattern.source}`
  const said = column.check?.(value, row)
  return said === undefined ? undefined : `${shown} ${said}`
}

export function groupBy(rows: readonly Row[], name: string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const value = row[name] ?? ''
    if (value !== '') groups.set(value, [...(groups.get(value) ?? []), row])
  }
  return groups
}

export function duplicates(rows: readonly Row[], name: string): string[] {
  return [...groupBy(rows, name)]
    .filter(([, same]) => same.length > 1)
    .map(([value, same]) => `${name} ${value} stands in ${same.length} rows`)
}

export function tableChecker(description: Description, delimiter = ','): Validator {
  return (text) => {
    const [header = [], ...lines] = parse(text, { bom: true, delimiter })
    return checkFile(description, header, toRows(header, lines))
  }
}

export function toRows(header: readonly string[], lines: readonly (readonly string[])[]): Row[] {
  return lines.map((line) => Object.fromEntries(header.map((name, index) => [name, line[index] ?? ''])))
}
