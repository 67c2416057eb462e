import type { ListedWorkspace } from '#shared/app-surface.ts'
import { foldText } from '#shared/text.ts'
import { t } from '../ui/text.ts'

/** The name, or with the first number that makes it free: two workspaces cannot have one name. */
export function freeName(requested: string, workspaces: readonly ListedWorkspace[]): string {
  const taken = new Set(workspaces.map(({ name }) => foldText(name)))
  for (let count = 1; ; count++) {
    const name = count === 1 ? requested : `${requested} ${count}`
    if (!taken.has(foldText(name))) return name
  }
}

/** What a workspace made from a file is called: the file's name without its ending, as long as names may be. */
export function nameOfFile(fileName: string): string {
  return (
    fileName
      .replace(/\.[^.]+$/, '')
      .slice(0, 90)
      .trim() || t('Imported catalog')
  )
}
