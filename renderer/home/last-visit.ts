export interface Visit {
  readonly sequence: number
  readonly at: string
}

const keyOf = (workspaceId: string): string => `vitrine.visit.${workspaceId}`

/** Where the visit before this one ended; it stays the same for as long as the tab is open. */
export function lastVisit(workspaceId: string): Visit | undefined {
  const key = keyOf(workspaceId)
  const text = window.sessionStorage.getItem(key) ?? window.localStorage.getItem(key) ?? 'null'
  window.sessionStorage.setItem(key, text)
  return parseVisit(text)
}

/** Notes the newest change that was shown, for the next visit. */
export function rememberVisit(workspaceId: string, sequence: number): void {
  const visit: Visit = { sequence, at: new Date().toISOString() }
  window.localStorage.setItem(keyOf(workspaceId), JSON.stringify(visit))
}

/** The visit in a stored text; undefined where the storage holds something else. */
export function parseVisit(text: string): Visit | undefined {
  try {
    const { sequence, at } = (JSON.parse(text) ?? {}) as Partial<Visit>
    if (typeof sequence !== 'number' || typeof at !== 'string' || Number.isNaN(Date.parse(at)))
      return undefined
    return { sequence, at }
  } catch {
    return undefined
  }
}
