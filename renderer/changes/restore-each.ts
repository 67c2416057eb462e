import type { EditResult } from '#shared/schemas/edits.ts'

export interface Restored {
  readonly applied: number
  readonly changedMeanwhile: number
  readonly refused: number
  /** By which it is undone. */
  readonly edits: readonly string[]
  /** Why the rest was not restored, where a later request failed. */
  readonly failure?: string
}

/**
 * Restores changes request by request, as each entity type needs its own. What is done when a later one fails stays done and is
 * told with the failure; when the first one fails, its error is thrown.
 */
export async function restoreEach<Restoring>(
  restorings: readonly Restoring[],
  restore: (restoring: Restoring) => Promise<EditResult>,
): Promise<Restored> {
  const answers: EditResult[] = []
  for (const restoring of restorings) {
    try {
      answers.push(await restore(restoring))
    } catch (error) {
      if (answers.length === 0) throw error
      return { ...sumUp(answers), failure: error instanceof Error ? error.message : String(error) }
    }
  }
  return sumUp(answers)
}

function sumUp(answers: readonly EditResult[]): Restored {
  const sum = (key: 'applied' | 'changed_meanwhile' | 'refused') =>
    answers.reduce((total, { summary }) => total + summary[key], 0)
  return {
    applied: sum('applied'),
    changedMeanwhile: sum('changed_meanwhile'),
    refused: sum('refused'),
    edits: answers.flatMap(({ edit_id: edit }) => edit ?? []),
  }
}
