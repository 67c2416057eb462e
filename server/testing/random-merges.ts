import { expect } from 'vitest'
import type { EntityResource } from '#shared/entities.ts'
import type { MergeResult } from '#shared/duplicates.ts'
import { parseAnswer } from '../catalog/answer.ts'
import { createAttributeClass } from '../catalog/attribute-classes/attribute-classes.ts'
import { enableChannel, mapChannel } from '../catalog/channels/set-up-channel.ts'
import { undoEdit } from '../catalog/edits/undo-edit.ts'
import { mergeOrEnqueue } from '../catalog/job-queue/enqueue-edits.ts'
import { createComment } from '../catalog/comments/write-comments.ts'
import { createNote } from '../catalog/notes/write-notes.ts'
import { trashEntities } from '../catalog/trash/trash-entities.ts'
import { createView } from '../catalog/views/views.ts'
import { type ScratchCatalog, testContext } from './scratch-catalog.ts'

export const mergeable = ['product', 'vendor', 'category'] as const
type Mergeable = (typeof mergeable)[number]

export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export class Choice {
  readonly #next: () => number

  constructor(seed: number) {
    this.#next = randomNumbers(seed)
  }

  below(count: number): number {
    return Math.floor(this.#next() * count)
  }

  one<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T
  }

  some<T>(list: readonly T[], count: number): T[] {
    const left = [...list]
    return Array.from({ length: Math.min(count, list.length) }, () =>
      left.splice(this.below(left.length), 1),
    ).flat()
  }
}

type Ids = Record<Mergeable, string[]>

export function fillForMerges(catalog: ScratchCatalog, choice: Choice): Ids {
  const reference = (type: string) => ({ reference: { type } as { type: 'product' } })
  catalog.define('vendor', 'Name', { is_primary: true })
  catalog.define('vendor', 'Sells', { data_type: 'entity_list_reference', ...reference('product') })
  catalog.define('category', 'Name', { is_primary: true })
  catalog.define('product', 'SKU', { is_primary: true, constraints: { unique: true } })
  catalog.define('product', 'Price', { data_type: 'number' })
  catalog.define('product', 'Colour', { inheritance_mode: 'inherit_from_parent' })
  catalog.define('product', 'Vendor', { data_type: 'entity_reference', ...reference('vendor') })
  catalog.define('product', 'Categories', { data_type: 'entity_list_reference', ...reference('category') })
  catalog.define('product', 'Related', { data_type: 'entity_list_reference', ...reference('product') })
  const ids: Ids = { product: [], vendor: [], category: [] }
  const add = (type: Mergeable, attributes: Record<string, unknown>, below?: string) => {
    ids[type].push(catalog.create(type, attributes, below).id)
  }
  const above = (type: Mergeable) => (choice.below(2) === 0 ? undefined : choice.one(ids[type]))
  for (let number = 0; number < 8; number += 1)
    add('category', { name: `Category ${number}` }, above('category'))
  for (let number = 0; number < 6; number += 1) add('vendor', { name: `Vendor ${number}` })
  for (let number = 0; number < 24; number += 1) {
    const given = {
      sku: `P-${number}`,
      ...(choice.below(3) > 0 && { price: choice.below(100) }),
      ...(choice.below(3) > 0 && { colour: choice.one(['red', 'green']) }),
      ...(choice.below(4) > 0 && { vendor: choice.one(ids.vendor) }),
      categories: choice.some(ids.category, choice.below(5)),
      related: choice.some(ids.product, choice.below(6)),
    }
    add('product', given, above('product'))
  }
  hangOn(catalog, choice, ids)
  return ids
}

function hangOn(catalog: ScratchCatalog, choice: Choice, ids: Ids): void {
  const write = { faults: [], context: testContext }
  catalog.write((tx) => {
    for (const type of mergeable)
      for (const entity of choice.some(ids[type], 5)) {
        const body = { type, entity_id: entity, text: `Note on ${type}`, status: 'open' }
        createNote(tx, { ...write, body })
        createComment(tx, { ...write, people: [], body: { type, entity_id: entity, text: `About ${type}` } })
      }
    for (const name of ['One', 'Two']) {
      const body = { name, entity_type: 'product', category_ids: choice.some(ids.category, 4) }
      createAttributeClass(tx, { faults: [], body })
    }
    enableChannel(tx, { key: 'shopify', ...write })
    const named = Object.fromEntries(choice.some(ids.category, 4).map((id, index) => [id, `Shelf ${index}`]))
    mapChannel(tx, { key: 'shopify', body: { categories: named }, ...write })
    const filters = [{ attribute: 'vendor', operator: 'eq', value: choice.one(ids.vendor) }]
    createView(tx, { faults: [], body: { name: 'Of one vendor', entity_type: 'product', filters } })
    trashEntities(tx, { ...write, body: { type: 'product', ids: [choice.one(ids.product)] } })
    trashEntities(tx, { ...write, body: { type: 'vendor', ids: [choice.one(ids.vendor)] } })
  })
}

/** Dumps a workspace as text: every row of every table except those that grow with each write. */
export function dump(catalog: ScratchCatalog): string {
  const others = [
    'event',
    'meta',
    'merge_change',
    'alias',
    'sqlite_sequence',
    'reference',
    'trashed_reference',
  ]
  return catalog.read((db) => {
    const tables = db.column<string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    const texts = tables
      .filter((table) => !others.includes(table) && !table.includes('search'))
      .map((table) => {
        const rows = db.all<Record<string, unknown>>(`SELECT * FROM ${table}`)
        const lines = rows.map(({ updated_at: _at, trashed_at: _trashed, version: _version, ...row }) =>
          JSON.stringify(row, inOrder),
        )
        return [table, ...lines.sort()].join('\n')
      })
    // For references only the order counts, including trashed ones.
    const lists = db.all(
      `SELECT source, attribute, target, trashed, row_number() OVER (PARTITION BY source, attribute ORDER BY position) AS place
       FROM (SELECT *, 0 AS trashed FROM reference UNION ALL SELECT *, 1 FROM trashed_reference) ORDER BY source, attribute, place`,
    )
    return [...texts, ...lists.map((row) => JSON.stringify(row))].join('\n')
  })
}

/** A cleared and restored value is at the end of its document. */
function inOrder(key: string, value: unknown): unknown {
  if (key !== 'attributes' || typeof value !== 'string') return value
  return Object.entries(JSON.parse(value) as object).sort(([one], [other]) => (one < other ? -1 : 1))
}

export function alive(catalog: ScratchCatalog, type: Mergeable): EntityResource[] {
  return catalog.list(type, { limit: 200 }).data
}

export function mergeRandomly(catalog: ScratchCatalog, choice: Choice, type: Mergeable) {
  const [keep = '', ...merge] = choice.some(
    alive(catalog, type).map(({ id }) => id),
    2 + choice.below(3),
  )
  const keys = {
    product: ['sku', 'price', 'colour', 'vendor', 'categories', 'related'],
    vendor: ['name', 'sells'],
    category: ['name'],
  }
  const picked = choice.some(keys[type], choice.below(4)).map((key) => [key, choice.one([keep, ...merge])])
  const body = { type, keep, merge, values: Object.fromEntries(picked) as Record<string, string> }
  const { data } = catalog.answer<MergeResult>((tx) =>
    mergeOrEnqueue(tx, { body, faults: [], context: testContext }),
  )
  return { ...data, body }
}

/** Undoes an edit and returns the id of the undo and the steps that could not be undone. */
export function takeBack(catalog: ScratchCatalog, id: string | null) {
  const answer = catalog.write((tx) => undoEdit(tx, { id: id ?? '', faults: [], context: testContext }))
  return parseAnswer<{ edit_id: string; summary: { refused: number; changed_meanwhile: number } }>(answer)
}

export function tryMerges(catalog: ScratchCatalog, seed: number, rounds: number): void {
  const choice = new Choice(seed)
  fillForMerges(catalog, choice)
  for (let round = 0; round < rounds; round += 1) {
    const before = dump(catalog)
    const type = choice.one(mergeable.filter((each) => alive(catalog, each).length > 1))
    const { edit_id: edit, merged } = mergeRandomly(catalog, choice, type)
    const after = dump(catalog)
    const left = alive(catalog, type).map(({ id }) => id)
    expect(left.filter((id) => merged.includes(id))).toEqual([])
    const undone = takeBack(catalog, edit)
    expect(undone.summary).toMatchObject({ refused: 0, changed_meanwhile: 0 })
    expect(dump(catalog)).toBe(before)
    const again = takeBack(catalog, undone.edit_id)
    expect(again.summary).toMatchObject({ refused: 0, changed_meanwhile: 0 })
    expect(dump(catalog)).toBe(after)
    if (round % 2 === 0) takeBack(catalog, again.edit_id)
  }
}
