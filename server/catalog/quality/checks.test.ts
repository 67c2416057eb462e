import { expect, test } from 'vitest'
import type { QualityCheck, QualityTry } from '#shared/quality.ts'
import { ScratchCatalog } from '../../testing/scratch-catalog.ts'
import { parseAnswer } from '../answer.ts'
import { tryQualityRule } from './operations.ts'

function found(values: readonly string[], check: Omit<QualityCheck, 'attributes'>): unknown[] {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Text', { data_type: 'multi_line_text_field' })
  for (const text of values) catalog.create('product', { text })
  return trial(catalog, { ...check, attributes: ['text'] }).findings.map(({ value }) => value)
}

function trial(catalog: ScratchCatalog, check: QualityCheck, applies_to = ''): QualityTry {
  const body = { entity_type: 'product', check, applies_to, sample: 20 }
  return parseAnswer<{ data: QualityTry }>(
    catalog.read((db) => tryQualityRule(db, { body: body as never, faults: [] })),
  ).data
}

test.each<[string, Omit<QualityCheck, 'attributes'>, string[], string[]]>([
  [
    'length',
    { kind: 'length', max: 3 },
    ['abc', ' abc  ', 'äöü', '😀😀😀', 'abcd', 'ßßßß'],
    ['abcd', 'ßßßß'],
  ],
  [
    'a least length',
    { kind: 'length', min: 3 },
    ['ab', ' ab ', 'abc', 'ßß', 'ﬃx', 'ﬃab', 'ssf'],
    ['ab', ' ab ', 'ßß', 'ﬃx'],
  ],
  ['pattern', { kind: 'pattern', pattern: '[A-Z]-\\d+' }, ['A-1', 'a-1', 'xA-1'], ['a-1', 'xA-1']],
  ['one_of', { kind: 'one_of', values: ['Red', ' BLUE'] }, ['red', 'Blue ', 'green'], ['green']],
  ['gtin', { kind: 'gtin' }, ['4006381333931', '4006381333930', '123', '96385074'], ['4006381333930', '123']],
  [
    'banned_words',
    { kind: 'banned_words', words: ['cheap', 'best price'] },
    ['Cheap!', 'cheaper', 'The BEST  price', 'best', 'un-cheap'],
    ['Cheap!', 'The BEST  price', 'un-cheap'],
  ],
  [
    'no_html',
    { kind: 'no_html' },
    ['a < b', '<b>x</b>', 'R&D; x', 'a&nbsp;b', 'x<br/>'],
    ['<b>x</b>', 'a&nbsp;b', 'x<br/>'],
  ],
  [
    'valid_html',
    { kind: 'valid_html' },
    ['<p>a<p>b', '<b>x</i>', '<ul><li>a</ul>', '<b>', '<img src="a>b">', 'a<br>', '<a href=>x', 'no'],
    ['<b>x</i>', '<b>', '<a href=>x'],
  ],
  [
    'no_upper_case_text',
    { kind: 'no_upper_case_text' },
    ['OAK CHAIR', 'Oak', '123', 'ÖL', 'TV x', 'A "B" C', 'A\nB', 'A'.repeat(40), `${'A'.repeat(40)}b`],
    ['OAK CHAIR', 'ÖL', 'A "B" C', 'A\nB', 'A'.repeat(40)],
  ],
  [
    'no_upper_case_text of words',
    { kind: 'no_upper_case_text', word_length: 5 },
    ['OAK CHAIR', 'LG 32LT380H LED TV', 'NEC EX201W-BK', 'HÖHE', 'HÖHEN 3', 'Chair', 'ABC1DEF'],
    ['OAK CHAIR', 'HÖHEN 3'],
  ],
  [
    'no_placeholder',
    { kind: 'no_placeholder' },
    [
      'Lorem ipsum dolor',
      'TBD',
      'xxx',
      'Size XXXL',
      'Shirt XXX-Large',
      'TBC brake pads',
      '(TBA)',
      'n/a',
      'Test',
      'A test of oak',
      '-',
      'Placeholder',
    ],
    ['Lorem ipsum dolor', 'TBD', 'xxx', '(TBA)', 'n/a', 'Test', '-', 'Placeholder'],
  ],
  [
    'same_unit',
    { kind: 'same_unit' },
    ['10 cm', '11,5 cm', '4 in', '3 Zoll', '7', 'soft'],
    ['4 in', '3 Zoll'],
  ],
])('%s finds what it says and nothing else [QUALITY-04]', (_name, check, values, wanted) => {
  expect(found(values, check)).toEqual(wanted)
})

test('unique_together compares folded values of those that the rule is about [QUALITY-04]', () => {
  using catalog = new ScratchCatalog()
  for (const name of ['Brand', 'Code', 'State']) catalog.define('product', name)
  const rows = [
    { brand: 'Oak', code: '1', state: 'on' },
    { brand: 'OAK ', code: '1', state: 'on' },
    { brand: 'Oak', code: '2', state: 'on' },
    { brand: 'Oak', state: 'on' },
    { brand: 'oak', code: '2', state: 'off' },
  ]
  for (const row of rows) catalog.create('product', row)
  const check = { kind: 'unique_together', attributes: ['brand', 'code'] }
  expect(trial(catalog, check)).toMatchObject({ checked: 4, failing: 4 })
  expect(trial(catalog, check, 'filter[state]=on')).toMatchObject({ checked: 3, failing: 2 })
})

test('outlier finds what is far from the median of its category [QUALITY-04]', () => {
  using catalog = new ScratchCatalog()
  catalog.define('category', 'Name')
  catalog.define('product', 'Price', { data_type: 'number' })
  catalog.define('product', 'Category', { data_type: 'entity_reference', reference: { type: 'category' } })
  const [cheap, dear] = [
    catalog.create('category', { name: 'A' }).id,
    catalog.create('category', { name: 'B' }).id,
  ]
  for (const price of [9, 10, 11, 12, 13, 100]) catalog.create('product', { price, category: cheap })
  for (const price of [90, 100, 110, 120, 10]) catalog.create('product', { price, category: dear })
  catalog.create('product', { price: 5000 })
  const check = { kind: 'outlier', attributes: ['price'] }
  const values = (one: QualityCheck) => trial(catalog, one).findings.map(({ value }) => value)
  expect(values({ ...check, within: 'category' })).toEqual([100, 10])
  expect(values(check)).toEqual([5000])
})

test('parent_differs is about variants, and finds those that show what their parent shows [QUALITY-04]', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Color')
  catalog.define('product', 'Size')
  const parent = catalog.create('product', { color: 'red', size: 'M' })
  catalog.create('product', { color: 'Red', size: 'm' }, parent.id)
  catalog.create('product', { color: 'red', size: 'L' }, parent.id)
  catalog.create('product', {}, parent.id)
  const tried = trial(catalog, { kind: 'parent_differs', attributes: ['color', 'size'] })
  expect(tried).toMatchObject({ checked: 2, failing: 1 })
  expect(tried.findings.map(({ attribute }) => attribute)).toEqual(['color', 'size'])
})
