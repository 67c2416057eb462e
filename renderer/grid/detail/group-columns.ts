import type { AttributeDefinition } from '#shared/attributes.ts'
import { holdsReferences } from '#shared/attributes.ts'
import { isMeasured, type GridColumn } from '../../query/columns.ts'
import { byLanguage, t } from '../../ui/text.ts'

export interface ColumnGroup {
  readonly name: string
  readonly columns: readonly GridColumn[]
}

const order = byLanguage(() => [
  t('General'),
  t('Texts'),
  t('Pictures and videos'),
  t('References'),
  t('Computed'),
])

/** The attributes in the groups that the panel shows, in the order of the schema; channels after the rest, the record's own fields last. */
export function groupColumns(
  columns: readonly GridColumn[],
  attributes: readonly Pick<AttributeDefinition, 'key' | 'channel'>[],
  nameOfChannel: (key: string) => string,
): ColumnGroup[] {
  const channelOf = new Map(attributes.map(({ key, channel }) => [key, channel]))
  const groups = new Map<string, GridColumn[]>(order().map((name) => [name, []]))
  for (const column of columns) {
    if (column.isSystem || isMeasured(column)) continue
    const channel = channelOf.get(column.id) ?? null
    const name = channel === null ? groupOf(column) : nameOfChannel(channel)
    groups.set(name, [...(groups.get(name) ?? []), column])
  }
  const own = columns.filter(({ isSystem }) => isSystem)
  return [
    ...[...groups].map(([name, members]) => ({ name, columns: members })),
    { name: t('Record'), columns: own },
  ].filter(({ columns: members }) => members.length > 0)
}

function groupOf({ traits }: GridColumn): string {
  if (traits.isLong) return t('Texts')
  if (traits.media) return t('Pictures and videos')
  if (holdsReferences(traits) || traits.shape === 'inverse') return t('References')
  return traits.writable ? t('General') : t('Computed')
}
