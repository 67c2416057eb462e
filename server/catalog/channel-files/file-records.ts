import { createRequire } from 'node:module'
import type { parse as parseCsv } from 'csv-parse/sync'
import type { ChannelFormat } from '#shared/channels.ts'
import type { ExportDifference } from '#shared/schemas/channel-files.ts'
import type { WorkspaceChannel } from '../channels/channels.ts'

/** The filled fields of one record of a channel's file, as the channel reads them. */
export type FileRecord = readonly (readonly [name: string, value: string])[]

type FileShape = Pick<WorkspaceChannel, 'template' | 'own'>

/** Reads a file that a layout of ours wrote back into its records. */
export function readFileRecords(text: string, channel: FileShape, format: ChannelFormat): FileRecord[] {
  return readers[format](text, channel)
}

const readers: Readonly<Record<ChannelFormat, (text: string, channel: FileShape) => FileRecord[]>> = {
  xml: readItems,
  json: readMessages,
  csv: (text, { own }) =>
    readTable(text, own?.file.delimiter ?? ',', own && !own.file.header ? own : undefined),
  tsv: (text, { template, own }) => {
    // Amazon reads the names of its columns in the third line.
    const lines = template.key === 'amazon' ? text.split('\r\n').slice(2).join('\r\n') : text
    return readTable(lines, '\t', own && !own.file.header ? own : undefined)
  },
}

function readItems(text: string): FileRecord[] {
  return Array.from(text.matchAll(/<item>\n([\s\S]*?)<\/item>/g), ([, item = '']) => {
    const members = item.matchAll(/<g:(\w+)>([\s\S]*?)<\/g:\1>\n/g)
    return Array.from(members, ([, name = '', value = '']) => [name, unescapeXml(value)] as const)
  })
}

function unescapeXml(value: string): string {
  const text = value.replaceAll(/<\/?g:\w+>/g, ' ').trim()
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

function readMessages(text: string): FileRecord[] {
  const { messages } = JSON.parse(text) as { messages: { sku: string; attributes: object }[] }
  return messages.map(({ sku, attributes }) => [
    ['sku', sku],
    ...Object.entries(attributes).map(([name, value]) => [name, JSON.stringify(value)] as const),
  ])
}

// Loaded with the first file that is read back: most are never.
const require = createRequire(import.meta.url)

function readTable(text: string, delimiter: string, headless: WorkspaceChannel['own']): FileRecord[] {
  const { parse }: { readonly parse: typeof parseCsv } = require('csv-parse/sync')
  const rows: string[][] = parse(text, {
    delimiter,
    quote: delimiter === '\t' ? null : '"',
    relax_column_count: true,
    skip_empty_lines: true,
    bom: true,
  })
  const names = headless ? headless.fields.map(({ target }) => target) : (rows[0] ?? [])
  return rows
    .slice(headless ? 0 : 1)
    .map((row) =>
      row.flatMap((value, index) =>
        value === '' ? [] : [[names[index] ?? String(index + 1), value] as const],
      ),
    )
}

/** The names by which channels tell records apart, the most exact first. */
const keyNames = ['id', 'ID', 'item_sku', 'sku', 'SKU', 'Variant SKU', 'Handle']

/** Records by what the channel tells them apart by; further ones of the same key are numbered. */
function byKey(records: readonly FileRecord[]): Map<string, ReadonlyMap<string, string>> {
  const keyed = new Map<string, ReadonlyMap<string, string>>()
  for (const record of records) {
    const fields = new Map(record)
    const name = keyNames.find((known) => fields.has(known))
    const key = (name === undefined ? record[0]?.[1] : fields.get(name)) ?? ''
    let unique = key
    for (let count = 2; keyed.has(unique); count += 1) unique = `${key} (${count})`
    keyed.set(unique, joinRepeated(record))
  }
  return keyed
}

function joinRepeated(record: FileRecord): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  for (const [name, value] of record) {
    const before = fields.get(name)
    fields.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return fields
}

/** How one file differs from an earlier one: records that came, went and changed, with their fields. */
export function compareRecords(
  before: readonly FileRecord[],
  after: readonly FileRecord[],
): readonly ExportDifference[] {
  const [old, present] = [byKey(before), byKey(after)]
  const removed = [...old.keys()].filter((key) => !present.has(key))
  return [
    ...[...present].flatMap(([key, fields]): ExportDifference[] => {
      const earlier = old.get(key)
      if (!earlier) return [{ key, status: 'added', fields: [] }]
      const changed = changedFields(earlier, fields)
      return changed.length === 0 ? [] : [{ key, status: 'changed', fields: changed }]
    }),
    ...removed.map((key): ExportDifference => ({ key, status: 'removed', fields: [] })),
  ]
}

function changedFields(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): ExportDifference['fields'] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [old, value] = [before.get(name) ?? '', after.get(name) ?? '']
    return old === value ? [] : [{ name, old, new: value }]
  })
}
