import type { ChannelField, ChannelSummary } from '#shared/channels.ts'
import { t } from '../ui/text.ts'

export function describeFile({
  own,
  format,
  required_count: required,
  attribute_count: fields,
}: ChannelSummary): string {
  const file = t(
    '{format} file with {fields, plural, one {# field} other {# fields}}, {required} of them required',
    { format: format.toUpperCase(), fields, required },
  )
  return own === true ? t('Your own: {file}', { file }) : file
}

const shownValues = 6

export function describeLimits({ max_length: length, acceptable_values: values }: ChannelField): string {
  if (length !== undefined)
    return t('At most {length, plural, one {# character} other {# characters}}', { length })
  if (values === undefined) return ''
  const more = values.length - shownValues
  const shown = values.slice(0, shownValues).join(', ')
  return more > 0 ? t('{values} and {count} more', { values: shown, count: more }) : shown
}
