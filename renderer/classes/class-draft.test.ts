import type { FieldError } from '#shared/errors.ts'
import { expect, test } from 'vitest'
import type { AttributeClass } from '#shared/attribute-classes.ts'
import { ApiError } from '../api/api-error.ts'
import {
  checkClassDraft,
  describeRequirements,
  emptyClassDraft,
  explainClassRefusal,
  toClassDraft,
  toClassPatch,
  toNewClass,
} from './class-draft.ts'

const seating: AttributeClass = {
  id: 'c1',
  key: 'seats',
  name: 'Seats',
  entity_type: 'product',
  category_ids: ['chairs'],
  attributes: [
    { key: 'fabric', requirement: 'required' },
    { key: 'seat_height', requirement: 'optional' },
  ],
}

test('only what was changed is sent: the order of the attributes and their requirements are changes', () => {
  const draft = toClassDraft(seating)
  expect(toClassPatch(seating, draft)).toEqual({})
  expect(toClassPatch(seating, { ...draft, name: ' Chairs ' })).toEqual({ name: 'Chairs' })
  const turned = seating.attributes.toReversed()
  expect(toClassPatch(seating, { ...draft, attributes: turned })).toEqual({ attributes: turned })
})

test('a new class is of the type it was made for', () => {
  expect(toNewClass('vendor', { ...emptyClassDraft, name: ' Makers' })).toEqual({
    entity_type: 'vendor',
    name: 'Makers',
    category_ids: [],
    attributes: [],
  })
})

test('a class needs a name that no other class of the type has', () => {
  expect(checkClassDraft({ ...emptyClassDraft, name: ' ' }, [])).toHaveProperty('name')
  expect(checkClassDraft({ ...emptyClassDraft, name: 'seats' }, ['Seats'])).toHaveProperty('name')
  expect(checkClassDraft({ ...emptyClassDraft, name: 'Lamps' }, ['Seats'])).toEqual({})
})

test('a refusal stands at its part of the dialog', () => {
  const fieldErrors: FieldError[] = [
    { field: 'category_ids[1]', issue: 'referenced_entity_not_found' },
    { field: 'attributes[0].key', issue: 'not_a_defined_attribute' },
    { field: 'entity_type', issue: 'invalid_value' },
  ]
  const refusal = new ApiError({ status: 400, code: 'validation_failed', message: 'No.', fieldErrors })
  expect(Object.keys(explainClassRefusal(refusal)).toSorted()).toEqual([
    'attributes',
    'categories',
    'general',
  ])
  expect(explainClassRefusal(new Error('Vitrine cannot be reached.'))).toEqual({
    general: 'Vitrine cannot be reached.',
  })
})

test('the attributes are told by how much they are needed, the required first', () => {
  expect(describeRequirements(seating.attributes.toReversed())).toBe('1 required, 1 optional')
})
