import type { FieldError } from '#shared/errors.ts'
import type { ImportProfile } from '#shared/imports.ts'
import type { ClaimedFile } from './watched-files.ts'

interface Waiting {
  /** The settings that left a question open. */
  readonly settings: string
  readonly sentence: string
}

/** Files of watched folders that can be read in two ways: each waits until its profile says in which. */
export class WaitingFiles {
  readonly #waiting = new Map<string, Waiting>()

  /** Why a file still waits; undefined where its profile has changed meanwhile. */
  reasonOf({ path }: ClaimedFile, { settings }: ImportProfile): string | undefined {
    const known = this.#waiting.get(path)
    if (known?.settings === JSON.stringify(settings)) return known.sentence
    this.#waiting.delete(path)
    return undefined
  }

  /** Lets a file wait, and says why. */
  hold(
    { path, name }: ClaimedFile,
    { settings, name: of }: ImportProfile,
    open: readonly FieldError[],
  ): string {
    const asked = open.map(({ field, issue }) => `${issue} Set ${field} in the import profile ${of}.`)
    const sentence = `${name} waits: ${asked.join(' ')}`
    this.#waiting.set(path, { settings: JSON.stringify(settings), sentence })
    return sentence
  }
}
