import { expect, test } from 'vitest'
import { emptyGridQuery, narrowQuery } from './grid-query.ts'

const clause = (key: string) => ({ key, operator: 'eq', value: '1' })

test('[surfaces.5.12] a clause narrows a query whose clauses all count, and one of which any counts', () => {
  const all = { ...emptyGridQuery, clauses: [clause('a')] }
  expect(narrowQuery(all, clause('b')).clauses).toEqual([clause('a'), clause('b')])
  const any = narrowQuery({ ...all, join: 'or', clauses: [clause('a'), clause('c')] }, clause('b'))
  expect(any).toMatchObject({
    join: 'and',
    clauses: [clause('b')],
    groups: [{ join: 'or', clauses: [clause('a'), clause('c')] }],
  })
})
