import type { ConnectionKind, ConnectionProblem } from '#shared/connections.ts'
import type { SettingsByKind } from '#shared/schemas/connections.ts'
import type { Sentence } from '#shared/messages/message.ts'
import type { PlaceFile } from '../catalog/feeds/place-file.ts'
import { CatalogError } from '../catalog/errors.ts'

/** All that is needed to use a connection; the secret is never stored or logged with it. */
export type PlaceAccess<Kind extends ConnectionKind = ConnectionKind> = {
  readonly [Each in Kind]: {
    readonly kind: Each
    readonly settings: SettingsByKind[Each]
    readonly secret: string | undefined
    readonly fingerprint: string | null
    readonly isInNetwork: boolean
  }
}[Kind]

export type { PlaceFile }

/** The version of a file that was taken before: a place that still has it answers so, where it can. */
export interface KnownVersion {
  readonly etag: string | null
  readonly modified: string | null
}

export interface FetchedFile extends KnownVersion {
  readonly size: number
}

/** How a file ended that was taken, with the reason or the file of the refused rows. */
export interface FileOutcome {
  readonly isGood: boolean
  readonly errorRows: string | undefined
  readonly reason: string
  /** How the file was known when it was taken: another one that lies there now stays. */
  readonly mark?: string | undefined
}

/**
 * Where files come from and go to. Every method throws PlaceFault with a sentence where the place refuses,
 * and each is bounded in size and time.
 */
export interface Place {
  /** Throws where the place cannot be used. */
  check(): Promise<void>
  /** The completely written files whose names match, oldest first. */
  list(pattern: string): Promise<PlaceFile[]>
  /** Copies a file; undefined where it is still the known version. */
  fetch(name: string, target: string, known?: KnownVersion): Promise<FetchedFile | undefined>
  /** Puts a file there as a whole: a reader sees the former file or the new one. `run` names what is being written. */
  put(name: string, source: string, run: string): Promise<void>
  /**
   * Moves a file that was taken to `done` or `failed`, where the settings say so; repeated it does nothing.
   * Returns whether files leave this place.
   */
  settle(name: string, outcome: FileOutcome): Promise<boolean>
  close(): Promise<void>
}

export interface PlaceOptions {
  readonly signal: AbortSignal
  /** How long a file has to rest before it counts as written; 2 seconds by default. */
  readonly settleMs?: number | undefined
  /** The time for one file; 15 minutes by default. */
  readonly timeoutMs?: number | undefined
  readonly maxBytes?: number | undefined
  /** How long to wait before each further try; 0.5, 2 and 8 seconds by default. */
  readonly pausesMs?: readonly number[] | undefined
}

export const defaultSettleMs = 2000
export const defaultTimeoutMs = 15 * 60 * 1000
export const maxPlaceBytes = 2 * 1024 ** 3
export const maxPlaceFiles = 10_000

/** A sentence about a place that cannot be used, and which problem of its connection that is. */
export class PlaceFault extends CatalogError {
  readonly problem: ConnectionProblem
  readonly fingerprint: string | undefined
  /** Whether it may be over in a moment. */
  readonly isPassing: boolean
  readonly retryAfterMs: number | undefined

  constructor(problem: ConnectionProblem, sentence: Sentence, more: PlaceFaultDetails = {}) {
    super('validation_failed', sentence)
    this.problem = problem
    this.fingerprint = more.fingerprint
    this.isPassing = more.isPassing ?? false
    this.retryAfterMs = more.retryAfterMs
  }
}

interface PlaceFaultDetails {
  readonly fingerprint?: string
  readonly isPassing?: boolean
  readonly retryAfterMs?: number | undefined
}

/** The folder and the last part of a name or pattern; the folder ends with `/` or is empty. */
export function splitName(name: string): { readonly folder: string; readonly last: string } {
  const end = name.lastIndexOf('/') + 1
  return { folder: name.slice(0, end), last: name.slice(end) }
}

export function isPattern(name: string): boolean {
  return /[*?]/.test(name)
}

/** Whether a name matches a pattern of `*` and `?`, in a time that grows with name times pattern at most. */
export function matchesPattern(name: string, pattern: string): boolean {
  let [at, star, retry] = [0, -1, 0]
  let index = 0
  while (index < name.length) {
    if (pattern[at] === '?' || (pattern[at] === name[index] && pattern[at] !== '*')) {
      index += 1
      at += 1
    } else if (pattern[at] === '*') {
      star = at
      retry = index
      at += 1
    } else if (star >= 0) {
      at = star + 1
      retry += 1
      index = retry
    } else return false
  }
  return /^\**$/.test(pattern.slice(at))
}

// Temporary files of programs, and files that desktops put into folders.
const passedOver =
  /^(\.|~\$|thumbs\.db$|desktop\.ini$)|\.(part|partial|tmp|temp|download|crdownload)(-[\w-]+)?$/i

export function isPassedOver(name: string): boolean {
  return passedOver.test(name)
}

/** Whether a file was left by a run that was cut off while it wrote the other one. */
export function isPartOf(name: string, other: string): boolean {
  return other.startsWith(`${name}.part-`)
}

export function byAge(a: PlaceFile, b: PlaceFile): number {
  return (a.changedAt ?? 0) - (b.changedAt ?? 0) || (a.name < b.name ? -1 : 1)
}

/** Files that are as large and as old after a moment as before; the others are still being written. */
export async function onlyWritten(
  files: readonly PlaceFile[],
  look: (name: string) => Promise<Pick<PlaceFile, 'size' | 'changedAt'> | undefined>,
  { settleMs = defaultSettleMs, signal }: PlaceOptions,
): Promise<PlaceFile[]> {
  const since = Date.now() - settleMs
  // SFTP tells whole seconds only.
  const young = files.filter(({ changedAt }) => changedAt === null || changedAt + 999 > since)
  if (young.length === 0) return [...files]
  await pause(settleMs, signal)
  const growing = new Set<string>()
  for (const { name, size, changedAt } of young) {
    const now = await look(name)
    if (now?.size !== size || now.changedAt !== changedAt) growing.add(name)
  }
  return files.filter(({ name }) => !growing.has(name))
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { setTimeout } = await import('node:timers/promises')
  await setTimeout(ms, undefined, { signal })
}
