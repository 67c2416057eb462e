/** What a body says of a channel that the owner made: its name, its columns and its file. */
import type { ChannelSetup } from '#shared/channels.ts'
import {
  isMadeKind,
  maxCustomFields,
  type CustomChannel,
  type CustomField,
  type CustomFieldInput,
  customFieldKinds,
} from '#shared/custom-channels.ts'
import { message } from '#shared/messages/message.ts'
import type { Faults } from '../errors.ts'
import { checkName } from '../names.ts'
import type { WorkspaceChannel } from './channels.ts'

export interface OwnChange {
  /** As it becomes; undefined for a channel that ships with Vitrine. */
  readonly own: CustomChannel | undefined
  readonly targets: ReadonlySet<string>
  /** The body with what its fields say of what fills them. */
  readonly setup: Partial<ChannelSetup>
}

/** Notes what of it cannot be. */
export function changeOwn(
  { own, name, fields, template }: WorkspaceChannel,
  body: Partial<ChannelSetup>,
  faults: Faults,
): OwnChange {
  if (!own) {
    for (const member of ['name', 'fields', 'file'] as const)
      if (body[member] !== undefined) faults.explain(member, 'invalid_value', shipped(name, template.key))
    return { own, targets: new Set(fields.map(({ target }) => target)), setup: body }
  }
  const next: CustomChannel = {
    id: own.id,
    name: body.name === undefined ? own.name : checkName(body.name, faults),
    fields: body.fields ? checkFields(body.fields, faults) : own.fields,
    file: { ...own.file, ...body.file },
  }
  if (next.file.list_separator === '\t' && next.file.delimiter === '\t')
    faults.explain(
      'file.list_separator',
      'invalid_value',
      'A tab separates cells here. Separate values by another sign.',
    )
  const fills = fillsOf(body.fields ?? [])
  const setup = {
    ...body,
    mapping: { ...fills.mapping, ...body.mapping },
    values: { ...fills.values, ...body.values },
    formulas: { ...fills.formulas, ...body.formulas },
  }
  refuseFilled(next.fields, setup, faults)
  return { own: next, targets: new Set(next.fields.map(({ target }) => target)), setup }
}

function shipped(name: string, key: string): string {
  return `${name} ships with Vitrine, and its fields are what it asks for. Make a channel of your own with copy_of ${key} to change them.`
}

function checkFields(fields: readonly CustomFieldInput[], faults: Faults): CustomField[] {
  if (fields.length === 0) faults.add('fields', 'expected_values')
  if (fields.length > maxCustomFields)
    faults.addExpected('fields', 'too_many_values', { max_items: maxCustomFields })
  const taken = new Map<string, number>()
  let isTold = false
  return fields.map((input, index) => {
    const at = `fields[${index}]`
    const field = toField(input)
    if (field.target === '') faults.add(`${at}.target`, 'required')
    const first = taken.get(field.target)
    if (first !== undefined)
      faults.explain(
        `${at}.target`,
        'not_unique',
        message('channel.column_name_taken', { number: first + 1, name: field.target }),
      )
    taken.set(field.target, first ?? index)
    if (field.unique && isTold)
      faults.explain(
        `${at}.unique`,
        'not_unique',
        'One column tells products apart, and another before it does.',
      )
    isTold ||= field.unique === true
    return field
  })
}

/** The column without what fills it. */
function toField({
  attribute: _attribute,
  value: _value,
  formula: _formula,
  condition: _condition,
  ...field
}: CustomFieldInput): CustomField {
  const { kind = 'text', requirement = 'optional', unique, acceptable_values: values = [], ...rest } = field
  const words = values.map((word) => word.trim()).filter((word) => word !== '')
  return {
    ...rest,
    target: field.target.trim(),
    kind,
    requirement,
    ...(unique === true && { unique }),
    ...(words.length > 0 && { acceptable_values: [...new Set(words)] }),
  }
}

/** What fields that were read say at once: a value stands before a formula, and this before an attribute. */
function fillsOf(
  fields: readonly CustomFieldInput[],
): Required<Pick<ChannelSetup, 'mapping' | 'values' | 'formulas'>> {
  const mapping: Record<string, string | null> = {}
  const values: Record<string, string> = {}
  const formulas: Record<string, string> = {}
  for (const { target, attribute, value, formula } of fields) {
    const name = target.trim()
    if (isSaid(value)) values[name] = value
    else if (isSaid(formula)) formulas[name] = formula
    else if (attribute !== undefined) mapping[name] = attribute
  }
  return { mapping, values, formulas }
}

function isSaid(text: string | null | undefined): text is string {
  return typeof text === 'string' && text.trim() !== ''
}

function refuseFilled(fields: readonly CustomField[], setup: Partial<ChannelSetup>, faults: Faults): void {
  for (const { target, kind } of fields.filter((field) => isMadeKind(field.kind)))
    for (const member of ['mapping', 'values', 'formulas'] as const)
      if (isSaid(setup[member]?.[target]))
        faults.explain(
          `${member}.${target}`,
          'invalid_value',
          `"${customFieldKinds[kind].name}" is made of a product and its variants, and nothing fills it. Choose another kind, or leave out what fills it.`,
        )
}
