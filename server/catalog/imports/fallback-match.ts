import type { ChannelKey } from '#shared/channels.ts'
import type { EntityType } from '#shared/entities.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { listChannelNames } from '../../store/tables/channels.ts'
import { type EntityRow, findEntity } from '../../store/tables/entities.ts'
import { shownValues } from '../entities/current-values.ts'
import { listMatches } from '../entities/upsert-entity.ts'
import type { ReadRow } from './row-reader.ts'

/** By what a row of a shop's file finds what is there, where nothing has the key of the shop. */
export interface OtherKeys {
  /** The attribute that has the SKU of a variant, or of a product without any. */
  readonly sku?: string | undefined
  readonly channel?: ChannelKey | undefined
  readonly title?: string | undefined
}

interface Keys {
  readonly type: EntityType
  readonly mergeKey: string
  readonly others: OtherKeys
}

/** Finds what the rows of a shop mean though it is called otherwise here, as what came from another shop and went to this one. */
export class FallbackMatcher {
  readonly #tx: WritableDb
  readonly #keys: Keys
  #names: ReadonlyMap<string, string> | undefined

  constructor(tx: WritableDb, keys: Keys) {
    this.#tx = tx
    this.#keys = keys
  }

  /**
   * The entity, and the row without the names that only the shop needs. It is a product by the name that the channel's files gave it, or one
   * of the same parent by its SKU; undefined where something has the key of the shop, or where there is none or several.
   */
  find(read: ReadRow): { readonly row: EntityRow; readonly read: ReadRow } | undefined {
    const { type, mergeKey } = this.#keys
    const name = textOf(read.given[mergeKey])
    if (name === '' || listMatches(this.#tx, type, mergeKey, name).length > 0) return undefined
    const row = this.#findNamed(name, read) ?? this.#findBySku(read)
    return row && { row, read: { ...read, given: this.#withoutMadeUp(row, read) } }
  }

  #findNamed(name: string, { parent }: ReadRow): EntityRow | undefined {
    const { channel } = this.#keys.others
    if (channel === undefined || parent !== undefined) return undefined
    this.#names ??= new Map(
      [...listChannelNames(this.#tx, channel)].map(([product, known]) => [known, product]),
    )
    const product = this.#names.get(name)
    return product === undefined ? undefined : findEntity(this.#tx, 'product', product)
  }

  #findBySku({ given, parent }: ReadRow): EntityRow | undefined {
    const { type, others } = this.#keys
    const sku = others.sku === undefined ? '' : textOf(given[others.sku])
    if (others.sku === undefined || sku === '') return undefined
    const siblings = listMatches(this.#tx, type, others.sku, sku).filter(
      (row) => row.parent_uuid === (parent ?? null),
    )
    return siblings.length === 1 ? siblings[0] : undefined
  }

  /** The key and the name of a variant were made up for the shop; a product without a key takes it. */
  #withoutMadeUp(row: EntityRow, { given, parent }: ReadRow): Record<string, unknown> {
    const { mergeKey, others } = this.#keys
    const isVariant = parent !== undefined
    const hasKey = isVariant || textOf(shownValues(this.#tx, row, [mergeKey])[mergeKey]) !== ''
    const left = [...(hasKey ? [mergeKey] : []), ...(isVariant ? [others.title] : [])]
    return Object.fromEntries(Object.entries(given).filter(([key]) => !left.includes(key)))
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}
