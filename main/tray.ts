import type { MenuItemConstructorOptions, Tray } from 'electron'
import type { Workspace } from '#shared/app-surface.ts'
import type { Electron } from './electron.ts'
import { t } from './text.ts'

export interface TrayOptions {
  readonly electron: Electron
  /** The picture of the icon. */
  readonly icon: string
  readonly origin: string
  readonly open: () => void
  readonly openRecent: (workspace: Workspace) => void
}

/** The icon that stands for the app while it serves without a window. */
export class TrayIcon {
  readonly #options: TrayOptions
  // Who lets go of a tray loses its icon to the garbage collector.
  #tray: Tray | undefined

  constructor(options: TrayOptions) {
    this.#options = options
  }

  /** Shows the icon with its menu, or takes it away. */
  update(isWanted: boolean, recent: readonly Workspace[]): void {
    if (!isWanted) {
      this.#tray?.destroy()
      this.#tray = undefined
      return
    }
    const { electron, icon, open } = this.#options
    if (!this.#tray) {
      this.#tray = new electron.Tray(icon)
      this.#tray.setToolTip('Vitrine')
      this.#tray.on('click', open)
    }
    this.#tray.setContextMenu(electron.Menu.buildFromTemplate(this.#template(recent)))
  }

  #template(recent: readonly Workspace[]): MenuItemConstructorOptions[] {
    const { electron, origin, open, openRecent } = this.#options
    return [
      { id: 'tray-open', label: t('Open Vitrine'), click: open },
      ...recent.slice(0, 5).map((workspace) => ({
        label: workspace.name,
        toolTip: workspace.file,
        click: () => openRecent(workspace),
      })),
      { type: 'separator' },
      { label: t('Serving at {origin}', { origin }), enabled: false },
      {
        label: t('Copy the API Address'),
        click: () => void electron.clipboard.writeText(`${origin}/api/v1`),
      },
      { type: 'separator' },
      { id: 'tray-quit', label: t('Quit Vitrine'), click: () => electron.app.quit() },
    ]
  }
}
