import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { actionsOf, actionsQuery } from '../api/changes-queries.ts'
import { ActionLine } from '../jobs/action-line.tsx'
import { mergeActions } from '../jobs/merge-actions.ts'
import { createLocation, createPageLocation } from '../query/location.ts'
import { LocationLink } from '../query/location-link.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { formatAgo } from '../ui/format-count.ts'
import { Skeleton } from '../ui/progress.tsx'
import { t } from '../ui/text.ts'
import { HomeSection, NothingYet } from './home-section.tsx'
import { lastVisit, rememberVisit, type Visit } from './last-visit.ts'

const shownActions = 8

/** The last actions; those since the last visit are marked. */
export function RecentActions() {
  const { workspace } = useWorkspace()
  const { actions, visit } = useRecentActions()
  const isNew = (sequence: number): boolean => visit !== undefined && sequence > visit.sequence
  return (
    <HomeSection
      title={t('What changed')}
      aside={
        <>
          {visit && actions && (
            <SinceVisit
              visit={visit}
              count={actions.filter(({ last_sequence: last }) => isNew(last)).length}
            />
          )}
          <LocationLink to={createLocation(workspace.id, 'changes')}>{t('All changes')}</LocationLink>
        </>
      }
    >
      {actions === undefined && <Skeleton height={160} />}
      {actions?.length === 0 && <NothingYet>{t('Nothing has changed yet')}</NothingYet>}
      <ol className="home-list action-list">
        {actions?.slice(0, shownActions).map((action) => (
          <li key={action.id} data-new={isNew(action.last_sequence) || undefined}>
            <ActionLine
              action={action}
              to={createPageLocation(workspace.id, 'changes', { action: action.id })}
            />
          </li>
        ))}
      </ol>
    </HomeSection>
  )
}

function useRecentActions() {
  const { api, workspace } = useWorkspace()
  const { data } = useInfiniteQuery(actionsQuery(api, 'home', () => ({})))
  const [visit] = useState(() => lastVisit(workspace.id))
  const actions = data && mergeActions(actionsOf(data.pages))
  const newest = actions?.[0]?.last_sequence
  useEffect(() => {
    if (newest !== undefined) rememberVisit(workspace.id, newest)
  }, [workspace.id, newest])
  return { actions, visit }
}

function SinceVisit({ visit: { at }, count }: { readonly visit: Visit; readonly count: number }) {
  const ago = formatAgo(at)
  return (
    <span className="home-hint">
      {count === 0
        ? t('nothing since your last visit {ago}', { ago })
        : t('{count} since your last visit {ago}', { count, ago })}
    </span>
  )
}
