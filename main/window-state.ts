import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface WindowPlace extends Bounds {
  readonly maximized: boolean
}

interface State {
  /** The workspaces whose windows were open at the end, in order. */
  open: string[]
  places: Record<string, WindowPlace>
}

const minimum = { width: 480, height: 320 }

/** What the shell remembers from run to run. A lost or damaged file costs nothing but the remembered places. */
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

  placeOf(workspaceId: string): WindowPlace | undefined {
    return this.#state.places[workspaceId]
  }

  rememberOpen(workspaceIds: readonly string[]): void {
    this.#state.open = [...workspaceIds]
    this.#write()
  }

  rememberPlace(workspaceId: string, place: WindowPlace): void {
    this.#state.places[workspaceId] = place
    this.#write()
  }

  #write(): void {
    const temporary = `${this.#file}.new`
    try {
      mkdirSync(dirname(this.#file), { recursive: true })
      writeFileSync(temporary, JSON.stringify(this.#state, null, 2))
      renameSync(temporary, this.#file)
    } catch {
      // A full disk must not keep a window from opening or closing over its remembered place.
    }
  }
}

/** The remembered place when enough of it lies on a screen that is there now; a monitor may have been unplugged. */
export function visiblePlace(
  place: WindowPlace | undefined,
  screens: readonly Bounds[],
): WindowPlace | undefined {
  return place && screens.some((screen) => overlaps(place, screen)) ? place : undefined
}

function overlaps(place: Bounds, screen: Bounds): boolean {
  const width = Math.min(place.x + place.width, screen.x + screen.width) - Math.max(place.x, screen.x)
  const height = Math.min(place.y + place.height, screen.y + screen.height) - Math.max(place.y, screen.y)
  return width >= 100 && height >= 50
}

function readState(file: string): State {
  try {
    const { open, places } = JSON.parse(readFileSync(file, 'utf8')) as Partial<State>
    return {
      open: Array.isArray(open) ? open.filter((id) => typeof id === 'string') : [],
      places: Object.fromEntries(Object.entries(places ?? {}).filter(([, place]) => isPlace(place))),
    }
  } catch {
    return { open: [], places: {} }
  }
}

function isPlace(place: unknown): place is WindowPlace {
  const { x, y, width, height } = place as Partial<WindowPlace>
  return (
    [x, y, width, height].every((number) => Number.isInteger(number)) &&
    (width as number) >= minimum.width &&
    (height as number) >= minimum.height
  )
}
