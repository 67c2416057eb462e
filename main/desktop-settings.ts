import { keysOf } from '#shared/text.ts'
import type { DesktopSettings } from '#shared/desktop-bridge.ts'
import { readJsonFile, writeJsonFile, membersOf } from './json-file.ts'

const defaults: DesktopSettings = { keepServing: false, startAtLogin: false, notifyOfJobs: true }
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
