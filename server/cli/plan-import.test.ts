import { expect, test } from 'vitest'
import type { PreviewColumn } from '#shared/imports.ts'
import { describeReadings } from './plan-import.ts'

const column = (header: string, misfits: PreviewColumn['misfits']): PreviewColumn => ({
  index: 0,
  header,
  samples: [],
  filled: 9,
  data_type: 'number',
  acceptable_values: [],
  rule: { key: null },
  new_key: header.toLowerCase(),
  reason: 'new',
  because: '',
  confidence: 'likely',
  proposals: [],
  names_pictures: false,
  converted: [],
  misfits,
})

test('what is read otherwise than written is told by column with counts, what is refused is not [CLI-14]', () => {
  const qualified = { kind: 'qualified', remedy: 'read', count: 12 } as const
  const stock = column('Bestand', [
    {
      ...qualified,
      samples: [
        { cell: '>10', count: 9, value: 10 },
        { cell: '<5', count: 2, value: 5 },
      ],
    },
    { kind: 'text', remedy: 'refuse', count: 1, samples: [{ cell: 'viele', count: 1, value: null }] },
  ])
  const price = column('Preis', [
    {
      kind: 'placeholder',
      remedy: 'empty',
      count: 3,
      samples: [{ cell: 'auf Anfrage', count: 3, value: null }],
    },
  ])

  expect(describeReadings({ columns: [stock, column('Name', []), price] })).toEqual([
    'Read otherwise than written (a rule of --mapping says what else to make of them):',
    '  Bestand: 9 × ">10" → 10, 2 × "<5" → 5, and 1 more',
    '  Preis: 3 × "auf Anfrage" → no value; one that is there stays (--clear "…" with the words removes it)',
  ])
  expect(describeReadings({ columns: [column('Name', [])] })).toEqual([])
})
