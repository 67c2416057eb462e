import type { Change, EventRecord } from '#shared/events.ts'
import { emptyGridQuery } from '../query/grid-query.ts'
import { everything, type PageLocation } from '../query/location.ts'
import { typeTexts } from '../state/entity-types.ts'
import { cachedByLanguage, t } from '../ui/text.ts'
import type { AllColumns } from './use-restore.ts'

/** Names of parts of attributes, channels and notes; other parts show the name of their member. */
const names = cachedByLanguage((): Readonly<Record<string, string>> => ({
  name: t('Name'),
  key: t('Key'),
  data_type: t('Data type'),
  acceptable_values: t('Options'),
  option_colors: t('Colours'),
  unit: t('Unit'),
  constraints: t('Rules'),
  default_value: t('Default value'),
  formula: t('Formula'),
  reference: t('Refers to'),
  inheritance_mode: t('Inheritance'),
  rollup_mode: t('What a product shows'),
  channel: t('Channel'),
  position: t('Order'),
  is_primary: t('names the entry'),
  ai_generated: t('Generated'),
  custom_instructions: t('Instructions'),
  selected_tools: t('What the model may read'),
  tool: t('Kind'),
}))

export function describeDefinition({ attribute, old, new: written }: Change) {
  return {
    name: names()[attribute] ?? attribute.replaceAll('_', ' '),
    before: toText(old),
    after: toText(written),
  }
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (Array.isArray(value)) return value.map(toText).join(', ')
  if (typeof value === 'string')
    return /^[a-z]+(?:_[a-z]+)+$/.test(value) ? value.replaceAll('_', ' ') : value
  if (typeof value === 'number') return String(value)
  return Object.entries(value)
    .map(([member, part]) => `${member.replaceAll('_', ' ')}: ${toText(part)}`)
    .join(', ')
}

export function nameSubject(event: EventRecord, columns: AllColumns): string {
  const { entity, attribute, channel } = event
  if (entity) return entity.label ?? t('Unnamed {singular}', { singular: typeTexts()[entity.type].singular })
  return nameAttribute(event, columns) ?? attribute?.key ?? channel?.name ?? t('A job')
}

function nameAttribute({ attribute, changes }: EventRecord, columns: AllColumns): string | undefined {
  if (!attribute) return undefined
  const present = columns[attribute.entity_type].find(({ id }) => id === attribute.key)
  const nameChange = changes.find((change) => change.attribute === 'name')
  const name = present?.name ?? nameChange?.new ?? nameChange?.old
  return typeof name === 'string' ? name : undefined
}

/** The address of an event's entity: alone in the grid of its type. */
export function placeOfEntity(workspaceId: string, { entity }: EventRecord): PageLocation | undefined {
  if (entity === null) return undefined
  const clauses = [{ key: 'id', operator: 'eq', value: entity.id }]
  return { workspaceId, view: entity.type, savedView: everything, query: { ...emptyGridQuery, clauses } }
}
