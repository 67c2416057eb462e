import { useQuery } from '@tanstack/react-query'
import type { EntityType } from '#shared/entities.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { typeTexts } from '../state/entity-types.ts'
import { formatCount } from '../ui/format-count.ts'
import { NavLink } from './nav-link.tsx'
import { countQuery } from '../query/list-queries.ts'

/** The link to the entities of a type, with how many there are. */
export function TypeLink({ type, isCurrent }: { type: EntityType; isCurrent: boolean }) {
  const { api } = useWorkspace()
  const { data: count } = useQuery(countQuery(api, type))
  const { plural, icon } = typeTexts[type]
  return (
    <NavLink
      view={type}
      icon={icon}
      isCurrent={isCurrent}
      detail={count === undefined ? null : <span className="side-count">{formatCount(count)}</span>}
    >
      {plural}
    </NavLink>
  )
}
