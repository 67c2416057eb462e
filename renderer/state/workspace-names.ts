import type { ListedWorkspace } from '#shared/app-surface.ts'
import { foldText } from '#shared/text.ts'

/** Returns the name, or with the first free number, since workspace names are unique. */
export function freeName(requested: string, workspaces: readonly ListedWorkspace[]): string {
  const taken = new Set(workspaces.map(({ name }) => foldText(name)))
  for (let count = 1; ; count++) {
    const name = count === 1 ? requested : `${requested} ${count}`
    if (!taken.has(foldText(name))) return name
  }
}
