import { expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import type { GridColumn } from '../../query/columns.ts'
import { explainRefusal } from './bulk-trial.tsx'

const columns = [{ id: 'price', name: 'Price' }] as unknown as readonly GridColumn[]

function refusal(field: string, message: string): ApiError {
  const fieldErrors = [{ field, issue: 'invalid', message }] as unknown as ApiError['fieldErrors']
  return new ApiError({
    status: 400,
    code: 'validation_failed',
    message: `${field}: ${message}`,
    fieldErrors,
  })
}

test('grid.bulk.6 what the server refuses of an edit is told by the name of its attribute', () => {
  const said = explainRefusal(
    refusal('set.price.from', 'sku holds a text, but price takes a number.'),
    columns,
  )
  expect(said).toMatch(/^Price: /)
  expect(said).not.toContain('set.price')
})
