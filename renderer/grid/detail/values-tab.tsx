import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { useMemo, useState } from 'react'
import type { Requirement } from '#shared/channels.ts'
import { attributesQuery } from '../../api/attributes-queries.ts'
import { channelsQuery } from '../../api/channels-queries.ts'
import { effectiveClassesQuery } from '../../api/detail-queries.ts'
import { Button } from '../../ui/button.tsx'
import { classColumns } from './class-columns.ts'
import { useDetail } from './detail-context.ts'
import { detailOf } from '../data/detail-state.ts'
import { groupColumns, type ColumnGroup } from './group-columns.ts'
import { Pictures } from './pictures.tsx'
import { ValueField } from './value-field.tsx'
import { t } from '../../ui/text.ts'

/** Every attribute in groups, with the grid's editors; what only entities of other categories show comes when it is asked for. */
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
      <Pictures />
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
