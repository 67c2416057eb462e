import type { ChannelSettings } from '#shared/channels.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'
import { type Json, parseJson, toJson } from '../database/json.ts'

/**
 * What the owner decided of one channel: the attribute's UUID by target, null where the field is to stay
 * empty.
 */
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

/** What the owner decided, by channel; one that was never enabled is missing. */
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

/** Enables or disables a channel; what its fields map to is kept. */
export function setChannelEnabled(tx: WritableDb, key: string, enabled: boolean): void {
  tx.run(
    'INSERT INTO channel (key, enabled) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET enabled = excluded.enabled',
    key,
    enabled ? 1 : 0,
  )
}

/** Maps a field of a channel that has a row to the attribute of that UUID, or to nothing. */
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

/** Removes the decision on a field. */
export function removeChannelField(tx: WritableDb, channel: string, target: string): void {
  tx.run('DELETE FROM channel_field WHERE channel = ? AND target = ?', channel, target)
}

/** Removes a channel with all that was set of it. */
export function removeChannel(tx: WritableDb, channel: string): void {
  for (const table of ['channel_name', 'channel_field'])
    tx.run(`DELETE FROM ${table} WHERE channel = ?`, channel)
  tx.run('DELETE FROM channel WHERE key = ?', channel)
}

/** Keeps what the owner said of a channel that has a row. */
export function setChannelSettings(tx: WritableDb, channel: string, settings: ChannelSettings): void {
  tx.run('UPDATE channel SET settings = ? WHERE key = ?', toJson(settings), channel)
}

/** The names by which a channel knows products, by the UUID of the product. */
export function listChannelNames(db: ReadableDb, channel: string): Map<string, string> {
  return new Map(
    db.tuples<[product: string, name: string]>(
      'SELECT product, name FROM channel_name WHERE channel = ?',
      channel,
    ),
  )
}

/** Keeps a name for good: the first that a product had is the one that the shop knows. */
export function keepChannelName(tx: WritableDb, channel: string, product: string, name: string): void {
  tx.run(
    'INSERT OR IGNORE INTO channel_name (channel, product, name) VALUES (?, ?, ?)',
    channel,
    product,
    name,
  )
}
