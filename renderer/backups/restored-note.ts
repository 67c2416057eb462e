const key = 'vitrine.restored'

/** Leaves word for the page that is loaded anew: this workspace was put back as it was at that time. */
export function noteRestored(workspaceId: string, createdAt: string): void {
  sessionStorage.setItem(key, JSON.stringify({ workspaceId, createdAt }))
}

/** The time that this workspace was put back to when the page was loaded for that; told until it is dismissed. */
export function readRestored(workspaceId: string): string | undefined {
  const note: Record<string, string> | null = JSON.parse(sessionStorage.getItem(key) ?? 'null')
  return note?.['workspaceId'] === workspaceId ? note['createdAt'] : undefined
}

export function forgetRestored(): void {
  sessionStorage.removeItem(key)
}
