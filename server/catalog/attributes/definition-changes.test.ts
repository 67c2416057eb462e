import fc from 'fast-check'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type AttributePatch, dataTypes, dataTypeTraits } from '#shared/attributes.ts'
import type { AttributeValue, EntityResource } from '#shared/entities.ts'
import { checkWorkspace } from '../../store/check/check.ts'
import { openDatabase, type WritableDb } from '../../store/database/database.ts'
import { createWorkspaceFile } from '../../store/file/workspace-file.ts'
import { testContext } from '../../testing/scratch-catalog.ts'
import { parseAnswer } from '../answer.ts'
import { createEntity } from '../entities/create-entity.ts'
import { updateEntity } from '../entities/update-entity.ts'
import { CatalogError } from '../errors.ts'
import { listEntities } from '../query/list-entities.ts'
import { getScalarRules } from './data-types/data-types.ts'
import { createAttribute } from './define-attribute.ts'
import { updateAttribute } from './update-attribute.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-definitions-'))
afterAll(() => rmSync(folder, { recursive: true }))

const request = { faults: [], context: testContext }
const type = 'product'
const scalarTypes = dataTypes.filter((one) => dataTypeTraits[one].shape === 'scalar')

const value = fc.oneof(
  fc.constantFrom(
    'Red',
    'Blue, Red',
    '5',
    '007',
    '1.50',
    ' x ',
    'true',
    '2024-05-01',
    '[1]',
    'https://a.example/b',
    'a\nb',
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }),
  fc.integer({ min: -3, max: 120 }),
  fc.boolean(),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
)
const options = fc.constantFrom('Red, Blue', 'Red,Blue,5,true', '5, 7, 1.50, 2024-05-01', null)
const change: fc.Arbitrary<AttributePatch> = fc.record(
  {
    data_type: fc.constantFrom(...scalarTypes),
    acceptable_values: options,
    add_acceptable_values: fc.constantFrom('Red', '5, x', 'true'),
    is_primary: fc.boolean(),
    constraints: fc.record({ max_length: fc.nat(6), unique: fc.boolean() }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
)
const step = fc.oneof(
  { weight: 2, arbitrary: value.map((one) => ({ value: one })) },
  change.map((one) => ({ change: one })),
)

let files = 0

function openCatalog() {
  const file = join(folder, `${(files += 1)}.vitrine`)
  createWorkspaceFile(file)
  const database = openDatabase(file)
  const write = <T>(fn: (tx: WritableDb) => T): T | CatalogError => {
    try {
      return database.write(fn)
    } catch (error) {
      if (error instanceof CatalogError) return error
      throw error
    }
  }
  const body = { name: 'A', entity_type: type, data_type: 'single_line_text_field' }
  write((tx) => createAttribute(tx, { ...request, body }))
  const list = () => {
    const all = { limit: 200, offset: 0, sort: [], clauses: [], join: 'and' as const }
    const answer = database.read((db) => listEntities(db, { type, request: all, faults: [] }))
    return parseAnswer<{ data: EntityResource[] }>(answer).data
  }
  return { database, write, list }
}

function reading(one: AttributeValue | undefined): string | number {
  const text = typeof one === 'object' ? '' : String(one ?? '').trim()
  return text === '' || typeof one === 'boolean' || Number.isNaN(Number(text)) ? text : Number(text)
}

test('whatever changes a definition, no stored value is lost, all may be sent again and the file stays sound', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 3, maxLength: 25 }), (steps) => {
      const { database, write, list } = openCatalog()
      try {
        for (const one of steps) {
          if ('value' in one) {
            write((tx) => createEntity(tx, { ...request, type, body: { attributes: { a: one.value } } }))
            continue
          }
          const before = list().map(({ attributes }) => reading(attributes.a))
          write((tx) => updateAttribute(tx, { ...request, key: 'a', type, body: one.change }))
          expect(list().map(({ attributes }) => reading(attributes.a))).toEqual(before)
        }
        const events = () => database.read((db) => db.column('SELECT count(*) FROM event'))
        const before = events()
        for (const { id, attributes } of list()) {
          expect(
            write((tx) => updateEntity(tx, { ...request, type, id, body: { attributes } })),
          ).toMatchObject({ status: 200 })
        }
        expect(events()).toEqual(before)
        expect(
          checkWorkspace(database, ({ dataType }, one) => getScalarRules(dataType).toComparable(one)),
        ).toEqual([])
      } finally {
        database.close()
      }
    }),
    { numRuns: 100 },
  )
}, 60_000)
