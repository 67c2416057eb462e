import { membersOf } from './json-file.ts'
import { extname, resolve } from 'node:path'

export const workspaceExtension = '.vitrine'

/** The workspace file that a command line names, absolute; undefined when it names none. Switches are skipped. */
export function workspaceFileFrom(argv: readonly string[], workingDirectory: string): string | undefined {
  const file = argv.slice(1).find((argument) => !argument.startsWith('-') && isWorkspaceFile(argument))
  return file && resolve(workingDirectory, file)
}

/** By its ending: what is inside is looked at when it is opened. */
export function isWorkspaceFile(file: string): boolean {
  return extname(file).toLowerCase() === workspaceExtension
}

/** The file that a second instance hands over. It sends it as data because argv may be reordered on the way. */
export function handedOverFile(additionalData: unknown): string | undefined {
  const { file } = membersOf(additionalData)
  return typeof file === 'string' && isWorkspaceFile(file) ? file : undefined
}

/** Keeps the files that arrive before the app can open them, and opens the later ones at once. */
export class FileInbox {
  readonly #waiting: string[] = []
  #open: ((file: string) => void) | undefined

  add(file: string): void {
    if (this.#open) this.#open(file)
    else this.#waiting.push(file)
  }

  /** Hands over what has waited; from now on `open` hears of each file as it comes. */
  deliverTo(open: (file: string) => void): readonly string[] {
    this.#open = open
    return this.#waiting.splice(0)
  }
}
