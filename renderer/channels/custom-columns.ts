import type { Channel, ChannelField, Requirement } from '#shared/channels.ts'
import { isListKind, type NewChannel, type CustomFieldInput } from '#shared/custom-channels.ts'
import { splitList } from '#shared/text.ts'
import { cachedByLanguage, t } from '../ui/text.ts'

export function toNewChannel(channel: Channel): NewChannel {
  const { key, name, file, picture_address, currency, categories } = channel
  return {
    key,
    name,
    fields: toColumns(channel),
    ...(file && { file }),
    picture_address,
    currency,
    categories: Object.fromEntries(categories.map(({ id, value }) => [id, value])),
  }
}

/** The source of a column: one of these members, or none. */
export type Fill = Pick<CustomFieldInput, 'attribute' | 'value' | 'formula'>

export function toColumns({ fields }: Pick<Channel, 'fields'>): CustomFieldInput[] {
  return fields.map(({ condition: _condition, ...field }) => field)
}

export function changed(
  columns: readonly CustomFieldInput[],
  index: number,
  part: Partial<CustomFieldInput>,
): CustomFieldInput[] {
  return columns.map((column, at) => (at === index ? { ...column, ...part } : column))
}

export function filled(columns: readonly CustomFieldInput[], index: number, fill: Fill): CustomFieldInput[] {
  return changed(columns, index, { attribute: null, value: null, formula: null, ...fill })
}

export function without(columns: readonly CustomFieldInput[], index: number): CustomFieldInput[] {
  return columns.filter((_, at) => at !== index)
}

export function moved(columns: readonly CustomFieldInput[], from: number, to: number): CustomFieldInput[] {
  const column = columns[from]
  if (!column || to < 0 || to >= columns.length) return [...columns]
  return without(columns, from).toSpliced(to, 0, column)
}

export function extended(columns: readonly CustomFieldInput[]): CustomFieldInput[] {
  const taken = new Set(columns.map(({ target }) => target))
  const free = (number: number): string =>
    taken.has(t('Column {number}', { number })) ? free(number + 1) : t('Column {number}', { number })
  return [
    ...columns,
    { target: free(columns.length + 1), kind: 'text', requirement: 'optional', attribute: null },
  ]
}

const unique = ', never twice'

/** How much a column is required, and whether it distinguishes rows. */
export const askings = cachedByLanguage((): readonly { readonly value: string; readonly label: string }[] => [
  { value: 'required', label: t('Required') },
  { value: `required${unique}`, label: t('Required, unique') },
  { value: 'recommended', label: t('Recommended') },
  { value: `recommended${unique}`, label: t('Recommended, unique') },
  { value: 'optional', label: t('Optional') },
])

export function askingOf({ requirement, unique: isUnique }: ChannelField): string {
  return isUnique === true ? `${requirement}${unique}` : requirement
}

export function toAsking(asking: string): Pick<CustomFieldInput, 'requirement' | 'unique'> {
  const [requirement] = asking.split(',')
  return { requirement: requirement as Requirement, unique: asking.endsWith(unique) }
}

export function maxOf({ kind = 'text', max_length: length, max_values: values }: ChannelField): string {
  return String((isListKind(kind) ? values : length) ?? '')
}

/** Returns undefined for an invalid number. An empty text removes the limit. */
export function toMost(column: CustomFieldInput, text: string): CustomFieldInput | undefined {
  const isList = isListKind(column.kind ?? 'text')
  const { max_length: length, max_values: values, ...rest } = column
  const unlimited = isList
    ? { ...rest, ...(length && { max_length: length }) }
    : { ...rest, ...(values && { max_values: values }) }
  if (text === '') return unlimited
  const most = Number(text)
  if (!Number.isInteger(most) || most < 1) return undefined
  return { ...unlimited, ...(isList ? { max_values: most } : { max_length: most }) }
}

export function toAcceptable(
  { acceptable_values: _values, ...column }: CustomFieldInput,
  text: string,
): CustomFieldInput {
  const values = splitList(text)
  return values.length === 0 ? column : { ...column, acceptable_values: values }
}
