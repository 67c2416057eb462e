import { toAttributeKey } from '../attributes/key-of-name.ts'
import {
  isMadeKind,
  type CustomChannel,
  type CustomField,
  type CustomFieldKind,
} from '#shared/custom-channels.ts'
import type { ChannelTemplate, TemplateField, ValueKind } from './templates/template.ts'

export const valueKinds: Readonly<Record<CustomFieldKind, ValueKind>> = {
  text: 'text',
  html: 'html',
  number: 'number',
  integer: 'stock',
  stock: 'stock',
  price: 'sum',
  price_with_currency: 'price',
  yes_no: 'text',
  list: 'list',
  picture: 'images',
  pictures: 'images',
  link: 'link',
  gtin: 'trade_gtin',
  category: 'taxonomy',
  category_path: 'path',
  group: 'made',
  option_name: 'made',
  option_value: 'made',
}

const signs: Readonly<Record<string, string>> = { '€': 'EUR', $: 'USD', '£': 'GBP', '¥': 'JPY' }

export function parseCurrency(unit: string | undefined): string | undefined {
  if (unit === undefined) return undefined
  const text = unit.trim().toUpperCase()
  return signs[text] ?? (/^[A-Z]{3}$/.test(text) ? text : undefined)
}

const ofOne: ReadonlySet<CustomFieldKind> = new Set(['gtin', 'stock'])

export function isOfOne(kind: CustomFieldKind): boolean {
  return ofOne.has(kind)
}

export function toTemplate(key: string, { id, fields, file }: CustomChannel): ChannelTemplate {
  const byTarget = new Map(fields.map((field) => [field.target, field]))
  const prices = fields.filter(({ kind }) => kind === 'price' || kind === 'price_with_currency')
  return {
    id,
    key,
    fields: fields.map((field) => toTemplateField(field, file.list_separator)),
    kinds: Object.fromEntries(fields.map(({ target, kind }) => [target, valueKinds[kind]])),
    conditions: [],
    isOwn: (target) => {
      // Shops give variants what their products have.
      if (file.layout !== undefined) return true
      const field = byTarget.get(target)
      return field !== undefined && (field.unique === true || isOfOne(field.kind) || isMadeKind(field.kind))
    },
    prices: prices.map(({ target }) => target),
  }
}

function toTemplateField(field: CustomField, separator: string): TemplateField {
  const { target, kind, requirement } = field
  const isMade = isMadeKind(kind)
  return {
    target,
    requirement: isMade ? 'optional' : requirement,
    from: isMade ? [] : [toAttributeKey(target)],
    separator,
    ...limitsOf(field),
    ...(kind === 'category' && { ofCategories: true }),
  }
}

function limitsOf({
  kind,
  max_length: maxLength,
  max_values: maxValues,
  acceptable_values: given,
}: CustomField): Pick<TemplateField, 'maxLength' | 'maxValues' | 'acceptableValues' | 'synonyms'> {
  const words = given ?? (kind === 'yes_no' ? ['yes', 'no'] : undefined)
  return {
    ...(maxLength !== undefined && { maxLength }),
    ...(maxValues !== undefined && { maxValues }),
    ...(words && { acceptableValues: words }),
    ...(words && kind === 'yes_no' && { synonyms: wordsForBoth(words) }),
  }
}

function wordsForBoth([yes = 'yes', no = 'no']: readonly string[]): Record<string, string> {
  return { true: yes, yes, 1: yes, false: no, no, 0: no }
}
