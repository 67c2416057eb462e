import { expect, test } from 'vitest'
import { encodeStatement, makeBatch } from './batch.ts'

const from = { origin: 'o', sequence: 4, digest: 'd' }

test('numbers travel in the type that better-sqlite3 binds', () => {
  const values = [1, -2_147_483_648, 2_147_483_648, 5e9, 0.1, 1e300, -0, Number.NaN, 9_007_199_254_740_993n]
  expect(encodeStatement('s', values)).toBe(
    '["s",1.0,-2147483648.0,2147483648.0,5000000000.0,0.1,1e+300,-0.0,null,9007199254740993]',
  )
  expect(() => encodeStatement('s', [Infinity])).toThrow('infinite')
  expect(() => encodeStatement('s', [true])).toThrow('boolean')
})

test('bytes travel as digits where their mark stands, whatever is written around it', () => {
  const text = `INSERT INTO "a?" VALUES ('it''s ?', ?, ?) -- what?\n ON CONFLICT DO NOTHING /* ? */`
  expect(JSON.parse(encodeStatement(text, ['x?', Uint8Array.of(0, 255)]))).toEqual([
    `INSERT INTO "a?" VALUES ('it''s ?', ?, unhex(?)) -- what?\n ON CONFLICT DO NOTHING /* ? */`,
    'x?',
    '00ff',
  ])
})

test('a batch leads from one state to the next, and another request to another one', () => {
  const statements = [{ text: 'DELETE FROM note', params: [] }]
  const [one, same, other] = ['r1', 'r1', 'r2'].map((id) => makeBatch(from, id, statements))
  expect(one?.to).toMatchObject({ origin: 'o', sequence: 5 })
  expect(same?.to).toEqual(one?.to)
  expect(other?.to.digest).not.toBe(one?.to.digest)
  expect(JSON.parse(one?.body ?? '').at(-1)).toEqual(['DELETE FROM note'])
})
