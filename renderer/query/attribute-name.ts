import { foldText } from '#shared/text.ts'
import { t } from '../ui/text.ts'

/** What is wrong with the name of an attribute, as far as that can be said without asking the server. */
export function findNameFault(name: string, takenNames: readonly string[]): string | undefined {
  const trimmed = name.trim()
  if (trimmed === '') return t('Give the attribute a name.')
  // The server would make a second key of it, and an import could not tell the two columns apart.
  if (!takenNames.some((taken) => foldText(taken) === foldText(trimmed))) return undefined
  return t('There is an attribute named {trimmed} already. Give this one another name.', { trimmed })
}
