import type { ConfirmationWays } from '#shared/schemas/errors.ts'

type Asker = (ways: ConfirmationWays) => Promise<boolean>

let asker: Asker | undefined
let asking: Promise<boolean> | undefined

/** Sets the function that asks; returns the function that removes it. */
export function askConfirmationBy(next: Asker): () => void {
  asker = next
  return () => {
    if (asker === next) asker = undefined
  }
}

/** Asks once for all requests that wait at the same time; false where no page can ask. */
export function askForConfirmation(ways: ConfirmationWays): Promise<boolean> {
  asking ??= (asker?.(ways) ?? Promise.resolve(false)).finally(() => (asking = undefined))
  return asking
}
