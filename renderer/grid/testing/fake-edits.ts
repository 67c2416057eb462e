import type { EntityType } from '#shared/entities.ts'
import type { FakeServer } from './fake-server.ts'

type Values = Record<string, unknown>

export interface StoredEdit {
  readonly type: EntityType
  readonly changes: readonly { readonly id: string; readonly before: Values; readonly after: Values }[]
}

interface Edit {
  readonly id: string
  readonly attributes: Values
  readonly if?: Values
}

/** `POST /edits`: each edit is applied, refused or left because its value has changed. */
export function answerEdits(server: FakeServer, body: unknown) {
  const { type, edits } = body as { type: EntityType; edits: readonly Edit[] }
  return apply(server, type, edits)
}

/** `POST /edits/{id}/undo`: values that are unchanged since the edit get back the earlier value. */
export function answerUndo(server: FakeServer, editId: string) {
  const edit = server.edits.get(editId)
  if (!edit) throw new Error(`There is no edit ${editId}.`)
  const edits = edit.changes.map(({ id, before, after }) => ({ id, attributes: before, if: after }))
  return apply(server, edit.type, edits)
}

function apply(server: FakeServer, type: EntityType, edits: readonly Edit[]) {
  const changes: StoredEdit['changes'][number][] = []
  const data = edits.map(({ id, attributes, if: expected = {} }, index) => {
    const { values } = server.get(id)
    const current = pick(values, Object.keys(expected))
    if (JSON.stringify(toIds(expected)) !== JSON.stringify(current))
      return { status: 'changed_meanwhile', index, id, current, ...writersOf(server, Object.keys(current)) }
    const field_errors = server.faultsOf(type, attributes, id)
    const error = { code: 'validation_failed', message: 'Faults.', field_errors, is_retriable: false }
    if (field_errors.length > 0) return { status: 'refused', index, id, error }
    changes.push({ id, before: pick(values, Object.keys(attributes)), after: attributes })
    server.write(id, attributes)
    return { status: 'applied', index, data: server.toResource(server.get(id)) }
  })
  const edit_id = changes.length === 0 ? null : server.newId()
  if (edit_id !== null) server.edits.set(edit_id, { type, changes })
  const count = (status: string): number => data.filter((one) => one.status === status).length
  return { data, edit_id, summary: { applied: count('applied'), refused: count('refused') } }
}

function writersOf({ otherWriter: writer }: FakeServer, keys: readonly string[]): object {
  if (writer === undefined) return {}
  const of = (value: unknown): object => Object.fromEntries(keys.map((key) => [key, value]))
  return { changed_by: of(writer.actor), changed_at: of(writer.at) }
}

function pick(values: Values, keys: readonly string[]): Values {
  return Object.fromEntries(keys.map((key) => [key, values[key] ?? null]))
}

/** A condition has references as stubs; the fake stores them by id. */
function toIds(values: Values): Values {
  const toId = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && 'id' in value ? value.id : value
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, Array.isArray(value) ? value.map(toId) : toId(value)]),
  )
}
