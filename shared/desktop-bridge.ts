import type { Workspace } from './app-surface.ts'
import type { CommandId } from './commands.ts'
import type { PageCommandId } from './page-commands.ts'

/** The owner's settings of the app on this computer; main stores them in the data folder. */
export interface DesktopSettings {
  /** The API is served on when the last window has been closed; an icon in the tray stands for the app. */
  readonly keepServing: boolean
  readonly startAtLogin: boolean
  /** A notification of the system tells when a long job has ended while no window of ours is in front. */
  readonly notifyOfJobs: boolean
}

/** A file of the owner that a page may name: a workspace or, with its id, one of its backups. */
export interface CustomFile {
  readonly workspaceId: string
  readonly backupId?: string
}

/** In the address of the start page: it asks at once for the address of a team catalog. */
export const teamQuestion = '#team'

/** A team's catalog on a server elsewhere that was opened before on this computer. */
export interface TeamCatalog {
  readonly origin: string
  /** The name of the workspace that was shown last; the host until one was. */
  readonly name: string
}

/** Why a team catalog was not opened. */
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
  /** Asks where to put a new workspace and opens it; null when the dialog was cancelled. */
  createWorkspace(): Promise<Workspace | null>
  /** Opens a workspace file (a `File` that was dropped on the window); null when it cannot be opened, which has been told. */
  openDropped(file: object): Promise<Workspace | null>
  listTeamCatalogs(): Promise<readonly TeamCatalog[]>
  /** Opens the catalog of a team by its address or by an invitation; answers why not, or null once it is open. */
  openTeamCatalog(address: string): Promise<TeamRefusal | null>
  forgetTeamCatalog(origin: string): Promise<void>
  /** Pastes what is on the clipboard where the focus is, as the paste of the Edit menu does. */
  paste(): Promise<void>
  /** Asks for a folder of this computer under a title; its whole path, or null when the dialog was cancelled. */
  chooseFolder(title: string): Promise<string | null>
  /** Shows the file in the file manager of the system; rejects when it is not there any more. */
  showInFolder(file: CustomFile): Promise<void>
  /** Calls back with the name of each file that this page has saved; returns the unsubscribe function. */
  onSaved(listener: (name: string) => void): () => void
  showSaved(name: string): Promise<void>
  readSettings(): Promise<DesktopSettings>
  changeSettings(change: Partial<DesktopSettings>): Promise<DesktopSettings>
  followLanguage(language: string): Promise<void>
  onCommand(listener: (command: CommandId | PageCommandId) => void): () => void
}
