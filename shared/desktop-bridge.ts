import type { Workspace } from './app-surface.ts'

/** What the desktop menu asks of the page; the page has a command of the same id for each. */
export const menuCommands = [
  'import',
  'undo',
  'redo',
  'quick-search',
  'find',
  'replace',
  'add-row',
  'add-attribute',
  'theme-system',
  'theme-light',
  'theme-dark',
] as const
export type MenuCommand = (typeof menuCommands)[number]

/** The calls that the preload script offers to the page as `window.desktop`; absent in a browser. */
export interface DesktopBridge {
  /** Asks for a workspace file and opens it in its own window; null when the dialog was cancelled. */
  openWorkspace(): Promise<Workspace | null>
  /** Asks where to put a new workspace and opens it; null when the dialog was cancelled. */
  createWorkspace(): Promise<Workspace | null>
  /** Calls back with the id of a menu command; returns the unsubscribe function. */
  onCommand(listener: (command: MenuCommand) => void): () => void
}
