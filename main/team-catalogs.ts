import { createHash } from 'node:crypto'
import type { TeamCatalog } from '#shared/desktop-bridge.ts'
import { membersOf, readJsonFile, writeJsonFile } from './desktop-settings.ts'

export interface KnownTeamCatalog extends TeamCatalog {
  /** The SHA-256 digest of the only accepted certificate; unset if the system's trust decides. */
  readonly certificate?: string
}

const maxKnown = 20

/** The team catalogs opened on this computer, latest first; empty if their file is lost or damaged. */
export class TeamCatalogs {
  readonly #file: string
  #known: readonly KnownTeamCatalog[]

  constructor(file: string) {
    this.#file = file
    this.#known = readKnown(file)
  }

  get all(): readonly KnownTeamCatalog[] {
    return this.#known
  }

  find(origin: string): KnownTeamCatalog | undefined {
    return this.#known.find((each) => each.origin === origin)
  }

  remember(catalog: KnownTeamCatalog): void {
    const others = this.#known.filter(({ origin }) => origin !== catalog.origin)
    this.#write([catalog, ...others].slice(0, maxKnown))
  }

  rename(origin: string, name: string): void {
    if (this.find(origin)?.name === name) return
    this.#write(this.#known.map((each) => (each.origin === origin ? { ...each, name } : each)))
  }

  forget(origin: string): void {
    this.#write(this.#known.filter((each) => each.origin !== origin))
  }

  #write(known: readonly KnownTeamCatalog[]): void {
    this.#known = known
    writeJsonFile(this.#file, known)
  }
}

/**
 * Returns the separate session for a catalog's pages: another certificate at the same address is another
 * server.
 */
export function partitionOf({ origin, certificate = '' }: KnownTeamCatalog): string {
  const digest = createHash('sha256').update(`${origin} ${certificate}`).digest('hex')
  return `persist:team-${digest.slice(0, 32)}`
}

function readKnown(file: string): KnownTeamCatalog[] {
  const list = readJsonFile(file)
  return Array.isArray(list) ? list.flatMap(readCatalog).slice(0, maxKnown) : []
}

function readCatalog(value: unknown): KnownTeamCatalog[] {
  const { origin, name, certificate } = membersOf(value)
  if (typeof origin !== 'string' || !URL.canParse(origin) || typeof name !== 'string') return []
  return [{ origin, name, ...(typeof certificate === 'string' && { certificate }) }]
}
