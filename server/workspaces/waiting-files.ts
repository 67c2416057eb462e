import type { FieldError } from '#shared/errors.ts'
import { dateOrders, decimalMarks, type ImportProfile } from '#shared/imports.ts'
import type { WaitingFile } from '#shared/schemas/watched-folders.ts'
import { isOneOf } from '#shared/text.ts'
import type { ClaimedFile } from './watched-files.ts'

interface Waiting {
  /** The settings that left a question open. */
  readonly settings: string
  readonly told: WaitingFile
}

/** Files of watched folders that can be read in two ways: each waits until its profile says in which. */
export class WaitingFiles {
  readonly #waiting = new Map<string, Waiting>()

  /** What is asked of a file that still waits; undefined where its profile has changed meanwhile. */
  questionsOf({ path }: ClaimedFile, { settings }: ImportProfile): WaitingFile | undefined {
    const known = this.#waiting.get(path)
    if (known?.settings === JSON.stringify(settings)) return known.told
    this.#waiting.delete(path)
    return undefined
  }

  /** Lets a file wait, and gives what is asked of it. */
  hold({ path, name }: ClaimedFile, { settings }: ImportProfile, open: readonly FieldError[]): WaitingFile {
    const told = { file: name, questions: open.map(toQuestion) }
    this.#waiting.set(path, { settings: JSON.stringify(settings), told })
    return told
  }
}

/** Where a job has asked back, all readings are possible answers. */
function toQuestion({
  field,
  issue,
  acceptable_values: values,
}: FieldError): WaitingFile['questions'][number] {
  const setting = field === 'dates' ? 'dates' : 'decimal'
  const known = setting === 'dates' ? dateOrders : decimalMarks
  const answers = (values ?? []).filter((value) => isOneOf(known, value))
  return { setting, sentence: issue, answers: answers.length > 0 ? answers : [...known] }
}

/** What has to be said of a file, for the log. */
export function describeWaiting({ file, questions }: WaitingFile): string {
  const asked = questions.map(({ setting, sentence }) => `${sentence} Set ${setting} in its import profile.`)
  return `${file} waits: ${asked.join(' ')}`
}
