import { ColumnScan } from '../recognise/column-scan.ts'
import { proposeTypes, sureList } from './new-attributes.ts'
import { test, expect } from 'vitest'

function propose(header: string, cells: readonly string[]) {
  const scan = new ColumnScan(header)
  for (const cell of cells) scan.add(cell)
  const { traits, filled } = scan
  return {
    proposals: proposeTypes(header, filled, traits),
    isSure: sureList(header, filled, traits) !== undefined,
  }
}

const repeat = (cells: readonly string[], times: number) => Array.from({ length: times }, () => cells).flat()

test.each(['|', ';', '\n', ', ', ','])(
  'values between "%s" that come again and again are a list [IMPORT-28]',
  (mark) => {
    const proposed = propose(
      'Room',
      repeat([`Bath${mark}Kitchen`, `Kitchen${mark}Hall${mark}Bath`, 'Hall'], 10),
    )
    expect(proposed).toEqual({
      proposals: [{ data_type: 'multi_select_list', separator: mark.trim() || mark, cells: 20, options: 3 }],
      isSure: true,
    })
  },
)

test('few values over many rows are a select; of few rows or many values nothing is proposed [IMPORT-28]', () => {
  expect(propose('Surface', repeat(['oiled', 'waxed'], 6))).toEqual({
    proposals: [{ data_type: 'single_select_list', cells: 12, options: 2 }],
    isSure: false,
  })
  expect(propose('Surface', repeat(['oiled', 'waxed'], 4)).proposals).toEqual([])
  expect(
    propose(
      'Note',
      Array.from({ length: 40 }, (_, at) => `Note ${at}`),
    ).proposals,
  ).toEqual([])
})

const sentences = [
  'Oiled by hand, made of oak; delivered in one piece',
  'A lamp for the hall, the bath, or the kitchen',
  'Solid, heavy, quiet',
  'Fits every wall | even a thin one',
]

test.each([
  ['descriptions', 'Description', repeat(['Solid, heavy', 'Light, thin'], 20)],
  [
    'texts of sentences',
    'Text',
    repeat(sentences, 1).concat(
      Array.from({ length: 30 }, (_, at) => `It holds ${at}, ${at + 1} or ${at * 7} books, and more`),
    ),
  ],
  ['decimal commas', 'Wert', repeat(['1,5', '2,5', '3,5'], 20)],
  ['addresses', 'Links', repeat(['https://a.example/1|https://a.example/2'], 20)],
  ['codes', 'Art.-Nr.', repeat(['A|B', 'B|C'], 20)],
])('%s are no list [IMPORT-28]', (_what, header, cells) => {
  const { proposals, isSure } = propose(header, cells)
  expect([proposals.filter(({ data_type: type }) => type === 'multi_select_list'), isSure]).toEqual([
    [],
    false,
  ])
})

test('where few cells hold several values a list is proposed and not chosen [IMPORT-28]', () => {
  const proposed = propose('Room', repeat(['Bath|Kitchen', 'Bath', 'Kitchen', 'Hall'], 10))
  expect(proposed).toMatchObject({ proposals: [{ separator: '|', cells: 10, options: 3 }], isSure: false })
})

test('where values do not come again no list is proposed [IMPORT-28]', () => {
  const cells = Array.from('abcdefghijkl', (sign) => `${sign} room|${sign} hall`)
  expect(propose('Room', cells)).toEqual({ proposals: [], isSure: false })
})
