import type { MenuItemConstructorOptions } from 'electron'
import type { Workspace } from '#shared/app-surface.ts'
import { type CommandId, type CommandMenu, type CommandText, commandTexts } from '#shared/commands.ts'
import type { DesktopSettings } from '#shared/desktop-bridge.ts'

/** What main itself does for a menu item; everything else is a role of the system or a command of the page. */
export type MainAction =
  | 'new-workspace-file'
  | 'open-workspace'
  | 'open-team-catalog'
  | 'show-data-folder'
  | 'documentation'

export interface MenuOptions {
  readonly platform: string
  /** Those that were shown last come first. */
  readonly recent: readonly Workspace[]
  readonly settings: DesktopSettings
  /** Whether the window in front shows a workspace, which commands are about. */
  readonly hasWorkspace: boolean
  readonly runCommand: (command: CommandId) => void
  readonly runAction: (action: MainAction) => void
  readonly openRecent: (workspace: Workspace) => void
  readonly changeSettings: (change: Partial<DesktopSettings>) => void
}

type Items = MenuItemConstructorOptions[]

const separator: MenuItemConstructorOptions = { type: 'separator' }

/** The application menu as data. An item that cannot be used yet is there, disabled, and its label says why. */
export function menuTemplate(options: MenuOptions): Items {
  const isMac = options.platform === 'darwin'
  return [
    ...(isMac ? [{ role: 'appMenu' as const }] : []),
    { label: '&File', submenu: fileItems(options, isMac) },
    { label: '&Edit', submenu: editItems(options) },
    { label: '&Row', submenu: commands(options, 'row') },
    { label: '&View', submenu: viewItems(options) },
    { label: '&Go', submenu: commands(options, 'go') },
    { role: 'window', label: '&Window', submenu: windowItems(isMac) },
    { role: 'help', label: '&Help', submenu: helpItems(options, isMac) },
  ]
}

function fileItems(options: MenuOptions, isMac: boolean): Items {
  const { recent, settings, changeSettings } = options
  return [
    action(options, 'New Workspace File…', 'new-workspace-file', 'CmdOrCtrl+N'),
    action(options, 'Open…', 'open-workspace', 'CmdOrCtrl+O'),
    action(options, 'Open a Team Catalog…', 'open-team-catalog'),
    { label: 'Open Recent', enabled: recent.length > 0, submenu: recentItems(options) },
    separator,
    ...commands(options, 'file'),
    separator,
    toggle('Keep Serving When Windows Are Closed', settings.keepServing, (keepServing) =>
      changeSettings({ keepServing }),
    ),
    toggle('Start at Login', settings.startAtLogin, (startAtLogin) => changeSettings({ startAtLogin })),
    action(options, 'Show Data Folder', 'show-data-folder'),
    separator,
    { role: 'close' },
    ...(isMac ? [] : [{ role: 'quit' as const, accelerator: 'Ctrl+Q' }]),
  ]
}

function recentItems(options: MenuOptions): Items {
  return options.recent.map((workspace) => ({
    id: `recent-${workspace.id}`,
    label: workspace.name,
    toolTip: workspace.file,
    click: () => options.openRecent(workspace),
  }))
}

function editItems(options: MenuOptions): Items {
  const all = commands(options, 'edit')
  const isHistory = ({ id }: MenuItemConstructorOptions): boolean => id === 'undo' || id === 'redo'
  return [
    ...all.filter(isHistory),
    separator,
    { role: 'cut' },
    { role: 'copy' },
    { role: 'paste' },
    { role: 'selectAll' },
    separator,
    ...all.filter((item) => !isHistory(item)),
  ]
}

function viewItems(options: MenuOptions): Items {
  return [
    ...commands(options, 'view'),
    separator,
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { role: 'togglefullscreen' },
    separator,
    { role: 'reload' },
    // Its usual Ctrl+Shift+I belongs to Import.
    { role: 'toggleDevTools', accelerator: 'F12' },
  ]
}

// Spelled out because the ready-made window menu brings a second Close with the same keys.
function windowItems(isMac: boolean): Items {
  return [
    { role: 'minimize' },
    ...(isMac ? [{ role: 'zoom' as const }, separator, { role: 'front' as const }] : []),
  ]
}

function helpItems(options: MenuOptions, isMac: boolean): Items {
  return [
    ...commands(options, 'help'),
    action(options, 'Documentation', 'documentation'),
    separator,
    { id: 'check-for-updates', label: 'Check for Updates (no update server is set up)', enabled: false },
    ...(isMac ? [] : [separator, { role: 'about' as const }]),
  ]
}

/** The commands of the page that belong in one menu, in the order of their table. */
function commands({ platform, hasWorkspace, runCommand }: MenuOptions, menu: CommandMenu): Items {
  const texts: readonly (CommandText & { id: CommandId })[] = commandTexts
  return texts
    .filter((text) => text.menu === menu)
    .map(({ id, label, title, keys, menuKeys }) => ({
      id,
      label: label ?? title,
      enabled: hasWorkspace,
      ...acceleratorOf(keys ?? menuKeys, platform),
      // The page hears its own keys: it knows whether a text is being edited.
      ...(keys !== undefined && { registerAccelerator: false }),
      click: () => runCommand(id),
    }))
}

// On a Mac every accelerator is registered, and a single key would be lost to typing.
function acceleratorOf(keys: string | undefined, platform: string): { accelerator?: string } {
  if (keys === undefined || (platform === 'darwin' && !/[+]|^F\d/.test(keys))) return {}
  return { accelerator: keys.replace('Ctrl', 'CmdOrCtrl') }
}

function toggle(
  label: string,
  checked: boolean,
  set: (checked: boolean) => void,
): MenuItemConstructorOptions {
  return { label, type: 'checkbox', checked, click: (item) => set(item.checked) }
}

function action(
  { runAction }: MenuOptions,
  label: string,
  id: MainAction,
  accelerator?: string,
): MenuItemConstructorOptions {
  return { id, label, ...(accelerator && { accelerator }), click: () => runAction(id) }
}
