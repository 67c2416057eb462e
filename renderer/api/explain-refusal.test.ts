import { expect, test } from 'vitest'
import { ApiError, explainRefusal } from './api-error.ts'

const parts = [
  ['custom_instructions', 'instructions'],
  ['required_dependencies', 'dependencies'],
  ['name', 'name'],
] as const

function refusal(...fields: readonly string[]): ApiError {
  const fieldErrors = fields.map((field) => ({
    field,
    issue: 'invalid_value' as const,
    message: `${field} is wrong.`,
  }))
  return new ApiError({ status: 400, code: 'validation_failed', message: 'Refused.', fieldErrors })
}

test('a fault stands at the part of the dialog that its field, or the beginning of it, belongs to', () => {
  expect(explainRefusal(refusal('custom_instructions', 'required_dependencies[1]'), parts)).toEqual({
    instructions: 'custom_instructions is wrong.',
    dependencies: 'required_dependencies[1] is wrong.',
  })
  expect(explainRefusal(refusal('name_of_it'), parts)).toEqual({
    general: 'name_of_it: name_of_it is wrong.',
  })
  expect(explainRefusal(new Error('Gone.'), parts)).toEqual({ general: 'Gone.' })
})
