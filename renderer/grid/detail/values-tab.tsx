import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { useMemo, useState } from 'react'
import type { Requirement } from '#shared/channels.ts'
import { attributesQuery } from '../../api/attributes-queries.ts'
import { channelsQuery } from '../../api/channels-queries.ts'
import { effectiveClassesQuery } from '../../api/detail-queries.ts'
import { Button } from '../../ui/button.tsx'
import { useDetail } from './detail-context.ts'
import { detailOf } from '../data/detail-state.ts'
import { DetailPictures } from './detail-pictures.tsx'
import { ValueField } from './value-field.tsx'
import { t, cachedByLanguage } from '../../ui/text.ts'
import type { EffectiveClasses } from '#shared/attribute-classes.ts'
import type { EntityResource } from '#shared/entities.ts'
import { readValue, type GridColumn, isMeasured } from '../../query/columns.ts'
import { type AttributeDefinition, holdsReferences } from '#shared/attributes.ts'

interface ColumnGroup {
  readonly name: string
  readonly columns: readonly GridColumn[]
}

const order = cachedByLanguage(() => [
  t('General'),
  t('Texts'),
  t('Pictures and videos'),
  t('References'),
  t('Computed'),
])

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

export function ValuesTab() {
  const { session, columns, entity } = useDetail()
  const { api, type } = session
  const { wantedKey } = useSelector(detailOf(session))
  const [isWhole, setWhole] = useState(false)
  const { data: attributes } = useQuery(attributesQuery(api, type))
  const { data: channels } = useQuery(channelsQuery(api))
  const { data: classes } = useQuery(effectiveClassesQuery(api, type, entity.id))
  const { shown, further, requirements } = useMemo(
    () => classColumns(columns, entity, { classes, wantedKey }),
    [columns, entity, classes, wantedKey],
  )
  const groups = useMemo(() => {
    const nameOf = (key: string): string => channels?.find((channel) => channel.key === key)?.name ?? key
    return groupColumns(isWhole ? columns : shown, attributes ?? [], nameOf)
  }, [columns, shown, isWhole, attributes, channels])
  return (
    <>
      <DetailPictures />
      {groups.map((group) => (
        <Group key={group.name} group={group} requirements={requirements} />
      ))}
      {further.length > 0 && (
        <Button onClick={() => setWhole(!isWhole)}>
          {isWhole
            ? t('Hide what other categories have')
            : t('Show {count} more of other categories', { count: further.length })}
        </Button>
      )}
    </>
  )
}

interface GroupProps {
  readonly group: ColumnGroup
  readonly requirements: ReadonlyMap<string, Requirement>
}

function Group({ group: { name, columns }, requirements }: GroupProps) {
  const { session, entity } = useDetail()
  return (
    <section className="detail-group" aria-label={name}>
      <h3>{name}</h3>
      {columns.map((column) => (
        <ValueField
          key={column.id}
          session={session}
          entity={entity}
          column={column}
          requirement={requirements.get(column.id)}
        />
      ))}
    </section>
  )
}

interface ClassColumns {
  readonly shown: readonly GridColumn[]
  /** Attributes of other categories; one with a value is never among them. */
  readonly further: readonly GridColumn[]
  readonly requirements: ReadonlyMap<string, Requirement>
}

interface ShownFor {
  readonly classes: Pick<EffectiveClasses, 'attributes' | 'hidden'> | undefined
  readonly wantedKey?: string | undefined
}

/** Divides columns by attribute classes of the entity; until these are known all are shown. */
export function classColumns(
  columns: readonly GridColumn[],
  entity: EntityResource,
  { classes, wantedKey }: ShownFor,
): ClassColumns {
  const hidden = new Set(classes?.hidden.filter((key) => key !== wantedKey))
  const isFurther = (column: GridColumn): boolean =>
    hidden.has(column.id) && readValue(entity, column) === null
  return {
    shown: columns.filter((column) => !isFurther(column)),
    further: columns.filter(isFurther),
    requirements: new Map(
      (classes?.attributes ?? []).flatMap(({ key, requirement }) =>
        requirement === null ? [] : [[key, requirement] as const],
      ),
    ),
  }
}
