import { readJsonFile, writeJsonFile, membersOf } from './desktop-settings.ts'
import type { BrowserWindow } from 'electron'
import type { Electron } from './electron.ts'

export interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface WindowBounds extends Bounds {
  readonly maximized: boolean
}

interface State {
  open: string[]
  recent: string[]
  places: Record<string, WindowBounds>
}

const maxRecent = 10
const minimum = { width: 480, height: 320 }

/** The shell's state across runs. A lost or damaged file costs only the stored window positions. */
export class WindowState {
  readonly #file: string
  readonly #state: State

  constructor(file: string) {
    this.#file = file
    this.#state = readState(file)
  }

  get open(): readonly string[] {
    return this.#state.open
  }

  get recent(): readonly string[] {
    return this.#state.recent
  }

  placeOf(workspaceId: string): WindowBounds | undefined {
    return this.#state.places[workspaceId]
  }

  rememberOpen(workspaceIds: readonly string[]): void {
    this.#state.open = [...workspaceIds]
    this.#write()
  }

  rememberRecent(workspaceId: string): void {
    if (this.#state.recent[0] === workspaceId) return
    const others = this.#state.recent.filter((id) => id !== workspaceId)
    this.#state.recent = [workspaceId, ...others].slice(0, maxRecent)
    this.#write()
  }

  saveBounds(workspaceId: string, bounds: WindowBounds): void {
    this.#state.places[workspaceId] = bounds
    this.#write()
  }

  #write(): void {
    writeJsonFile(this.#file, this.#state)
  }
}

/** Returns the stored position if enough of it is on a present screen; a monitor may have been unplugged. */
export function visiblePlace(
  bounds: WindowBounds | undefined,
  screens: readonly Bounds[],
): WindowBounds | undefined {
  return bounds && screens.some((screen) => overlaps(bounds, screen)) ? bounds : undefined
}

function overlaps(place: Bounds, screen: Bounds): boolean {
  const width = Math.min(place.x + place.width, screen.x + screen.width) - Math.max(place.x, screen.x)
  const height = Math.min(place.y + place.height, screen.y + screen.height) - Math.max(place.y, screen.y)
  return width >= 100 && height >= 50
}

function readState(file: string): State {
  const { open, recent, places } = membersOf(readJsonFile(file))
  return {
    open: textsOf(open),
    recent: textsOf(recent),
    places: Object.fromEntries(
      Object.entries(membersOf(places)).filter((entry): entry is [string, WindowBounds] => isPlace(entry[1])),
    ),
  }
}

function textsOf(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((text) => typeof text === 'string') : []
}

function isPlace(place: unknown): place is WindowBounds {
  const { x, y, width, height } = membersOf(place)
  return (
    [x, y, width, height].every((number) => Number.isInteger(number)) &&
    Number(width) >= minimum.width &&
    Number(height) >= minimum.height
  )
}

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
