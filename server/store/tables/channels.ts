import type { ChannelSettings } from '#shared/channels.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'
import { type Json, parseJson, toJson } from '../database/json.ts'

/** The owner's mapping of one channel: the attribute's UUID by target, null for a field that stays empty. */
export interface ChannelState {
  readonly enabled: boolean
  readonly decided: ReadonlyMap<string, string | null>
  readonly settings: ChannelSettings
}

type StateRow = [
  key: string,
  enabled: number,
  settings: Json<ChannelSettings>,
  target: string | null,
  attribute: string | null,
]

export function listChannelStates(db: ReadableDb): Map<string, ChannelState> {
  const rows = db.tuples<StateRow>(
    `SELECT c.key, c.enabled, c.settings, f.target, f.attribute
     FROM channel c LEFT JOIN channel_field f ON f.channel = c.key`,
  )
  const states = new Map<string, ChannelState & { readonly decided: Map<string, string | null> }>()
  for (const [key, enabled, settings, target, attribute] of rows) {
    const state = states.get(key) ?? {
      enabled: enabled === 1,
      decided: new Map(),
      settings: parseJson(settings),
    }
    states.set(key, state)
    if (target !== null) state.decided.set(target, attribute)
  }
  return states
}

export function setChannelEnabled(tx: WritableDb, key: string, enabled: boolean): void {
  tx.run(
    'INSERT INTO channel (key, enabled) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET enabled = excluded.enabled',
    key,
    enabled ? 1 : 0,
  )
}

export function setChannelField(
  tx: WritableDb,
  channel: string,
  target: string,
  attribute: string | null,
): void {
  tx.run(
    `INSERT INTO channel_field (channel, target, attribute) VALUES (?, ?, ?)
     ON CONFLICT (channel, target) DO UPDATE SET attribute = excluded.attribute`,
    channel,
    target,
    attribute,
  )
}

export function removeChannelField(tx: WritableDb, channel: string, target: string): void {
  tx.run('DELETE FROM channel_field WHERE channel = ? AND target = ?', channel, target)
}

export function removeChannel(tx: WritableDb, channel: string): void {
  for (const table of ['channel_name', 'channel_field'])
    tx.run(`DELETE FROM ${table} WHERE channel = ?`, channel)
  tx.run('DELETE FROM channel WHERE key = ?', channel)
}

export function setChannelSettings(tx: WritableDb, channel: string, settings: ChannelSettings): void {
  tx.run('UPDATE channel SET settings = ? WHERE key = ?', toJson(settings), channel)
}

export function listChannelNames(db: ReadableDb, channel: string): Map<string, string> {
  return new Map(
    db.tuples<[product: string, name: string]>(
      'SELECT product, name FROM channel_name WHERE channel = ?',
      channel,
    ),
  )
}

/** Stores a name permanently: the shop knows a product by its first name. */
export function keepChannelName(tx: WritableDb, channel: string, product: string, name: string): void {
  tx.run(
    'INSERT OR IGNORE INTO channel_name (channel, product, name) VALUES (?, ?, ?)',
    channel,
    product,
    name,
  )
}

export interface CompletenessDay {
  readonly day: string
  readonly products: number
  readonly complete: number
  readonly percent: number
}

export function listCompletenessDays(
  db: ReadableDb,
  since: string,
): (CompletenessDay & { readonly channel: string })[] {
  return db.all(
    'SELECT channel, day, products, complete, percent FROM completeness_day WHERE day >= ? ORDER BY channel, day',
    since,
  )
}

export function putCompletenessDay(
  tx: WritableDb,
  channel: string,
  { day, products, complete, percent }: CompletenessDay,
): void {
  tx.run(
    `INSERT INTO completeness_day (channel, day, products, complete, percent) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (channel, day) DO UPDATE SET products = excluded.products, complete = excluded.complete, percent = excluded.percent`,
    channel,
    day,
    products,
    complete,
    percent,
  )
}
