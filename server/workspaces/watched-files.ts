import { randomUUID } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import type { FieldError } from '#shared/errors.ts'
import { isOpenSetting, type ImportProfile, type OpenAnswer, openSettings } from '#shared/imports.ts'
import type { WaitingFile } from '#shared/schemas/watched-folders.ts'
import { isOneOf } from '#shared/text.ts'

export interface ClaimedFile {
  readonly job: string
  readonly name: string
  readonly path: string
}

/** The end of a file's import: with a file of the failed rows, or else with a sentence. */
export interface FileEnd {
  readonly isGood: boolean
  readonly errorRows: string | undefined
  readonly reason: string
}

const claimedFolder = 'importing'
const claimedName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (.+)$/
// Temporary files of programs, and files that desktops put into folders.
const passedOver = /^(\.|~\$|thumbs\.db$|desktop\.ini$)|\.(part|partial|tmp|temp|download|crdownload)$/i
// An empty file is usually about to be written: it is checked more often before it is taken.
const emptyLooks = 30

interface FileSighting {
  readonly size: number
  readonly changedAt: number
  readonly since: number
  readonly looks: number
}

interface Waiting {
  readonly settings: string
  readonly waiting: WaitingFile
}

export class WaitingFiles {
  readonly #waiting = new Map<string, Waiting>()

  questionsOf({ path }: ClaimedFile, { settings }: ImportProfile): WaitingFile | undefined {
    const known = this.#waiting.get(path)
    if (known?.settings === JSON.stringify(settings)) return known.waiting
    this.#waiting.delete(path)
    return undefined
  }

  hold({ path, name }: ClaimedFile, { settings }: ImportProfile, open: readonly FieldError[]): WaitingFile {
    const waiting = { file: name, questions: open.map(toQuestion) }
    this.#waiting.set(path, { settings: JSON.stringify(settings), waiting })
    return waiting
  }
}

function toQuestion({
  field,
  issue,
  acceptable_values: values,
}: FieldError): WaitingFile['questions'][number] {
  const setting = isOpenSetting(field) ? field : 'decimal'
  const known: readonly OpenAnswer[] = openSettings[setting]
  const answers = (values ?? []).filter((value) => isOneOf(known, value))
  return { setting, sentence: issue, answers: answers.length > 0 ? answers : [...known] }
}

export function describeWaiting({ file, questions }: WaitingFile): string {
  const asked = questions.map(({ setting, sentence }) => `${sentence} Set ${setting} in its import profile.`)
  return `${file} waits: ${asked.join(' ')}`
}

/**
 * The files of one watched folder. A file is first renamed to contain the id of its job: whatever happens
 * from then on, it is imported by that job or by none.
 */
export class WatchedFiles {
  readonly #folder: string
  readonly #settleMs: number
  #seen = new Map<string, FileSighting>()

  /** A file counts as written when nothing has changed about it for `settleMs`. */
  constructor(folder: string, settleMs: number) {
    this.#folder = folder
    this.#settleMs = settleMs
  }

  async claim(): Promise<ClaimedFile[]> {
    const names = await this.#listSettled()
    const claimed: ClaimedFile[] = []
    for (const name of names) {
      const file = await this.#claimOne(name)
      if (file) claimed.push(file)
    }
    return claimed
  }

  async listClaimed(): Promise<ClaimedFile[]> {
    const folder = join(this.#folder, claimedFolder)
    return (await readdir(folder).catch(() => [])).flatMap((entry) => {
      const [, job, name] = claimedName.exec(entry) ?? []
      return job === undefined || name === undefined ? [] : [{ job, name, path: join(folder, entry) }]
    })
  }

  async takeAgain({ name, path }: ClaimedFile): Promise<ClaimedFile> {
    const job = randomUUID()
    const again = join(this.#folder, claimedFolder, `${job} ${name}`)
    await rename(path, again)
    return { job, name, path: again }
  }

  /** Moves a file to its folder after the import; an interrupted move is repeated. */
  async settle({ name, path }: ClaimedFile, { isGood, errorRows, reason }: FileEnd): Promise<void> {
    const folder = join(this.#folder, isGood ? 'done' : 'failed')
    await mkdir(folder, { recursive: true })
    const target = freePath(folder, name)
    // The file itself is moved last: until then this step is repeated with the same name.
    if (!isGood && errorRows !== undefined) await copyFile(errorRows, `${stemOf(target)}.errors.csv`)
    else if (!isGood) await writeFile(`${stemOf(target)}.error.txt`, `${reason}\n`)
    await rename(path, target)
  }

  async #listSettled(): Promise<string[]> {
    const entries = await readdir(this.#folder, { withFileTypes: true })
    const names = entries.filter((entry) => entry.isFile() && !passedOver.test(entry.name))
    const seen = new Map<string, FileSighting>()
    for (const { name } of names) {
      const now = await this.#look(name)
      if (now) seen.set(name, now)
    }
    this.#seen = seen
    return [...seen]
      .filter(
        ([, file]) =>
          file.looks > (file.size === 0 ? emptyLooks : 1) && Date.now() - file.since >= this.#settleMs,
      )
      .sort(([, a], [, b]) => a.changedAt - b.changedAt)
      .map(([name]) => name)
  }

  async #look(name: string): Promise<FileSighting | undefined> {
    const found = await stat(join(this.#folder, name)).catch(() => undefined)
    if (!found) return undefined
    const { size, mtimeMs: changedAt } = found
    const before = this.#seen.get(name)
    const isSame = before?.size === size && before.changedAt === changedAt
    return isSame ? { ...before, looks: before.looks + 1 } : { size, changedAt, since: Date.now(), looks: 1 }
  }

  /** Undefined where another program still holds the file, or has written to it at the last moment. */
  async #claimOne(name: string): Promise<ClaimedFile | undefined> {
    const job = randomUUID()
    const from = join(this.#folder, name)
    const path = join(this.#folder, claimedFolder, `${job} ${name}`)
    await mkdir(join(this.#folder, claimedFolder), { recursive: true })
    try {
      await rename(from, path)
    } catch {
      return undefined
    }
    const { size, mtimeMs } = await stat(path)
    const known = this.#seen.get(name)
    this.#seen.delete(name)
    if (known?.size === size && known.changedAt === mtimeMs) return { job, name, path }
    if (!existsSync(from)) await rename(path, from)
    return undefined
  }
}

export async function lendFile({ path }: ClaimedFile, target: string): Promise<void> {
  await copyFile(path, target, constants.COPYFILE_FICLONE)
}

function stemOf(path: string): string {
  return path.slice(0, path.length - extname(path).length)
}

function freePath(folder: string, name: string): string {
  const extension = extname(name)
  const stem = basename(name, extension)
  for (let count = 1; ; count += 1) {
    const path = join(folder, `${stem}${count === 1 ? '' : ` ${count}`}${extension}`)
    if (!existsSync(path)) return path
  }
}
