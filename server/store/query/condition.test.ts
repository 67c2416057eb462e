import { expect, test } from 'vitest'
import { ScratchCatalog } from '../../testing/scratch-catalog.ts'
import { anyOf, type Condition, makeCondition } from './condition.ts'
import { type Fragment, raw, sql } from '../database/fragment.ts'

const is = (id: number): Condition =>
  makeCondition(
    { members: sql`SELECT ${id} AS entity`, test: (entity) => sql`${entity} = ${id}` },
    { isIndexed: true },
  )

test.each([2, 100, 101, 1500])('any of %i alternatives lists each member once and tests each', (count) => {
  using catalog = new ScratchCatalog()
  const ids = Array.from({ length: count }, (_, index) => index)
  const { members, test: holds } = anyOf([...ids, 0].map(is)).sql
  const column = ({ text, params }: Fragment) =>
    catalog.read((db) => db.column<number>(`SELECT * FROM (${text}) ORDER BY 1`, ...params))

  expect(members && column(members)).toEqual(ids)
  expect(column(sql`SELECT ${holds(raw('0'))}`)).toEqual([1])
  expect(column(sql`SELECT ${holds(raw(String(count - 1)))}`)).toEqual([1])
  expect(column(sql`SELECT ${holds(raw(String(count)))}`)).toEqual([0])
})
