import { readFile } from 'node:fs/promises'
import { type ChannelFormat, type ChannelKey, builtInChannel } from '#shared/channels.ts'
import type { CustomTemplateKey } from '#shared/custom-channels.ts'
import { parse } from 'csv-parse/sync'
import type { Job } from '#shared/jobs.ts'
import { JobWorkspace, ownerContext } from './job-workspace.ts'

type Row = Readonly<Record<string, string>>

export interface RoundTrip {
  readonly file: string
  readonly channel: ChannelKey | CustomTemplateKey
  readonly format: ChannelFormat
  readonly delimiter?: string
  /** The lines above the names of the columns. */
  readonly above?: number
  /** The names of columns in the file of the channel, where they differ from those of the shop's file. */
  readonly names?: Readonly<Record<string, string>>
  readonly keyOf: (row: Row) => string
}

const folder = new URL('../catalog/imports/read/shapes/round-trips/', import.meta.url)

function readTable(content: Buffer, { delimiter = ',', above = 0 }: RoundTrip): Row[] {
  const from_line = above + 1
  return parse(content, { columns: true, delimiter, bom: true, from_line, relax_quotes: delimiter === '\t' })
}

/**
 * Imports a shop's file with nothing chosen into a new workspace, exports it for the channel again, and
 * imports this file too.
 */
async function sendBack({ file, channel, format }: Omit<RoundTrip, 'keyOf'>): Promise<SentBack> {
  await using workspace = await JobWorkspace.open()
  const job = await workspace.import(await readFile(new URL(file, folder)))
  if (job.status !== 'completed') throw new Error(JSON.stringify(job))
  const rest = { faults: [], context: ownerContext }
  if (builtInChannel(channel)) await workspace.threads.call('enableChannel', { key: channel, ...rest })
  else {
    const body = { name: channel, template: channel as CustomTemplateKey }
    await workspace.threads.call('createChannel', { body, ...rest })
  }
  const { bytes } = await workspace.export({ type: 'product', channel, format })
  return { bytes, again: (await workspace.import(bytes)).result }
}

interface Differences {
  readonly found: Record<string, string[]>
  /** The result of importing the file of the channel into the workspace that wrote it. */
  readonly again: Job['result']
}

interface SentBack {
  readonly bytes: Buffer
  readonly again: Job['result']
}

/** The columns that come back otherwise, each with its cells: the row, what was sent and what came back. */
export async function findDifferences(trip: RoundTrip): Promise<Differences> {
  const { names = {}, keyOf } = trip
  const sent = readTable(await readFile(new URL(trip.file, folder)), trip)
  const renamed = sent.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [names[name] ?? name, cell])),
  )
  const { bytes, again } = await sendBack(trip)
  const back = byKey(readTable(bytes, trip), keyOf)
  const found: Record<string, string[]> = {}
  for (const [key, row] of byKey(renamed, keyOf)) {
    const other = back.get(key)
    for (const [name, cell] of Object.entries(row)) {
      const came = other?.[name]
      if (came === undefined ? cell === '' : isSame(cell, came)) continue
      found[name] = [...(found[name] ?? []), `${key}: ${cell} → ${came ?? (other ? 'no column' : 'no row')}`]
    }
  }
  return { found, again }
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
