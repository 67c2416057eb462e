import { afterAll, beforeAll, expect, test } from 'vitest'
import { ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { listenTo } from '../../testing/listening-db.ts'
import { listEntities } from '../../catalog/query/list-entities.ts'
import { trashEntities } from '../../catalog/trash/trash-entities.ts'

let catalog: ScratchCatalog

beforeAll(() => {
  catalog = new ScratchCatalog()
  catalog.define('product', 'Price', { data_type: 'number' })
  catalog.define('product', 'Cost', { data_type: 'number' })
  catalog.define('product', 'Margin', { data_type: 'formula', formula: '{{price}} - {{cost}}' })
  for (let price = 1; price <= 6; price += 1)
    catalog.create('product', { price, ...(price % 2 === 0 && { cost: 1 }) })
})

afterAll(() => catalog[Symbol.dispose]())

interface FindResult {
  readonly margins: unknown[]
  readonly total: number
  readonly walksEntities: boolean
}

function find(operator: string, value: string): FindResult {
  const clauses = [{ field: 'f', key: 'margin', operator, value }]
  const { data, pagination } = catalog.list('product', { clauses })
  const steps: string[] = []
  catalog.read((db) => {
    const request = { limit: 50, offset: 0, sort: [], clauses, join: 'and' } as const
    const listening = listenTo(db, (statement) => {
      if (statement.text.includes('value_2')) steps.push(...statement.steps())
    })
    listEntities(listening, { type: 'product', request, faults: [] })
  })
  expect(steps).not.toEqual([])
  const margins = data.map(({ attributes }) => attributes['margin'])
  return {
    margins,
    total: pagination.total,
    walksEntities: steps.some((step) => step.includes('entity_by_created')),
  }
}

test('a formula is computed from the values of an input that all have, and without one from all entities', () => {
  expect(find('gt', '1')).toEqual({ margins: [3, 3, 5, 5], total: 4, walksEntities: false })
  expect(find('lte', '1')).toEqual({ margins: [1, 1], total: 2, walksEntities: false })

  const costly = catalog.create('product', { cost: 4 })
  const blank = catalog.create('product', {})
  expect(find('lte', '1')).toEqual({ margins: [1, 1, -4, 0], total: 4, walksEntities: true })

  const body = { type: 'product', ids: [costly.id, blank.id] }
  catalog.write((tx) => trashEntities(tx, { body, faults: [], context: testContext }))
  expect(find('lte', '1')).toEqual({ margins: [1, 1], total: 2, walksEntities: false })
})
