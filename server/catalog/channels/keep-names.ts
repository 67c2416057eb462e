import { keepChannelName } from '../../store/tables/channels.ts'
import type { WritableDb } from '../../store/database/database.ts'

export interface KeepChannelNames {
  readonly channel: string
  /** By the id of the product. */
  readonly names: readonly (readonly [product: string, name: string])[]
}

/** Keeps the names by which the shop knows products from now on. It is no change of the catalog, and records no event. */
export function keepChannelNames(tx: WritableDb, { channel, names }: KeepChannelNames): null {
  for (const [product, name] of names) keepChannelName(tx, channel, product, name)
  return null
}
