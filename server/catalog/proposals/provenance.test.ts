import { expect, test } from 'vitest'
import { listenTo } from '../../testing/listening-db.ts'
import { ScratchCatalog } from '../../testing/scratch-catalog.ts'
import { cellMarks } from './provenance.ts'

test('[REVIEW-06] marks are found by the rows that are asked about, in two statements for all of them', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Name', { is_primary: true })
  const ids = ['Oak', 'Ash', 'Elm'].map((name) => catalog.create('product', { name }).id)
  const statements: string[][] = []
  catalog.read((db) => {
    const explaining = listenTo(db, ({ text, steps }) => {
      if (text.includes('proposal p')) statements.push(steps())
    })
    cellMarks(explaining, { type: 'product', ids, faults: [] })
  })
  expect(statements).toHaveLength(2)
  for (const [first, second] of statements) {
    expect(first).toContain('VIRTUAL TABLE')
    expect(second).toMatch(/^SEARCH p USING (?:COVERING )?INDEX proposal_\w+ \(entity=\?/)
  }
})
