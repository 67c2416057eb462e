import type { OwnerSettings, OwnerSettingsPatch } from '#shared/schemas/owner-settings.ts'
import type { RegistryThread } from '../threads/registry-thread.ts'

const key = 'owner_settings'

const defaults: OwnerSettings = {
  allow_private_sources: false,
  backup_every_hours: 4,
  backup_keep_last: 10,
  backup_keep_days: 14,
  backup_keep_weeks: 8,
}

/** Loads the owner's settings of a data folder; from then on this is the one place that changes them. */
export async function loadOwnerSettings(registry: RegistryThread): Promise<SettingsKeeper> {
  const text = await registry.call('getSetting', { key })
  const stored: Partial<OwnerSettings> = text === undefined ? {} : JSON.parse(text)
  return new SettingsKeeper(registry, { ...defaults, ...stored })
}

/** The owner's settings, in memory and in the data folder. */
export class SettingsKeeper {
  readonly #registry: RegistryThread
  #current: OwnerSettings

  constructor(registry: RegistryThread, current: OwnerSettings) {
    this.#registry = registry
    this.#current = current
  }

  get current(): OwnerSettings {
    return this.#current
  }

  /** Changes what is named; in force at once, on the disk when this resolves. */
  async change(patch: OwnerSettingsPatch): Promise<OwnerSettings> {
    this.#current = { ...this.#current, ...patch }
    await this.#registry.call('putSetting', { key, value: JSON.stringify(this.#current) })
    return this.#current
  }
}
