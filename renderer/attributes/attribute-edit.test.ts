import { expect, test } from 'vitest'
import type { AttributeConfig } from '#shared/attributes.ts'
import { ApiError, explainRefusal } from '../api/api-error.ts'
import { attributeParts, newOption } from './attribute-draft.ts'
import { checkEdit, checkStored, editParts, toEdit, toPatch } from './attribute-edit.ts'

const config = (part: Partial<AttributeConfig>): AttributeConfig => ({
  id: 'a',
  name: 'Size',
  key: 'size',
  data_type: 'single_select_list',
  tool: 'manual',
  entity_type: 'product',
  channel: null,
  is_primary: false,
  writable: true,
  ai_generated: false,
  custom_instructions: null,
  acceptable_values: 'S, M',
  default_value: null,
  constraints: {},
  source_attributes: null,
  selected_tools: [],
  inheritance_mode: 'off',
  rollup_mode: null,
  formula: null,
  reference: null,
  image_model: null,
  aspect_ratio: null,
  video_model: null,
  required_dependencies: [],
  vision_image_attributes: null,
  generation_model: null,
  image_count: null,
  auto_generate: 'off',
  ...part,
})

test('what was not changed is not sent, and colours that were only proposed are not written', () => {
  const size = config({})
  expect(toPatch(size, toEdit(size))).toEqual({})
  expect(toPatch(size, { ...toEdit(size), isRequired: true })).toEqual({ constraints: { required: true } })
})

test('a new option goes with its colour, the others as they are', () => {
  const size = config({ constraints: { colors: { S: '#000000' } } })
  const edit = toEdit(size)
  const added = { ...newOption('L', 2), color: '#ffffff' }
  expect(toPatch(size, { ...edit, options: [...edit.options, added] })).toEqual({
    acceptable_values: 'S, M, L',
    constraints: { colors: { S: '#000000', L: '#ffffff' } },
  })
})

test('lengths, pattern, channel, default and inheritance are sent where they changed', () => {
  const code = config({
    data_type: 'single_line_text_field',
    acceptable_values: null,
    constraints: { max_length: 5 },
  })
  const edit = {
    ...toEdit(code),
    maxLength: '8',
    pattern: '[A-Z]+',
    channel: 'shopify',
    defaultValue: 'A',
    inheritance: 'rollup_from_children',
    rollup: 'all',
  } as const
  expect(toPatch(code, edit)).toEqual({
    constraints: { max_length: 8, pattern: '[A-Z]+' },
    channel: 'shopify',
    default_value: 'A',
    inheritance_mode: 'rollup_from_children',
    rollup_mode: 'all',
  })
})

test('another data type goes alone; the formula of a formula is its own', () => {
  const text = config({ data_type: 'single_line_text_field', acceptable_values: null })
  expect(toPatch(text, { ...toEdit(text), dataType: 'number' })).toEqual({ data_type: 'number' })
  const sum = config({ data_type: 'formula', acceptable_values: null, formula: '1', writable: false })
  expect(toPatch(sum, { ...toEdit(sum), formula: '1 + 1' })).toEqual({ formula: '1 + 1' })
})

test('faults stand at their fields; a conflict of stored values is told whole', () => {
  const refused = new ApiError({
    status: 400,
    code: 'validation_failed',
    message: 'No.',
    fieldErrors: [{ field: 'constraints.max_length', issue: 'invalid_value' }],
  })
  expect(Object.keys(explainRefusal(refused, [...editParts, ...attributeParts]))).toEqual(['maxLength'])
  const conflict = new ApiError({
    status: 409,
    code: 'conflict',
    message: '3 of 5 values would not read the same.',
    fieldErrors: [{ field: 'data_type', issue: 'invalid_value' }],
  })
  expect(explainRefusal(conflict, [...editParts, ...attributeParts])).toMatchObject({
    general: conflict.message,
  })
})

test('what the server need not be asked is told at once', () => {
  const stored = config({ data_type: 'single_line_text_field' })
  const text = toEdit(stored)
  expect(checkEdit({ ...text, maxLength: 'x', pattern: '(' }, stored)).toEqual({
    maxLength: 'Enter a whole number, or leave it empty.',
    pattern: 'This is not a regular expression. Check its brackets.',
  })
  expect(checkEdit({ ...text, pattern: '(a*)\\1' }, stored).pattern).toMatch(/cannot refer back/)
})

test('a stored pattern that cannot be run is told when the dialog opens and hinders no other change', () => {
  const stored = config({ data_type: 'single_line_text_field', constraints: { pattern: 'a(?=b)' } })
  expect(checkStored(stored).pattern).toMatch(/^No value is checked by this pattern.*cannot look ahead/)
  expect(checkEdit({ ...toEdit(stored), name: 'Other' }, stored)).toEqual({})
  expect(checkStored(config({}))).toEqual({})
})

test.each([
  [{ data_type: 'reference_lookup', reference: { via: 'vendor', attribute: 'lead_time' } }],
  [{ data_type: 'inverse_reference', reference: { attribute: 'vendor', type: 'product' } }],
  [{ data_type: 'entity_reference', reference: { type: 'vendor' } }],
] as const)('the path of a reference is shown, and sent only where it changes (%#)', (part) => {
  const definition = config({ ...part, acceptable_values: null })
  expect(toPatch(definition, toEdit(definition))).toEqual({})
})

test('team.role.1 an attribute is kept from readers and shown to all again', () => {
  const open = config({})
  const edit = toEdit(open)
  expect(edit.readableBy).toEqual(['manager', 'editor', 'contributor', 'viewer'])
  expect(toPatch(open, { ...edit, readableBy: ['manager'] })).toEqual({ readable_by: ['owner', 'manager'] })
  const closed = config({ readable_by: ['owner', 'manager'] })
  expect(toEdit(closed).readableBy).toEqual(['manager'])
  expect(toPatch(closed, toEdit(closed))).toEqual({})
  expect(toPatch(closed, { ...toEdit(closed), readableBy: edit.readableBy })).toEqual({ readable_by: null })
})

test('team.role.1 an attribute is closed to roles and opened to all again', () => {
  const open = config({})
  const edit = toEdit(open)
  expect(edit.editableBy).toEqual(['manager', 'editor', 'contributor'])
  expect(toPatch(open, { ...edit, editableBy: ['manager'] })).toEqual({ editable_by: ['owner', 'manager'] })
  expect(toPatch(open, { ...edit, editableBy: [] })).toEqual({ editable_by: ['owner'] })
  const closed = config({ editable_by: ['owner', 'manager'] })
  expect(toEdit(closed).editableBy).toEqual(['manager'])
  expect(toPatch(closed, toEdit(closed))).toEqual({})
  expect(toPatch(closed, { ...toEdit(closed), editableBy: edit.editableBy })).toEqual({ editable_by: null })
})
