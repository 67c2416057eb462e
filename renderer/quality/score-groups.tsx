import { useState, type MouseEvent } from 'react'
import type { EntityType } from '#shared/entities.ts'
import { scoreKey, type QualityScores } from '#shared/quality.ts'
import { toSearch, type Place } from '../query/place.ts'
import { goTo } from '../query/use-place.ts'
import { countOfType } from '../state/entity-types.ts'
import { gridLayoutOf } from '../state/grid-layout.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { PageTable } from '../ui/page-table.tsx'
import { Pages } from '../ui/pages.tsx'
import { levelOf } from '../ui/progress-level.ts'
import { Progress } from '../ui/progress.tsx'
import { t } from '../ui/text.ts'
import { placeOfClause } from './finding-places.ts'

type Group = QualityScores['groups'][number]

interface ScoreGroupsProps {
  readonly type: EntityType
  /** The reference that makes the groups. */
  readonly by: string
  /** What people call it. */
  readonly name: string
  readonly groups: readonly Group[]
}

const aPage = 25

/** The groups, the worst first; each leads to its entities in the grid, the worst of them first. */
export function ScoreGroups({ type, by, name, groups }: ScoreGroupsProps) {
  const [offset, setOffset] = useState(0)
  if (groups.length === 0) return <p className="api-no-keys">{t('There is nothing to group yet.')}</p>
  return (
    <>
      <PageTable label={t('Scores of groups')} columns={[name, t('Entries'), t('Score')]}>
        {groups.slice(offset, offset + aPage).map((group) => (
          <tr key={group.entity?.id ?? ''}>
            <th scope="row">
              <GroupLink type={type} by={by} group={group} />
            </th>
            <td>{countOfType(group.entities, type)}</td>
            <td className="quality-bar-cell">
              <Progress
                label={t('Score')}
                percent={group.score}
                text={String(group.score)}
                level={levelOf(group.score)}
              />
            </td>
          </tr>
        ))}
      </PageTable>
      {groups.length > aPage && (
        <Pages offset={offset} size={aPage} total={groups.length} onOffset={setOffset} />
      )}
    </>
  )
}

/** The entities of a group, the worst first. */
function placeOfGroup(workspaceId: string, type: EntityType, by: string, { entity }: Group): Place {
  const clause =
    entity === null
      ? { key: by, operator: 'exists', value: 'false' }
      : { key: by, operator: 'eq', value: entity.id }
  const place = placeOfClause(workspaceId, type, clause)
  return { ...place, query: { ...place.query, sort: [{ key: scoreKey, descending: false }] } }
}

function GroupLink({
  type,
  by,
  group,
}: Omit<ScoreGroupsProps, 'groups' | 'name'> & { readonly group: Group }) {
  const { workspace } = useWorkspace()
  const place = placeOfGroup(workspace.id, type, by, group)
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    gridLayoutOf(workspace.id, type).seek(scoreKey)
    goTo(place)
  }
  return (
    <a href={toSearch(place)} onClick={follow}>
      {group.entity === null ? t('Without one') : (group.entity.label ?? t('(no name)'))}
    </a>
  )
}
