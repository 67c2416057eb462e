import { describe, expect, test } from 'vitest'
import { hasDocument, helpDocuments, readDocument } from './help-topics.ts'
import type { Block } from './markdown.ts'

const languages = Object.keys(import.meta.glob('../../shared/languages/*.ts')).map((path) =>
  path.replace(/^.*\/|\.ts$/g, ''),
)

const shapeOf = (blocks: readonly Block[]): string[] =>
  blocks.map((block) => {
    if (block.kind === 'heading') return `${block.kind} ${block.level}`
    if (block.kind === 'list') return `list of ${block.items.length}`
    return block.kind === 'table' ? `table of ${block.rows.length}` : block.kind
  })

const calls = (blocks: readonly Block[]): (string | undefined)[] =>
  blocks.flatMap((block) => (block.kind === 'table' ? block.rows.map(([call]) => call) : []))

describe.each(languages)('%s', (language) => {
  test.each(helpDocuments)(
    '%s has the sections, lists and tables of the English one, and other words',
    (name) => {
      expect(hasDocument(name, language)).toBe(true)
      const [english, other] = [readDocument(name, 'en'), readDocument(name, language)]
      expect(shapeOf(other)).toEqual(shapeOf(english))
      const said = english.filter(
        (block, position) => JSON.stringify(block) === JSON.stringify(other[position]),
      )
      expect(said.filter(({ kind }) => kind === 'paragraph' || kind === 'list')).toEqual([])
    },
  )

  test('the formulas are those of the English document', () => {
    expect(calls(readDocument('formulas', language))).toEqual(calls(readDocument('formulas', 'en')))
  })
})

test('a language without a document reads the English one', () => {
  expect(readDocument('news', 'xx')).toEqual(readDocument('news', 'en'))
})
