import type { ListedWorkspace } from '#shared/app-surface.ts'
import { RecentIds } from '../state/recent-ids.ts'

export const recentWorkspaces = new RecentIds('vitrine.recent', 20)

/** Sorts workspaces by when they were last shown; the rest follows, newest first. */
export function sortByRecency(workspaces: readonly ListedWorkspace[]): readonly ListedWorkspace[] {
  const ids = recentWorkspaces.list()
  const rank = ({ id }: ListedWorkspace): number => {
    const position = ids.indexOf(id)
    return position < 0 ? ids.length : position
  }
  return [...workspaces].reverse().sort((a, b) => rank(a) - rank(b))
}
