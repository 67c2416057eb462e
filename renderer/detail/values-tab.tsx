import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { attributesQuery } from '../api/attributes-queries.ts'
import { channelsQuery } from '../api/channels-queries.ts'
import { useDetail } from './detail-context.ts'
import { groupColumns } from './group-columns.ts'
import { Pictures } from './pictures.tsx'
import { ValueField } from './value-field.tsx'

/** Every attribute in groups, with the grid's editors. */
export function ValuesTab() {
  const { session, columns, entity } = useDetail()
  const { data: attributes } = useQuery(attributesQuery(session.api, session.type))
  const { data: channels } = useQuery(channelsQuery(session.api))
  const groups = useMemo(() => {
    const nameOf = (key: string): string => channels?.find((channel) => channel.key === key)?.name ?? key
    return groupColumns(columns, attributes ?? [], nameOf)
  }, [columns, attributes, channels])
  return (
    <>
      <Pictures />
      {groups.map(({ name, columns: members }) => (
        <section key={name} className="detail-group" aria-label={name}>
          <h3>{name}</h3>
          {members.map((column) => (
            <ValueField key={column.id} session={session} entity={entity} column={column} />
          ))}
        </section>
      ))}
    </>
  )
}
