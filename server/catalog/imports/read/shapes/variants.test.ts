import { test, expect } from 'vitest'
import { counts, JobWorkspace } from '../../../../testing/job-workspace.ts'
import { combineOptions } from './variants.ts'

test('rows above the first product and rows of a product that stand apart are told [IMPORT-14]', async () => {
  await using workspace = await JobWorkspace.open()
  const header = 'Product ID [Non Editable],Product URL,Title,SKU,Option Name 1,Option Value 1,Price'
  const rows = [',,,A-0,,S,1', ',a,A,A-1,Size,S,1', ',,,A-2,,M,2', ',b,B,B-1,,,3', ',a,A,A-3,Size,L,4']
  const { result } = await workspace.import([header, ...rows].join('\n'))
  expect(result).toMatchObject({
    ...counts(4, 0, 0, 2),
    errors: [
      { row: 1, issue: 'The row stands below no product. Put it below the row of its product.' },
      { row: 5, issue: 'The rows of a stand in several places of the file. Sort the file by its products.' },
    ],
  })
})

test('options are combined, and no more than anybody means [IMPORT-14]', () => {
  const options = new Map([
    ['Size', ['S', 'M']],
    ['Colour', ['Red', 'Blue']],
  ])
  expect(combineOptions(options).map((one) => [...one.values()].flat().join(' '))).toEqual([
    'S Red',
    'S Blue',
    'M Red',
    'M Blue',
  ])
  const many = Array.from({ length: 17 }, (_, value) => String(value))
  expect(combineOptions(new Map(['A', 'B', 'C'].map((name) => [name, many])))).toEqual([])
})
