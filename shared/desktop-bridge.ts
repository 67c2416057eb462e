import type { Workspace } from './app-surface.ts'
import type { CommandId } from './commands.ts'
import type { PageCommandId } from './page-commands.ts'

/** The owner's settings of the app on this computer; main stores them in the data folder. */
export interface DesktopSettings {
  /**
   * The API is still served after the last window has been closed; an icon in the tray represents the app.
   */
  readonly keepServing: boolean
  readonly startAtLogin: boolean
  /** A system notification reports the end of a long job while no window of ours is in front. */
  readonly notifyOfJobs: boolean
  /** The app asks the builder's address once a day whether there is a new version. */
  readonly lookForUpdates: boolean
}

export interface CustomFile {
  readonly workspaceId: string
  readonly backupId?: string
}

/** The hash of the start page's address that asks at once for the address of a team catalog. */
export const openTeamCatalogHash = '#team'

/** A team's catalog on a server elsewhere that was opened before on this computer. */
export interface TeamCatalog {
  readonly origin: string
  readonly name: string
}

export const teamRefusals = [
  'no_address',
  'not_encrypted',
  'unreachable',
  'untrusted',
  'other_certificate',
  'no_team_server',
] as const
export type TeamRefusal = (typeof teamRefusals)[number]

/** The calls that the preload script offers to the page as `window.desktop`; absent in a browser. */
export interface DesktopBridge {
  /** Asks for a workspace file and opens it in its own window; null when the dialog was cancelled. */
  openWorkspace(): Promise<Workspace | null>
  createWorkspace(): Promise<Workspace | null>
  /**
   * Opens a workspace file (a `File` that was dropped on the window); null when it cannot be opened, after
   * an error dialog.
   */
  openDropped(file: object): Promise<Workspace | null>
  listTeamCatalogs(): Promise<readonly TeamCatalog[]>
  /** Opens the catalog of a team by its address or by an invitation; answers why not, or null once it is open. */
  openTeamCatalog(address: string): Promise<TeamRefusal | null>
  forgetTeamCatalog(origin: string): Promise<void>
  paste(): Promise<void>
  /**
   * Asks for a folder of this computer under a title; returns its whole path, or null when the dialog was
   * cancelled.
   */
  chooseFolder(title: string): Promise<string | null>
  /** Shows the file in the file manager of the system; rejects when it no longer exists. */
  showInFolder(file: CustomFile): Promise<void>
  onSaved(listener: (name: string) => void): () => void
  showSaved(name: string): Promise<void>
  readSettings(): Promise<DesktopSettings>
  /** The host where new versions are looked for; null where this installation looks for none. */
  readUpdateHost(): Promise<string | null>
  changeSettings(change: Partial<DesktopSettings>): Promise<DesktopSettings>
  followLanguage(language: string): Promise<void>
  onCommand(listener: (command: CommandId | PageCommandId) => void): () => void
}
