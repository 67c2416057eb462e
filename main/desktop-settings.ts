import { keysOf } from '#shared/text.ts'
import type { DesktopSettings } from '#shared/desktop-bridge.ts'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const defaults: DesktopSettings = {
  keepServing: false,
  startAtLogin: false,
  notifyOfJobs: true,
  lookForUpdates: false,
}
const keys = keysOf(defaults)

/** The owner's settings of the app on this computer. A lost or damaged file means the defaults. */
export class SettingsFile {
  readonly #file: string
  #settings: DesktopSettings

  constructor(file: string) {
    this.#file = file
    this.#settings = { ...defaults, ...pickSettings(readJsonFile(file)) }
  }

  get(): DesktopSettings {
    return this.#settings
  }

  change(change: Partial<DesktopSettings>): DesktopSettings {
    this.#settings = { ...this.#settings, ...change }
    writeJsonFile(this.#file, this.#settings)
    return this.#settings
  }
}

/** Returns the known settings of some value, each a boolean; everything else is left out. */
export function pickSettings(value: unknown): Partial<DesktopSettings> {
  const given = membersOf(value)
  return Object.fromEntries(
    keys
      .filter((key) => Object.hasOwn(given, key) && typeof given[key] === 'boolean')
      .map((key) => [key, given[key]]),
  )
}

/** Returns the content of a small JSON file; undefined where it is missing or no JSON. */
export function readJsonFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** Returns the members of a value, and no members if it is not an object. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' ? { ...value } : {}
}

/**
 * Writes a small file atomically. Failures are silent, since a full disk must not keep a window from
 * opening.
 */
export function writeJsonFile(file: string, content: unknown): void {
  const temporary = `${file}.new`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(temporary, JSON.stringify(content, null, 2), { mode: 0o600 })
    renameSync(temporary, file)
  } catch {
    // The next write replaces a partial file.
  }
}
