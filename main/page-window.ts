import type { BrowserWindow } from 'electron'
import type { Electron } from './electron.ts'
import { visiblePlace, type WindowState } from './window-state.ts'

export interface PageWindow {
  readonly key: string
  readonly title: string
  /** The built preload script; a page without one has no bridge to this computer. */
  readonly preload?: string
  readonly partition?: string
}

const defaultSize: { width: number; height: number; maximized?: boolean } = { width: 1360, height: 860 }
const minimumSize = { minWidth: 480, minHeight: 320 }

/** Creates a page's window at its last position; it stays hidden until the page can be painted. */
export function createPageWindow(
  electron: Electron,
  state: WindowState,
  { key, title, preload, partition }: PageWindow,
): BrowserWindow {
  const screens = electron.screen.getAllDisplays().map(({ workArea }) => workArea)
  const { maximized = false, ...bounds } = visiblePlace(state.placeOf(key), screens) ?? defaultSize
  const window = new electron.BrowserWindow({
    ...bounds,
    ...minimumSize,
    title,
    show: false,
    backgroundColor: electron.nativeTheme.shouldUseDarkColors ? '#16181d' : '#ffffff',
    webPreferences: {
      ...(preload !== undefined && { preload }),
      ...(partition !== undefined && { partition }),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    },
  })
  if (maximized) window.maximize()
  window.once('ready-to-show', () => window.show())
  return window
}

export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

export function boundsOf(window: BrowserWindow) {
  return { ...window.getNormalBounds(), maximized: window.isMaximized() }
}
