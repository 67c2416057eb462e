import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EntityResource } from '#shared/entities.ts'
import type { CellMark } from '#shared/schemas/grid.ts'
import { MarkedCells } from './row-decorations.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const proposed: CellMark = { state: null, model: null, made_at: null, open: 1 }
const rows = ['a', 'b'].map((id) => ({ id }) as EntityResource)

test('nothing is asked before anything was proposed; news and events ask again, and what is the same stays the same object', async () => {
  const asked: (readonly string[])[] = []
  const marked = new MarkedCells({
    rowAt: (row) => rows[row],
    fetchMarks: async (ids) => {
      asked.push(ids)
      return { a: { name: { ...proposed } } }
    },
  })
  const rest = () => vi.advanceTimersByTimeAsync(1_000)
  marked.lookup.want({ first: 0, last: 1 })
  marked.handle({ event: 'entity.updated' })
  marked.hear({ has_proposals: false, mark: '0.1.0' })
  await rest()
  expect(asked).toEqual([])

  marked.hear({ has_proposals: true, mark: '1.1.1' })
  await rest()
  expect(asked).toEqual([['a', 'b']])
  const [first] = rows.map((row) => marked.lookup.of(row))
  expect(rows.map((row) => marked.lookup.of(row))).toEqual([{ name: proposed }, {}])

  marked.hear({ has_proposals: true, mark: '1.1.1' })
  await rest()
  expect(asked).toHaveLength(1)
  marked.handle({ event: 'entity.updated' })
  marked.handle({ event: 'channel.updated' })
  await rest()
  expect(asked).toHaveLength(2)
  expect(rows[0] && marked.lookup.of(rows[0])).toBe(first)
  marked.lookup.dispose()
})
