import type { AllSettings, OwnerSettings, SpendingSettings } from '#shared/schemas/owner-settings.ts'
import type { RegistryThread } from '../threads/registry-thread.ts'

const key = 'owner_settings'
const spendingKey = 'spending_settings'
const noSpending: SpendingSettings = { keys_may_spend: false, daily_budget: 0 }

type SpendingByWorkspace = Readonly<Record<string, SpendingSettings>>

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
  const spending = await registry.call('getSetting', { key: spendingKey })
  return new SettingsKeeper(
    registry,
    { ...defaults, ...stored },
    spending === undefined ? {} : JSON.parse(spending),
  )
}

/** The owner's settings, in memory and in the data folder. */
export class SettingsKeeper {
  readonly #registry: RegistryThread
  #current: OwnerSettings
  #spending: SpendingByWorkspace

  constructor(registry: RegistryThread, current: OwnerSettings, spending: SpendingByWorkspace) {
    this.#registry = registry
    this.#current = current
    this.#spending = spending
  }

  get current(): OwnerSettings {
    return this.#current
  }

  /** Changes what is named; in force at once, on the disk when this resolves. */
  async change(patch: Partial<OwnerSettings>): Promise<OwnerSettings> {
    this.#current = { ...this.#current, ...patch }
    await this.#registry.call('putSetting', { key, value: JSON.stringify(this.#current) })
    return this.#current
  }

  /** What may be spent in a workspace. */
  spendingOf(workspaceId: string): SpendingSettings {
    return this.#spending[workspaceId] ?? noSpending
  }

  /** As `change`, for one workspace. */
  async changeSpending(workspaceId: string, patch: Partial<SpendingSettings>): Promise<void> {
    this.#spending = { ...this.#spending, [workspaceId]: { ...this.spendingOf(workspaceId), ...patch } }
    await this.#registry.call('putSetting', { key: spendingKey, value: JSON.stringify(this.#spending) })
  }

  /** The settings of the program, with those of a workspace where one is named. */
  all(workspaceId: string): AllSettings {
    return { ...this.#current, ...(workspaceId !== '' && this.spendingOf(workspaceId)) }
  }
}
