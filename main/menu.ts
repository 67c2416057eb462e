import type { MenuItemConstructorOptions } from 'electron'
import type { Workspace } from '#shared/app-surface.ts'
import { type CommandMenu, type PageCommandId, pageCommands } from '#shared/page-commands.ts'
import { type CommandId, commandTexts } from '#shared/commands.ts'
import type { DesktopSettings } from '#shared/desktop-bridge.ts'
import { t } from './app-language.ts'
import type { UpdateMenuItem } from './updates.ts'

export type MainAction =
  | 'new-workspace-file'
  | 'open-workspace'
  | 'open-team-catalog'
  | 'share-on-network'
  | 'install-command'
  | 'check-for-updates'
  | 'show-data-folder'
  | 'documentation'

export interface MenuOptions {
  readonly platform: string
  readonly recent: readonly Workspace[]
  readonly settings: DesktopSettings
  readonly hasWorkspace: boolean
  readonly updates: UpdateMenuItem
  /** Whether this installation can look for new versions at all. */
  readonly canLookForUpdates: boolean
  readonly runCommand: (command: CommandId | PageCommandId) => void
  readonly runAction: (action: MainAction) => void
  readonly openRecent: (workspace: Workspace) => void
  readonly changeSettings: (change: Partial<DesktopSettings>) => void
}

type Items = MenuItemConstructorOptions[]

const separator: MenuItemConstructorOptions = { type: 'separator' }

/**
 * Returns the application menu as data. An item that cannot be used yet is disabled, and its label says
 * why.
 */
export function menuTemplate(options: MenuOptions): Items {
  const isMac = options.platform === 'darwin'
  return [
    ...(isMac ? [{ role: 'appMenu' as const, submenu: appItems() }] : []),
    { label: t('&File'), submenu: fileItems(options, isMac) },
    { label: t('&Edit'), submenu: editItems(options) },
    { label: t('&Row'), submenu: commands(options, 'row') },
    { label: t('&View'), submenu: viewItems(options) },
    { label: t('&Go'), submenu: commands(options, 'go') },
    { role: 'window', label: t('&Window'), submenu: windowItems(isMac) },
    { role: 'help', label: t('&Help'), submenu: helpItems(options, isMac) },
  ]
}

function fileItems(options: MenuOptions, isMac: boolean): Items {
  const { recent, settings, changeSettings } = options
  return [
    action(options, t('New Workspace File…'), 'new-workspace-file', 'CmdOrCtrl+N'),
    action(options, t('Open…'), 'open-workspace', 'CmdOrCtrl+O'),
    action(options, t('Open a Team Catalog…'), 'open-team-catalog'),
    { label: t('Open Recent'), enabled: recent.length > 0, submenu: recentItems(options) },
    separator,
    ...commands(options, 'file'),
    separator,
    toggle(t('Keep Serving When Windows Are Closed'), settings.keepServing, (keepServing) =>
      changeSettings({ keepServing }),
    ),
    toggle(t('Start at Login'), settings.startAtLogin, (startAtLogin) => changeSettings({ startAtLogin })),
    action(options, t('Share on My Network…'), 'share-on-network'),
    action(options, t('Install the Command Line…'), 'install-command'),
    action(options, t('Show Data Folder'), 'show-data-folder'),
    separator,
    { role: 'close', label: t('Close Window') },
    ...(isMac ? [] : [{ role: 'quit' as const, label: t('Quit Vitrine'), accelerator: 'Ctrl+Q' }]),
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
    { role: 'cut', label: t('Cut') },
    { role: 'copy', label: t('Copy') },
    { role: 'paste', label: t('Paste') },
    { role: 'selectAll', label: t('Select All') },
    separator,
    ...all.filter((item) => !isHistory(item)),
  ]
}

function viewItems(options: MenuOptions): Items {
  return [
    ...commands(options, 'view'),
    separator,
    { role: 'resetZoom', label: t('Actual Size') },
    { role: 'zoomIn', label: t('Zoom In') },
    { role: 'zoomOut', label: t('Zoom Out') },
    { role: 'togglefullscreen', label: t('Full Screen') },
    separator,
    { role: 'reload', label: t('Reload') },
    { role: 'toggleDevTools', label: t('Developer Tools'), accelerator: 'F12' },
  ]
}

/** Spelled out because the system's own menu is in the system's language, not the app's. */
function appItems(): Items {
  return [
    { role: 'about', label: t('About Vitrine') },
    separator,
    { role: 'services', label: t('Services') },
    separator,
    { role: 'hide', label: t('Hide Vitrine') },
    { role: 'hideOthers', label: t('Hide Others') },
    { role: 'unhide', label: t('Show All') },
    separator,
    { role: 'quit', label: t('Quit Vitrine') },
  ]
}

// Spelled out because the ready-made window menu brings a second Close with the same keys.
function windowItems(isMac: boolean): Items {
  return [
    { role: 'minimize', label: t('Minimize') },
    ...(isMac
      ? [
          { role: 'zoom' as const, label: t('Zoom¦of a window') },
          separator,
          { role: 'front' as const, label: t('Bring All to Front') },
        ]
      : []),
  ]
}

function helpItems(options: MenuOptions, isMac: boolean): Items {
  return [
    ...commands(options, 'help'),
    action(options, t('Documentation'), 'documentation'),
    separator,
    { ...action(options, options.updates.label, 'check-for-updates'), enabled: options.updates.isEnabled },
    ...(options.canLookForUpdates ? [lookForUpdates(options)] : []),
    ...(isMac ? [] : [separator, { role: 'about' as const, label: t('About Vitrine') }]),
  ]
}

function lookForUpdates({ settings, changeSettings }: MenuOptions): MenuItemConstructorOptions {
  return toggle(t('Look for New Versions Every Day'), settings.lookForUpdates, (isWanted) =>
    changeSettings({ lookForUpdates: isWanted }),
  )
}

const allCommands = [...pageCommands, ...commandTexts]

type Command = (typeof allCommands)[number]

function commands({ platform, hasWorkspace, runCommand }: MenuOptions, menu: CommandMenu): Items {
  return allCommands
    .filter((command) => 'menu' in command && command.menu === menu)
    .map((command) => ({
      id: command.id,
      label: 'label' in command ? t(command.label) : t(command.title),
      enabled: hasWorkspace,
      ...acceleratorOf(keysOf(command), platform),
      ...('keys' in command && { registerAccelerator: false }),
      click: () => runCommand(command.id),
    }))
}

function keysOf(command: Command): string | undefined {
  if ('keys' in command) return command.keys
  return 'menuKeys' in command ? command.menuKeys : undefined
}

// On a Mac every accelerator is registered, and a single key could no longer be typed.
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
