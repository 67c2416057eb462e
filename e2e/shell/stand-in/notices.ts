import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import type {
  Menu,
  MenuItemConstructorOptions,
  Notification as RealNotification,
  Tray as RealTray,
} from 'electron'
import type { Like } from './like.ts'
import { record } from './record.ts'

export const trays = new Set<Tray>()

export class Tray extends EventEmitter implements Like<RealTray> {
  items: MenuItemConstructorOptions[] = []

  constructor(icon: string) {
    super()
    if (!existsSync(icon)) throw new Error(`There is no picture ${icon} for the tray.`)
    trays.add(this)
  }

  setToolTip(): void {}

  setContextMenu(menu: Menu | null): void {
    this.items = (menu?.items ?? []) as unknown as MenuItemConstructorOptions[]
  }

  destroy(): void {
    trays.delete(this)
  }
}

export class Notification extends EventEmitter implements Like<RealNotification> {
  readonly #options: { title?: string; body?: string }

  static isSupported(): boolean {
    return true
  }

  constructor(options: { title?: string; body?: string } = {}) {
    super()
    this.#options = options
  }

  show(): void {
    record.notifications.push(this.#options)
  }
}
