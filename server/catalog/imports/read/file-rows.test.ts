import { test, expect } from 'vitest'
import { RowBounds, maxRowLength } from './file-rows.ts'

const headers = ['A']
const cells = (count: number) => Array<string>(count).fill('x')

test('rows are as long and as many as the bounds say, and no longer [IMPORT-13]', () => {
  const bounds = new RowBounds()
  bounds.require({ cells: cells(16_384) }, headers, maxRowLength)
  expect(() => bounds.require({ cells: cells(1) }, headers, maxRowLength + 1)).toThrow(
    'Row 2 is longer than 8 MiB.',
  )
  expect(() => bounds.require({ cells: cells(16_385) }, headers, 1)).toThrow('more than 16,384 cells')
})

test('what all rows hold together is bounded too [IMPORT-13]', () => {
  const wide = { cells: cells(16_384) }
  const fill = (length: number, times: number) => {
    const bounds = new RowBounds()
    for (let row = 0; row < times; row += 1) bounds.require(wide, headers, length)
  }
  fill(maxRowLength, 512)
  expect(() => fill(maxRowLength, 513)).toThrow('more than 4 GiB of text')
  fill(1, 6103)
  expect(() => fill(1, 6104)).toThrow('more than 100,000,000 cells')
})
