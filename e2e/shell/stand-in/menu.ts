import type { MenuItemConstructorOptions } from 'electron'
import { record } from './record.ts'

/** The keys of the system's own items; our own item with the same keys would never get them. */
const keysOfRoles: Record<string, string | undefined> = {
  undo: 'CmdOrCtrl+Z',
  redo: 'Shift+CmdOrCtrl+Z',
  cut: 'CmdOrCtrl+X',
  copy: 'CmdOrCtrl+C',
  paste: 'CmdOrCtrl+V',
  selectAll: 'CmdOrCtrl+A',
  close: 'CmdOrCtrl+W',
  minimize: 'CmdOrCtrl+M',
  reload: 'CmdOrCtrl+R',
  resetZoom: 'CmdOrCtrl+0',
  zoomIn: 'CmdOrCtrl+Plus',
  zoomOut: 'CmdOrCtrl+-',
  togglefullscreen: 'F11',
}

interface BuiltMenu {
  readonly items: MenuItemConstructorOptions[]
  popup(): void
}

let current: BuiltMenu | null = null

export const Menu = {
  buildFromTemplate(template: MenuItemConstructorOptions[]): BuiltMenu {
    checkItems(template)
    return { items: template, popup: () => void record.contextMenus.push(template.map(nameOf)) }
  },
  setApplicationMenu(menu: BuiltMenu | null): void {
    current = menu
  },
  getApplicationMenu: () => current,
}

export function menuItems(): MenuItemConstructorOptions[] {
  return flatten(current?.items ?? [])
}

export function chooseMenuItem(id: string): void {
  const item = menuItems().find((candidate) => candidate.id === id)
  if (!item || item.enabled === false) throw new Error(`There is no menu item ${id} that can be chosen.`)
  ;(item.click as (item: object) => void)({ checked: item.checked !== true })
}

function checkItems(template: MenuItemConstructorOptions[]): void {
  const takenBy = new Map<string, string>()
  for (const item of flatten(template)) {
    const name = nameOf(item)
    const keys = keysOf(item)
    if (keys === undefined) continue
    const other = takenBy.get(keys)
    if (other) throw new Error(`${keys} belongs to two menu items: ${other} and ${name}.`)
    takenBy.set(keys, name)
  }
}

function nameOf({ label, role, type }: MenuItemConstructorOptions): string {
  const name = label ?? role ?? type
  if (!name) throw new Error('A menu item has neither label nor role.')
  return name
}

function keysOf({ accelerator, role }: MenuItemConstructorOptions): string | undefined {
  return (accelerator ?? keysOfRoles[role ?? ''])?.toLowerCase()
}

function flatten(items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flatten(item.submenu) : [])])
}
