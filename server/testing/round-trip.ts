import { readFile } from 'node:fs/promises'
import type { ChannelFormat, ChannelKey } from '#shared/channels.ts'
import { parse } from 'csv-parse/sync'
import { JobWorkspace, ownerContext } from './job-workspace.ts'

export type Row = Readonly<Record<string, string>>

export interface RoundTrip {
  readonly file: string
  readonly channel: ChannelKey
  readonly format: ChannelFormat
  readonly delimiter?: string
  /** What a column of the shop's file is called in the file of the channel, where it is another name. */
  readonly names?: Readonly<Record<string, string>>
  readonly keyOf: (row: Row) => string
}

const folder = new URL('../catalog/imports/read/shapes/round-trips/', import.meta.url)

export function readTable(content: string | Buffer, delimiter = ','): Row[] {
  return parse(content, { columns: true, delimiter, bom: true, relax_quotes: delimiter === '\t' })
}

/** Imports a shop's file with nothing chosen into a new workspace, and exports it for the channel again. */
export async function sendBack({ file, channel, format }: Omit<RoundTrip, 'keyOf'>): Promise<Buffer> {
  await using workspace = await JobWorkspace.open()
  const job = await workspace.import(await readFile(new URL(file, folder)))
  if (job.status !== 'completed') throw new Error(JSON.stringify(job))
  await workspace.threads.call('enableChannel', { key: channel, faults: [], context: ownerContext })
  return (await workspace.export({ type: 'product', channel, format })).bytes
}

/** The columns that come back otherwise, each with its cells: the row, what was sent and what came back. */
export async function findDifferences(trip: RoundTrip): Promise<Record<string, string[]>> {
  const { delimiter, names = {}, keyOf } = trip
  const sent = readTable(await readFile(new URL(trip.file, folder)), delimiter)
  const renamed = sent.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [names[name] ?? name, cell])),
  )
  const back = byKey(readTable(await sendBack(trip), delimiter), keyOf)
  const found: Record<string, string[]> = {}
  for (const [key, row] of byKey(renamed, keyOf)) {
    const other = back.get(key)
    for (const [name, cell] of Object.entries(row)) {
      const came = other?.[name]
      if (came === undefined ? cell === '' : isSame(cell, came)) continue
      found[name] = [...(found[name] ?? []), `${key}: ${cell} → ${came ?? (other ? 'no column' : 'no row')}`]
    }
  }
  return found
}

/** The rows by their keys; further rows of a key are told apart by their number. */
function byKey(rows: readonly Row[], keyOf: RoundTrip['keyOf']): Map<string, Row> {
  const found = new Map<string, Row>()
  for (const row of rows) {
    const key = keyOf(row)
    let number = 1
    while (found.has(`${key} ${number}`)) number += 1
    found.set(`${key} ${number}`, row)
  }
  return found
}

/** Numbers are the same however many zeros they end with, and flags whatever their case. */
function isSame(a: string, b: string): boolean {
  if (a === b) return true
  if (/^(true|false)$/i.test(a)) return a.toLowerCase() === b.toLowerCase()
  const isNumber = /^-?\d+(\.\d+)?$/
  return isNumber.test(a) && isNumber.test(b) && Number(a) === Number(b)
}
