import type { AllSettings, OwnerSettings, WorkspaceSettings } from '#shared/schemas/app-surface.ts'
import type { RegistryThread } from '../threads/idle-thread.ts'

const key = 'owner_settings'
// The name is from a time with fewer settings of a workspace.
const workspacesKey = 'spending_settings'
const defaultSettings: WorkspaceSettings = { keys_may_spend: false, daily_budget: 0, keys_may_merge: false }

type ByWorkspace = Readonly<Record<string, Partial<WorkspaceSettings>>>

const defaults: OwnerSettings = {
  allow_private_sources: false,
  backup_every_hours: 4,
  backup_keep_last: 10,
  backup_keep_days: 14,
  backup_keep_weeks: 8,
}

/** The variable is for servers whose app nobody opens. */
export function mayFetchPrivately({ allow_private_sources: isAllowed }: OwnerSettings): boolean {
  return isAllowed || process.env['VITRINE_ALLOW_PRIVATE_SOURCES'] === '1'
}

export async function loadOwnerSettings(registry: RegistryThread): Promise<SettingsKeeper> {
  const text = await registry.call('getSetting', { key })
  const stored: Partial<OwnerSettings> = text === undefined ? {} : JSON.parse(text)
  const workspaces = await registry.call('getSetting', { key: workspacesKey })
  return new SettingsKeeper(
    registry,
    { ...defaults, ...stored },
    workspaces === undefined ? {} : JSON.parse(workspaces),
  )
}

export class SettingsKeeper {
  readonly #registry: RegistryThread
  #current: OwnerSettings
  #workspaces: ByWorkspace

  constructor(registry: RegistryThread, current: OwnerSettings, workspaces: ByWorkspace) {
    this.#registry = registry
    this.#current = current
    this.#workspaces = workspaces
  }

  get current(): OwnerSettings {
    return this.#current
  }

  /** Changes the sent settings; they apply at once, and are on disk when this resolves. */
  async change(patch: Partial<OwnerSettings>): Promise<OwnerSettings> {
    this.#current = { ...this.#current, ...patch }
    await this.#registry.call('putSetting', { key, value: JSON.stringify(this.#current) })
    return this.#current
  }

  ofWorkspace(workspaceId: string): WorkspaceSettings {
    return { ...defaultSettings, ...this.#workspaces[workspaceId] }
  }

  async changeWorkspace(workspaceId: string, patch: Partial<WorkspaceSettings>): Promise<void> {
    this.#workspaces = { ...this.#workspaces, [workspaceId]: { ...this.ofWorkspace(workspaceId), ...patch } }
    await this.#registry.call('putSetting', { key: workspacesKey, value: JSON.stringify(this.#workspaces) })
  }

  all(workspaceId: string): AllSettings {
    return { ...this.#current, ...(workspaceId !== '' && this.ofWorkspace(workspaceId)) }
  }
}
