/** What a new channel begins with: the columns of a template or of another channel, and what fills them in this workspace. */
import type { ChannelSetup } from '#shared/channels.ts'
import { unitOfConstraints } from '#shared/kinds.ts'
import type { CustomField, CustomFieldKind, CustomFile, CustomTemplateKey } from '#shared/custom-channels.ts'
import type { Attribute } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { findFormulaFault } from '../attributes/check-formula.ts'
import { filledBy, type MappedField, mappableAttributes, type WorkspaceChannel } from './channels.ts'
import { parseCurrency } from './currencies.ts'
import { fieldMapper } from './map-fields.ts'
import { toTemplate } from './custom-template.ts'
import { names } from './templates/attribute-names.ts'
import { type CustomTemplateField, customTemplateTable, plainFile } from './templates/custom-templates.ts'
import type { TemplateField, ValueKind } from './templates/template.ts'

export interface Beginning {
  readonly fields: readonly CustomField[]
  readonly file: CustomFile
  readonly setup: Pick<
    ChannelSetup,
    'mapping' | 'values' | 'formulas' | 'categories' | 'picture_address' | 'currency'
  >
}

export const blank: Beginning = { fields: [], file: plainFile, setup: {} }

export function fromTemplate(db: ReadableDb, key: CustomTemplateKey): Beginning {
  const { fields, file } = customTemplateTable[key]
  const columns = fields.map(toOwnField)
  const find: Find = fieldMapper(mappableAttributes(db), '')
  const { fields: converted } = toTemplate('', { id: '', name: '', fields: columns, file })
  const mapping: Record<string, string> = {}
  const values: Record<string, string> = {}
  const formulas: Record<string, string> = {}
  for (const [index, row] of fields.entries()) {
    const { target, from = [], value = row.isCurrency && currencyOfPrices(find) } = row
    const attribute = find({ ...(converted[index] as TemplateField), from })
    const formula = formulaOf(db, row, find)
    if (attribute) mapping[target] = attribute.key
    else if (formula !== undefined) formulas[target] = formula
    else if (value !== undefined) values[target] = value
  }
  return { fields: columns, file, setup: { mapping, values, formulas } }
}

type Find = (field: TemplateField) => Attribute | undefined

function toOwnField({
  from: _from,
  value: _value,
  formula: _formula,
  isCurrency: _isCurrency,
  ...field
}: CustomTemplateField): CustomField {
  return field
}

const anyOf = (from: readonly string[]): TemplateField => ({ target: '', requirement: 'optional', from })

function currencyOfPrices(find: Find): string | undefined {
  return parseCurrency(unitOfConstraints(find(anyOf(names.price))?.extras.constraints ?? {}))
}

/** The formula over what there is of a product, where an attribute says it and it can be computed with. */
function formulaOf(db: ReadableDb, { formula }: CustomTemplateField, find: Find): string | undefined {
  const stock = formula === undefined ? undefined : find(anyOf(names.quantity))
  const text = stock && formula?.replaceAll('{{stock}}', `{{${stock.key}}}`)
  return text !== undefined && findFormulaFault(db, text, 'product') === undefined ? text : undefined
}

/** How a field of each kind is written in a table; what a given channel makes of several fields is not copied. */
const ownKinds: Readonly<Record<ValueKind, CustomFieldKind>> = {
  text: 'text',
  html: 'html',
  price: 'price_with_currency',
  amount: 'price',
  measure: 'text',
  weight: 'number',
  length: 'number',
  stock: 'stock',
  taxonomy: 'category',
  integer: 'integer',
  link: 'link',
  image: 'picture',
  images: 'pictures',
  lines: 'list',
  parts: 'text',
  part_lines: 'list',
  paths: 'category_path',
  path: 'category_path',
  gtin: 'gtin',
  trade_gtin: 'gtin',
  list: 'list',
  number: 'number',
  sum: 'price',
  made: 'group',
}

export function fromChannel(channel: WorkspaceChannel): Beginning {
  const { own, template, settings } = channel
  const copied = channel.fields.filter(({ isInput }) => isInput !== true)
  const entries = <Value>(valueOf: (field: MappedField) => Value | undefined): Record<string, Value> =>
    Object.fromEntries(
      copied.flatMap((field) => {
        const value = valueOf(field)
        return value === undefined ? [] : [[field.target, value]]
      }),
    )
  return {
    fields: own?.fields ?? copied.map((field) => toPlainField(field, template.kinds[field.target])),
    file: own?.file ?? plainFile,
    setup: {
      mapping: entries((field) => filledBy(field) ?? (field.isDecided ? null : undefined)),
      values: entries(({ fixed }) => fixed),
      formulas: entries(({ formula }) => formula),
      categories: { ...settings.categories },
      picture_address: settings.picture_address ?? null,
      currency: settings.currency ?? null,
    },
  }
}

function toPlainField(field: MappedField, kind: ValueKind = 'text'): CustomField {
  const { target, requirement, maxLength, maxValues, acceptableValues } = field
  return {
    target,
    kind: ownKinds[kind],
    requirement: requirement === 'conditional' ? 'recommended' : requirement,
    ...(maxLength !== undefined && { max_length: maxLength }),
    ...(maxValues !== undefined && { max_values: maxValues }),
    ...(acceptableValues && { acceptable_values: [...acceptableValues] }),
  }
}
