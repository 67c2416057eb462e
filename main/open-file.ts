import { membersOf } from './desktop-settings.ts'
import { extname, resolve } from 'node:path'

export const workspaceExtension = '.vitrine'

/**
 * Returns the absolute path of the workspace file in a command line; undefined without one. Switches are
 * skipped.
 */
export function workspaceFileFrom(argv: readonly string[], workingDirectory: string): string | undefined {
  const file = argv.slice(1).find((argument) => !argument.startsWith('-') && isWorkspaceFile(argument))
  return file && resolve(workingDirectory, file)
}

/** Judges by the extension; the content is checked when the file is opened. */
export function isWorkspaceFile(file: string): boolean {
  return extname(file).toLowerCase() === workspaceExtension
}

/**
 * Returns the file that a second instance hands over. It is sent as data because argv may be reordered on
 * the way.
 */
export function handedOverFile(additionalData: unknown): string | undefined {
  const { file } = membersOf(additionalData)
  return typeof file === 'string' && isWorkspaceFile(file) ? file : undefined
}

/** Queues files that arrive before the app can open them, and opens later ones at once. */
export class FileInbox {
  readonly #waiting: string[] = []
  #open: ((file: string) => void) | undefined

  add(file: string): void {
    if (this.#open) this.#open(file)
    else this.#waiting.push(file)
  }

  /** Returns the queued files; from now on `open` is called with each new file. */
  deliverTo(open: (file: string) => void): readonly string[] {
    this.#open = open
    return this.#waiting.splice(0)
  }
}
