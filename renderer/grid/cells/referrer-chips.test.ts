import { expect, test } from 'vitest'
import type { Referrers } from '#shared/schemas/grid.ts'
import { createFormats } from '../model/formats.ts'
import { fitting, formatReferrers } from './referrer-chips.tsx'

const named = (total: number, labels: readonly (string | null)[]): Referrers => ({
  total,
  first: labels.map((label, index) => ({ id: `id-${index}`, type: 'product', label })),
})

test('the text names the first and counts the rest', () => {
  const formats = createFormats('en')
  expect(formatReferrers(named(2, ['Chair', null]), formats)).toBe('Chair, id-1')
  expect(formatReferrers(named(5, ['Chair', 'Table', 'Sofa', 'Lamp']), formats)).toBe(
    'Chair, Table, Sofa, Lamp +1',
  )
})

test('a cell has at least one chip, and more as it grows wider', () => {
  const { first, total } = named(9, ['Oak chair', 'Oak table', 'Oak sofa', 'Oak lamp'])
  const counts = [40, 120, 200, 300, 400, 900].map((width) => fitting(first, total, width))
  expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  expect([counts[0], counts.at(-1)]).toEqual([1, 4])
  expect(fitting(first.slice(0, 2), 2, 165)).toBe(2)
  expect(fitting(first.slice(0, 2), 9, 165)).toBe(1)
})
