/** The trial's knowledge of the workspace: definitions, and ids from answers. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AttributeDefinition } from '#shared/attributes.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { Random } from '../../random.ts'
import { mustRunVitrine } from '../../processes/vitrine.ts'

const maxKnown = 400
const workspaceName = 'Fuzz'

export interface FuzzFolder {
  readonly path: string
  readonly dataDir: string
  readonly key: string
  readonly narrowKey: string
  /** Throws where `vitrine check` finds something. */
  check(): Promise<void>
  remove(): void
}

export async function createFuzzFolder(): Promise<FuzzFolder> {
  const path = mkdtempSync(join(tmpdir(), 'vitrine-trial-fuzz-'))
  const dataDir = join(path, 'data')
  await mustRunVitrine(dataDir, ['workspace', 'create', workspaceName, '--sample'])
  const createKey = async (scopes: string): Promise<string> => {
    const args = ['key', 'create', '--workspace', workspaceName, '--scopes', scopes]
    const { lines } = await mustRunVitrine(dataDir, args)
    return String(lines.find(({ key }) => key !== undefined)?.['key'])
  }
  return {
    path,
    dataDir,
    key: await createKey('all'),
    narrowKey: await createKey('read:products'),
    async check() {
      const { lines } = await mustRunVitrine(dataDir, ['check', '--workspace', workspaceName])
      if (lines.every(({ ok }) => ok !== true)) throw new Error(`vitrine check says ${JSON.stringify(lines)}`)
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}

/** An entity type, a thing such as `job` or `edit`, or the path of the list that holds it. */
type Kind = string

export class World {
  readonly #known = new Map<Kind, string[]>()
  readonly #definitions = new Map<EntityType, AttributeDefinition[]>(entityTypes.map((type) => [type, []]))

  /** Returns one id of that kind, or an unknown id where none is known. */
  pick(random: Random, kind: Kind): string {
    return random.pick(this.#known.get(kind) ?? [unknownId])
  }

  only(kind: Kind): string {
    return this.#known.get(kind)?.[0] ?? unknownId
  }

  has(kind: Kind): boolean {
    return this.#known.has(kind)
  }

  newFile(random: Random, ending: string): string {
    return join(this.pick(random, 'folder of copies'), `written-${random.below(1e9)}${ending}`)
  }

  forget(kind: Kind, value: string): void {
    const left = this.#known.get(kind)?.filter((one) => one !== value) ?? []
    if (left.length > 0) this.#known.set(kind, left)
    else this.#known.delete(kind)
  }

  forgetAll(kind: Kind): void {
    this.#known.delete(kind)
  }

  forgetDefinition(key: string): void {
    const list = this.definitions('product').filter((one) => one.key !== key)
    this.#definitions.set('product', list)
  }

  definitions(type: EntityType): readonly AttributeDefinition[] {
    return this.#definitions.get(type) ?? []
  }

  learnDefinition(definition: AttributeDefinition): void {
    const list = this.#definitions.get(definition.entity_type) ?? []
    const others = list.filter(({ key }) => key !== definition.key)
    this.#definitions.set(definition.entity_type, [...others, definition])
  }

  learn(body: unknown): void {
    if (!isRecord(body)) return
    const { data, pagination, edit_id: edit } = body
    for (const one of [data].flat()) if (isRecord(one)) this.#learnOne(one)
    if (typeof edit === 'string') this.note('edit', edit)
    if (!isRecord(pagination)) return
    if (typeof pagination['next_cursor'] === 'string') this.note('cursor', pagination['next_cursor'])
    if (typeof pagination['snapshot'] === 'string') this.note('snapshot', pagination['snapshot'])
  }

  #learnOne(one: Record<string, unknown>): void {
    const { id, type, hash, job_id: job, edit_id: edit, data, attributes } = one
    if (isRecord(data)) this.#learnOne(data)
    if (typeof edit === 'string') this.note('edit', edit)
    if (typeof hash === 'string') this.note('hash', hash)
    if (typeof job === 'string') this.note('job', job)
    if (typeof id !== 'string') return
    const entityType = entityTypes.find((name) => name === type)
    if (entityType) this.note(entityType, id)
    if (isRecord(attributes) && typeof attributes['sku'] === 'string') this.note('sku', attributes['sku'])
  }

  note(kind: Kind, value: string): void {
    const list = this.#known.get(kind) ?? []
    this.#known.set(kind, list)
    if (!list.includes(value)) list.push(value)
    if (list.length > maxKnown) list.splice(0, 50)
  }
}

const unknownId = '00000000-0000-7000-8000-000000000000'

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
