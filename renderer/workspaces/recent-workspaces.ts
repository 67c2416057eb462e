import type { ListedWorkspace } from '#shared/app-surface.ts'

const storageKey = 'vitrine.recent'
const maxRemembered = 20

export function rememberRecent(id: string): void {
  const ids = [id, ...recentIds().filter((other) => other !== id)].slice(0, maxRemembered)
  window.localStorage.setItem(storageKey, JSON.stringify(ids))
}

/** Sorts workspaces by when they were last shown; the rest follows, newest first. */
export function sortByRecency(workspaces: readonly ListedWorkspace[]): readonly ListedWorkspace[] {
  const ids = recentIds()
  const rank = ({ id }: ListedWorkspace): number => {
    const position = ids.indexOf(id)
    return position < 0 ? ids.length : position
  }
  return [...workspaces].reverse().sort((a, b) => rank(a) - rank(b))
}

function recentIds(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}
