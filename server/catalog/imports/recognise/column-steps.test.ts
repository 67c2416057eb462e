import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ColumnStep } from '#shared/imports.ts'
import { Faults } from '../../errors.ts'
import { checkSteps, compileSteps } from './column-steps.ts'

const row: Readonly<Record<string, string>> = { SKU: 'CH-100', Name: 'Chair', Price: '1299.50', Empty: '' }
const after = (cell: string, ...steps: ColumnStep[]) =>
  compileSteps(steps)(cell, (column, own) => (column === 'Own' ? own : (row[column] ?? ''))).text

const readings: readonly (readonly [string, ColumnStep, string | null | undefined])[] = [
  ['  oak ', { trim: true }, 'oak'],
  ['oak CHAIR', { case: 'title' }, 'Oak Chair'],
  ['oak CHAIR', { case: 'sentence' }, 'Oak chair'],
  ['a.b.c', { replace: { find: '.', with: '-' } }, 'a-b-c'],
  ['CH-100', { replace: { find: '[A-Z]+-(\\d+)', with: 'No. $1', pattern: true } }, 'No. 100'],
  ['CH-100', { split: { separator: '-', part: 2 } }, '100'],
  ['a/b/c', { split: { separator: '/', part: -1 } }, 'c'],
  ['CH100', { split: { separator: '-', part: 1 } }, 'CH100'],
  ['CH100', { split: { separator: '-', part: 2 } }, ''],
  ['x', { join: { columns: ['SKU', 'Empty', 'Own'], separator: ' / ' } }, 'CH-100 / x'],
  [' ROT ', { map: { table: { rot: 'Red' } } }, 'Red'],
  ['blue', { map: { table: { rot: 'Red' } } }, 'blue'],
  ['blue', { map: { table: { rot: 'Red' }, otherwise: 'clear' } }, null],
  ['blue', { map: { table: { rot: 'Red' }, otherwise: 'fail' } }, undefined],
  ['1.299,00 €', { number: { decimal: 'comma' } }, '1299.00'],
  ['12,5 kg', { number: { decimal: 'comma' } }, '12.5 kg'],
  ['much', { number: { decimal: 'comma' } }, undefined],
  ['3.2.2024', { date: { order: 'dmy' } }, '2024-02-03'],
  ['someday', { date: { order: 'dmy' } }, undefined],
  ['1500', { unit: { from: 'g', to: 'kg' } }, '1.5'],
  ['2 kg', { unit: { from: 'g', to: 'kg' } }, '2'],
  ['<p>Oak &amp; ash</p>', { strip_html: true }, 'Oak & ash'],
  ['100', { prefix: 'No. ' }, 'No. 100'],
  ['100', { suffix: ' cm' }, '100 cm'],
  [' ', { default: 'none' }, 'none'],
  ['there', { default: 'none' }, 'there'],
  ['x', { formula: '{{SKU}} & "-" & {{Own}}' }, 'CH-100-x'],
  ['x', { formula: 'ROUND({{Price}} * 1.04, 2)' }, '1351.48'],
  ['x', { formula: '{{Name}} * 1.04' }, undefined],
]

test.each(readings)('%j by %j is %j [IMPORT-61]', (cell, step, text) => {
  expect(after(cell, step)).toBe(text)
})

test('steps are done in their order, and tell what each of them changed [IMPORT-61]', () => {
  const run = compileSteps([{ trim: true }, { split: { separator: '-', part: 2 } }, { prefix: 'No. ' }])
  expect(run(' CH-100 ', () => '')).toEqual({
    text: 'No. 100',
    changes: [
      { step: 0, before: ' CH-100 ', after: 'CH-100' },
      { step: 1, before: 'CH-100', after: '100' },
      { step: 2, before: '100', after: 'No. 100' },
    ],
  })
  expect(after('', { prefix: 'No. ' }, { default: 'x' }, { suffix: '!' })).toBe('x!')
})

test('the step that failed is told, and none is done after it [IMPORT-62]', () => {
  const run = compileSteps([{ trim: true }, { number: { decimal: 'point' } }, { suffix: ' cm' }])
  expect(run('much', () => '')).toMatchObject({ text: undefined, failed: 2 })
})

const faultsOf = (steps: unknown) => {
  const faults = new Faults()
  checkSteps(steps, 'mapping.Price.steps', faults)
  return faults.list.map(({ field }) => field)
}

describe('wrong steps', () => {
  const wrong: readonly unknown[] = [
    'trim',
    {},
    { trim: true, case: 'upper' },
    { trims: true },
    { trim: false },
    { case: 'loud' },
    { replace: { find: '', with: '' } },
    { replace: { find: '(', with: '', pattern: true } },
    { replace: { find: '(a)\\1', with: '', pattern: true } },
    { split: { separator: '-', part: 0 } },
    { split: { separator: '-', part: 1.5 } },
    { split: { separator: '', part: 1 } },
    { join: { columns: [], separator: '' } },
    { join: { columns: ['A'] } },
    { map: { table: { a: 1 } } },
    { map: { table: {}, otherwise: 'guess' } },
    { number: { decimal: ';' } },
    { date: { order: 'ydm' } },
    { unit: { from: 'g', to: 'cm' } },
    { unit: { from: 'g' } },
    { prefix: '' },
    { suffix: 'x'.repeat(1001) },
    { default: 1 },
    { formula: '1 +' },
    { formula: 'UPPER({{A}}, 1)' },
    { split: { separator: '-', part: 1, trim: true } },
  ]
  test.each(wrong.map((step) => [step]))('%j is refused at its place [IMPORT-62]', (step) => {
    expect(faultsOf([{ trim: true }, step])).toEqual(['mapping.Price.steps[1]'])
  })

  test('there are 20 at most, in a list [IMPORT-61]', () => {
    expect(faultsOf(Array.from({ length: 20 }, () => ({ trim: true })))).toEqual([])
    expect(faultsOf(Array.from({ length: 21 }, () => ({ trim: true })))).toEqual(['mapping.Price.steps'])
    expect(faultsOf({ trim: true })).toEqual(['mapping.Price.steps'])
  })
})

const anyStep: fc.Arbitrary<ColumnStep> = fc.constantFrom(...readings.map(([, step]) => step))

test('many steps are as one after the other, and stay below a bound [IMPORT-61]', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.array(anyStep, { maxLength: 20 }), (cell, steps) => {
      let text: string | null | undefined = cell
      for (const step of steps) if (typeof text === 'string') text = after(text, step)
      expect(after(cell, ...steps)).toBe(text)
      expect((text ?? '').length).toBeLessThanOrEqual(200_000)
    }),
    { numRuns: 300 },
  )
})

test('a text that would grow without end fails, and a pattern takes linear time [IMPORT-61]', () => {
  expect(after('a'.repeat(1000), { replace: { find: 'a', with: 'b'.repeat(1000) } })).toBeUndefined()
  const evil: ColumnStep = { replace: { find: '(a+)+$', with: 'x', pattern: true } }
  expect(after(`${'a'.repeat(5000)}!`, evil)).toBe(`${'a'.repeat(5000)}!`)
})
