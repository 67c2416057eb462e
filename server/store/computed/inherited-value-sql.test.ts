import { expect, test } from 'vitest'
import { listEntities } from '../../catalog/query/list-entities.ts'
import { listenTo } from '../../testing/listening-db.ts'
import { ScratchCatalog } from '../../testing/scratch-catalog.ts'
import { attributesOf } from '../tables/attributes.ts'
import { makeIndex } from '../tables/index-tables.ts'

test.each(['rollup_from_children', 'inherit_from_parent'])(
  'a broad filter on a value with the mode %s looks each holder up by its entity, and goes through no index by value for each of them',
  (mode) => {
    using catalog = new ScratchCatalog()
    catalog.define('product', 'Title', { is_primary: true })
    catalog.define('product', 'Stock', { data_type: 'number', inheritance_mode: mode })
    for (let stock = 1; stock <= 40; stock += 1) {
      const title = `Chair ${stock}`
      const holdsItself = mode === 'inherit_from_parent'
      const parent = catalog.create('product', { title, ...(holdsItself && { stock }) })
      catalog.create('product', { title, ...(!holdsItself && { stock }) }, parent.id)
    }
    const find = () => {
      const clauses = [{ field: 'f', key: 'stock', operator: 'gte', value: '11' }]
      const walks: number[] = []
      catalog.read((db) => {
        const request = { limit: 50, offset: 0, sort: [], clauses, join: 'and' } as const
        const listening = listenTo(db, (statement) => {
          walks.push(statement.steps().filter((step) => step.endsWith('(norm>?)')).length)
        })
        listEntities(listening, { type: 'product', request, faults: [] })
      })
      return { total: catalog.list('product', { clauses }).pagination.total, walks: Math.max(...walks) }
    }
    expect(find()).toEqual({ total: 60, walks: 0 })
    catalog.write((tx) => makeIndex(tx, `value_${attributesOf(tx, 'product').byKey.get('stock')!.id}`))
    // The index finds the entities with an own value, once per statement; the ones that inherit are found by
    // entity.
    expect(find()).toEqual({ total: 60, walks: 1 })
  },
)
