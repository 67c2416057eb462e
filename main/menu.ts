import type { MenuItemConstructorOptions } from 'electron'
import type { Workspace } from '#shared/app-surface.ts'
import type { MenuCommand } from '#shared/desktop-bridge.ts'

/** What main itself does for a menu item; everything else is a role of the system or a command of the page. */
export type MainAction = 'new-workspace' | 'open-workspace' | 'show-data-folder' | 'documentation'

export interface MenuOptions {
  readonly platform: string
  readonly recent: readonly Workspace[]
  readonly runCommand: (command: MenuCommand) => void
  readonly runAction: (action: MainAction) => void
  readonly openRecent: (workspace: Workspace) => void
}

const separator: MenuItemConstructorOptions = { type: 'separator' }

/** The application menu as data. An item that cannot be used yet is there, disabled, and its label says why. */
export function menuTemplate(options: MenuOptions): MenuItemConstructorOptions[] {
  const isMac = options.platform === 'darwin'
  return [
    ...(isMac ? [{ role: 'appMenu' as const }] : []),
    { label: '&File', submenu: fileItems(options, isMac) },
    { label: '&Edit', submenu: editItems(options) },
    { label: '&View', submenu: viewItems(options) },
    { role: 'window', label: '&Window', submenu: windowItems(isMac) },
    { role: 'help', label: '&Help', submenu: helpItems(options, isMac) },
  ]
}

function fileItems(options: MenuOptions, isMac: boolean): MenuItemConstructorOptions[] {
  return [
    action(options, 'New Workspace…', 'new-workspace', 'CmdOrCtrl+N'),
    action(options, 'Open…', 'open-workspace', 'CmdOrCtrl+O'),
    { label: 'Open Recent', enabled: options.recent.length > 0, submenu: recentItems(options) },
    separator,
    command(options, 'Import…', 'import', 'CmdOrCtrl+Shift+I'),
    { id: 'export', label: 'Export… (comes with a later version)', enabled: false },
    separator,
    action(options, 'Show Data Folder', 'show-data-folder'),
    separator,
    { role: 'close' },
    ...(isMac ? [] : [{ role: 'quit' as const, accelerator: 'Ctrl+Q' }]),
  ]
}

function recentItems(options: MenuOptions): MenuItemConstructorOptions[] {
  return options.recent.map((workspace) => ({
    id: `recent-${workspace.id}`,
    label: workspace.name,
    toolTip: workspace.file,
    click: () => options.openRecent(workspace),
  }))
}

function editItems(options: MenuOptions): MenuItemConstructorOptions[] {
  return [
    command(options, 'Undo', 'undo', 'CmdOrCtrl+Z'),
    command(options, 'Redo', 'redo', 'Shift+CmdOrCtrl+Z'),
    separator,
    { role: 'cut' },
    { role: 'copy' },
    { role: 'paste' },
    { role: 'selectAll' },
    separator,
    command(options, 'Find…', 'find', 'CmdOrCtrl+F'),
    command(options, 'Find and Replace…', 'replace', 'CmdOrCtrl+H'),
    command(options, 'Quick Search', 'quick-search', 'CmdOrCtrl+Shift+F'),
    separator,
    command(options, 'Add Row', 'add-row'),
    command(options, 'Add Attribute…', 'add-attribute'),
  ]
}

function viewItems(options: MenuOptions): MenuItemConstructorOptions[] {
  return [
    {
      label: 'Theme',
      submenu: [
        command(options, 'Like the System', 'theme-system'),
        command(options, 'Light', 'theme-light'),
        command(options, 'Dark', 'theme-dark'),
      ],
    },
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
function windowItems(isMac: boolean): MenuItemConstructorOptions[] {
  const macItems: MenuItemConstructorOptions[] = [{ role: 'zoom' }, separator, { role: 'front' }]
  return [{ role: 'minimize' }, ...(isMac ? macItems : [])]
}

function helpItems(options: MenuOptions, isMac: boolean): MenuItemConstructorOptions[] {
  return [
    action(options, 'Documentation', 'documentation', 'F1'),
    separator,
    { id: 'check-for-updates', label: 'Check for Updates (no update server is set up)', enabled: false },
    ...(isMac ? [] : [separator, { role: 'about' as const }]),
  ]
}

function command(
  { runCommand }: MenuOptions,
  label: string,
  id: MenuCommand,
  accelerator?: string,
): MenuItemConstructorOptions {
  return { id, label, ...(accelerator && { accelerator }), click: () => runCommand(id) }
}

function action(
  { runAction }: MenuOptions,
  label: string,
  id: MainAction,
  accelerator?: string,
): MenuItemConstructorOptions {
  return { id, label, ...(accelerator && { accelerator }), click: () => runAction(id) }
}
