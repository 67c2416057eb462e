import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AttributeConfig, AttributeCreate } from '#shared/attributes.ts'
import type { EntityResource, EntityType, UpsertableType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { EventRecord } from '#shared/events.ts'
import type { ReadGuard } from '#shared/interrupted.ts'
import type { Pagination } from '#shared/paging.ts'
import { type Answer, parseAnswer } from '../catalog/answer.ts'
import { createAttribute } from '../catalog/attributes/define-attribute.ts'
import { createEntity } from '../catalog/entities/create-entity.ts'
import { CatalogError } from '../catalog/errors.ts'
import type { WriteContext } from '../catalog/events/record-event.ts'
import { listEntities } from '../catalog/query/list-entities.ts'
import type { ListRequest } from '../catalog/query/list-request.ts'
import { type Database, openDatabase, type ReadableDb, type WritableDb } from '../store/database/database.ts'
import type { WriterRequests } from '../store/database/writer-requests.ts'
import { listEventsAfter } from '../store/tables/events.ts'
import { workspaceFormat } from '../store/file/migrate.ts'

export const testContext: WriteContext = {
  actor: { type: 'api_key', id: 'test', name: 'test' },
  via: 'api',
  request_id: null,
  job_id: null,
}

const schema = workspaceFormat.migrations.map(({ sql }) => sql).join('\n')

/** A workspace file in a temporary folder with the catalog on top, for tests that need no server. */
export class ScratchCatalog implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'vitrine-catalog-'))
  readonly #database = openDatabase(join(this.#folder, 'scratch.vitrine'))

  constructor() {
    // A thousand small writes would wait for the disk a thousand times, and tests need no durability.
    this.#database.sqlite.pragma('synchronous = OFF')
    this.write((tx) => tx.exec(schema))
  }

  write<T>(fn: (tx: WritableDb) => T): T {
    return this.#database.write(fn)
  }

  read<T>(fn: (db: ReadableDb) => T, guard?: ReadGuard): T {
    return this.#database.read(fn, guard)
  }

  openReader(): Database {
    return openDatabase(this.#database.sqlite.name, { readonly: true, requests: this.requests })
  }

  get requests(): WriterRequests {
    return this.#database.requests
  }

  define(entityType: EntityType, name: string, rest: Partial<AttributeCreate> = {}): AttributeConfig {
    const body = { name, entity_type: entityType, data_type: 'single_line_text_field', ...rest }
    return this.answer<AttributeConfig>((tx) =>
      createAttribute(tx, { body, faults: [], context: testContext }),
    ).data
  }

  create(type: UpsertableType, attributes: Record<string, unknown> = {}, parentId?: string): EntityResource {
    const body = { attributes, ...(parentId !== undefined && { parent_id: parentId }) }
    return this.answer<EntityResource>((tx) =>
      createEntity(tx, { type, body, faults: [], context: testContext }),
    ).data
  }

  list(
    type: EntityType,
    request: Partial<ListRequest> = {},
  ): { data: EntityResource[]; pagination: Pagination } {
    const whole: ListRequest = { limit: 50, offset: 0, sort: [], clauses: [], join: 'and', ...request }
    const answer = this.read((db) => listEntities(db, { type, request: whole, faults: [] }))
    return parseAnswer(answer)
  }

  answer<Data>(fn: (tx: WritableDb) => Answer): { status: number; data: Data } {
    const answer = this.write(fn)
    return { status: answer.status, ...parseAnswer<{ data: Data }>(answer) }
  }

  events(): EventRecord[] {
    return this.read((db) => listEventsAfter(db, 0, 10_000))
  }

  [Symbol.dispose](): void {
    this.#database.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

export function refusal(fn: () => unknown): {
  code: string
  fieldErrors: readonly FieldError[]
  message: string
} {
  try {
    fn()
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    const { code, fieldErrors, message } = error
    return { code, fieldErrors, message }
  }
  throw new Error('The call was expected to be refused, but it succeeded.')
}
