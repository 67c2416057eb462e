import { expect, test } from 'vitest'
import { ApiError, explainRefusal } from '../api/api-error.ts'
import {
  attributeParts,
  checkDraft,
  chooseType,
  emptyDraft,
  inverseName,
  newOption,
  toAttributeCreate,
  type AttributeDraft,
} from './attribute-draft.ts'

const draft = (part: Partial<AttributeDraft>): AttributeDraft => ({
  ...emptyDraft,
  name: ' Weight ',
  ...part,
})

test('a number carries its unit and limits', () => {
  const number = draft({
    dataType: 'number',
    unit: ' kg ',
    min: '0',
    max: '',
    decimals: '2',
    isRequired: true,
  })
  expect(toAttributeCreate('product', number)).toEqual({
    name: 'Weight',
    entity_type: 'product',
    data_type: 'number',
    constraints: { required: true, unit: 'kg', min: 0, decimals: 2 },
  })
})

test('money is a number with its kind and currency, and has no unit beside it', () => {
  const money = draft({ ...chooseType('money', draft({ unit: '€' })), unit: '€', decimals: '2' })
  expect(checkDraft(money)).toEqual({})
  expect(toAttributeCreate('product', money)).toMatchObject({
    data_type: 'number',
    constraints: { kind: 'money', currency: 'EUR', decimals: 2 },
  })
  expect(toAttributeCreate('product', money).constraints).not.toHaveProperty('unit')
  expect(checkDraft({ ...money, currency: 'EURO' }).currency).toContain('three letters')
})

test('a measure takes the unit along in its own symbol, and asks for one', () => {
  const measure = draft({ ...chooseType('measure', draft({ unit: 'Zoll' })) })
  expect(toAttributeCreate('product', measure).constraints).toEqual({ kind: 'measure', unit: 'in' })
  expect(checkDraft(draft(chooseType('measure', draft({ unit: 'pieces' }))))).toEqual({
    unit: 'Choose a unit.',
  })
})

test('another data type leaves the kind behind', () => {
  const number = { ...draft(chooseType('gtin', draft({}))), ...chooseType('number', draft({})) }
  expect(toAttributeCreate('product', number)).toEqual({
    name: 'Weight',
    entity_type: 'product',
    data_type: 'number',
  })
})

test('a select carries its options with their colours, empty ones left out', () => {
  const options = [newOption('S', 0), newOption(' ', 1), newOption('M ', 2)]
  expect(toAttributeCreate('product', draft({ dataType: 'single_select_list', options }))).toEqual({
    name: 'Weight',
    entity_type: 'product',
    data_type: 'single_select_list',
    acceptable_values: 'S, M',
    constraints: { colors: { S: '#4f6bed', M: '#e08a1e' } },
  })
})

test('what was entered for another data type is left out', () => {
  const text = draft({ min: '1', target: 'vendor', options: [newOption('S', 0)], isPrimary: true })
  expect(toAttributeCreate('vendor', text)).toEqual({
    name: 'Weight',
    entity_type: 'vendor',
    data_type: 'single_line_text_field',
    is_primary: true,
  })
  expect(toAttributeCreate('vendor', { ...text, dataType: 'entity_reference' })).toEqual({
    name: 'Weight',
    entity_type: 'vendor',
    data_type: 'entity_reference',
    reference: { type: 'vendor' },
  })
})

test.each([
  [{ name: ' ' }, { name: 'Give the attribute a name.' }],
  [{ dataType: 'single_select_list' }, { options: 'Add at least one option.' }],
  [
    { dataType: 'multi_select_list', options: [newOption('a', 0), newOption('A ', 1)] },
    { options: 'Two options have the same name.' },
  ],
  [{ dataType: 'status', options: [newOption('a, b', 0)] }, { options: 'An option cannot contain a comma.' }],
  [{ dataType: 'status' }, {}],
  [{ dataType: 'entity_reference' }, { target: 'Choose what the reference points to.' }],
  [{ dataType: 'number', min: '5', max: '4' }, { max: 'The maximum is below the minimum.' }],
  [{ dataType: 'number', min: 'x' }, { min: 'Enter a number, or leave it empty.' }],
  [{ dataType: 'number', decimals: '16' }, { decimals: 'Enter a whole number from 0 to 15.' }],
  [{ dataType: 'date', min: 'x' }, {}],
] as const)('%j is answered with %j', (part, faults) => {
  expect(checkDraft(draft(part))).toEqual(faults)
})

test('a name that is taken is told, whatever its case', () => {
  expect(checkDraft(draft({ name: 'sku ' }), ['Name', 'SKU'])).toEqual({
    name: 'There is an attribute named sku already. Give this one another name.',
  })
})

test('faults of the server stand at the field they are about', () => {
  const error = new ApiError({
    status: 400,
    code: 'validation_failed',
    message: 'The attribute is not valid.',
    fieldErrors: [
      { field: 'key', issue: 'invalid_value' },
      { field: 'reference.type', issue: 'required', acceptable_values: ['vendor'] },
      { field: 'channel', issue: 'invalid_value' },
    ],
  })
  expect(explainRefusal(error, attributeParts)).toEqual({
    name: 'The value is not one of those allowed here.',
    target: 'A value is required. Allowed: vendor.',
    general: 'channel: The value is not one of those allowed here.',
  })
})

test('a conflict without fields is told as it is', () => {
  const error = new ApiError({ status: 409, code: 'conflict', message: 'The key sku is taken.' })
  expect(explainRefusal(error, attributeParts)).toEqual({ general: 'The key sku is taken.' })
})

test('a lookup carries its path, an inverse reference what it turns round', () => {
  const lookup = draft({ dataType: 'reference_lookup', via: 'vendor', lookedUp: 'lead_time' })
  expect(toAttributeCreate('product', lookup)).toMatchObject({
    reference: { via: 'vendor', attribute: 'lead_time' },
  })
  const inverse = draft({ dataType: 'inverse_reference', inverseOf: inverseName('product', 'vendor') })
  expect(toAttributeCreate('vendor', inverse)).toMatchObject({
    reference: { attribute: 'vendor', type: 'product' },
  })
})

test.each([
  [{ dataType: 'reference_lookup' }, 'via'],
  [{ dataType: 'reference_lookup', via: 'vendor' }, 'lookedUp'],
  [{ dataType: 'inverse_reference' }, 'inverseOf'],
] as const)('a path that is not complete is asked for (%#)', (part, field) => {
  expect(Object.keys(checkDraft(draft(part)))).toEqual([field])
})
