import type { Change } from '#shared/events.ts'
import { byLanguage, t } from '../ui/text.ts'

/** What people call the parts of attributes, channels and notes; what is not in it is called by its member. */
const names = byLanguage((): Readonly<Record<string, string>> => ({
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

/** A change of a definition in words: its name, and both values as text; empty where there is none. */
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
