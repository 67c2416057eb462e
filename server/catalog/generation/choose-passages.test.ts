import fc from 'fast-check'
import { expect, test } from 'vitest'
import { choosePassages } from './gather-context.ts'

const filler = (count: number) =>
  Array.from({ length: count }, (_, n) => `Line ${n} is about other things than what is wanted here.\n`).join(
    '',
  )

const wanted = { phrases: ['chair nordvik'], words: ['chair', 'weight'] }

test('what fits into the budget is sent whole', () => {
  const texts = [
    { source: 'a', text: 'One.' },
    { source: 'b', text: ' ' },
    { source: 'c', text: 'Two.' },
  ]
  expect(choosePassages(texts, wanted, 100)).toEqual([
    { source: 'a', start: 0, text: 'One.' },
    { source: 'c', start: 0, text: 'Two.' },
  ])
})

test('of more the parts that fit best are sent with their neighbours, in order [PROMPT-13]', () => {
  const sentence = 'The CHAIR Nordvik has a weight of 12 kg.\n'
  const text = `${filler(100)}${sentence}${filler(100)}The chair is mentioned again.\n${filler(100)}`
  const passages = choosePassages([{ source: 'a', text }], wanted, 3000)
  expect(passages[0]?.text).toContain(sentence)
  expect(passages.reduce((sum, passage) => sum + passage.text.length, 0)).toBeLessThanOrEqual(3000)
  for (const { start, text: part } of passages) expect(text.slice(start, start + part.length)).toBe(part)
  const at = passages[0]?.text.indexOf(sentence) ?? 0
  expect(at).toBeGreaterThan(0)
  expect((passages[0]?.text.length ?? 0) - at - sentence.length).toBeGreaterThan(0)
})

test('where nothing fits, the beginning is sent', () => {
  const text = filler(200)
  expect(choosePassages([{ source: 'a', text }], { phrases: ['sofa'], words: [] }, 2000)[0]?.start).toBe(0)
})

test('passages are parts of their texts that do not overlap, within the budget, whatever the texts are', () => {
  const texts = fc.array(
    fc.string({ maxLength: 4000, unit: fc.constantFrom('a', ' ', '\n', '. ', 'chair', 'ß') }),
    {
      maxLength: 3,
    },
  )
  fc.assert(
    fc.property(texts, fc.integer({ min: 0, max: 3000 }), (all, budget) => {
      const sources = all.map((text, number) => ({ source: String(number), text }))
      const passages = choosePassages(sources, wanted, budget)
      expect(passages.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(budget)
      let last = { source: '', end: 0 }
      for (const { source, start, text } of passages) {
        expect(all[Number(source)]?.slice(start, start + text.length)).toBe(text)
        expect(source !== last.source || start > last.end).toBe(true)
        last = { source, end: start + text.length }
      }
    }),
    { numRuns: 200 },
  )
})

test('rare words decide: those that stand in every part say nothing of where to look', () => {
  const sentence = 'Washable at 40 degrees, dry flat.\n'
  const text = `${filler(150)}${sentence}${filler(150)}`
  const asked = { phrases: [], words: ['other', 'things', 'washable', 'degrees'] }
  const [first, ...others] = choosePassages([{ source: 'a', text }], asked, 2000)
  expect(first?.text).toContain(sentence)
  expect(others).toEqual([])
})
