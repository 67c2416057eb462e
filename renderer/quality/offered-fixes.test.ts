import { expect, test } from 'vitest'
import { checkKindNames } from '#shared/quality.ts'
import { toColumns, type GridColumn } from '../query/columns.ts'
import { sampleAttribute } from '../query/testing/samples.ts'
import { offeredFixes } from './fix-panel.tsx'

const [text, price] = toColumns([
  sampleAttribute('title', { is_primary: true }),
  sampleAttribute('price', { data_type: 'number' }),
]) as [GridColumn, GridColumn]

test('quality.findings.4 a fix is offered by what a check finds, for texts that can be written alone', () => {
  expect(offeredFixes('no_html', text)).toEqual(['strip_html'])
  expect(offeredFixes('gtin', text)[0]).toBe('gtin_check_digit')
  expect(offeredFixes('constraint', text)).toEqual(['trim', 'collapse_spaces'])
  for (const kind of checkKindNames) expect(offeredFixes(kind, price)).toEqual([])
  expect(offeredFixes('no_html', { ...text, readOnlyReason: 'Computed' })).toEqual([])
  expect(offeredFixes('no_html', undefined)).toEqual([])
})
