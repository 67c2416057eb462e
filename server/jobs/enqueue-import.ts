import { entityTypes, type EntityType, pluralOf } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { Answer } from '../catalog/answer.ts'
import { Faults } from '../catalog/errors.ts'
import type { ImportRequest } from '../catalog/imports/import-state.ts'
import type { WritableDb } from '../store/database.ts'
import { attributesOf } from '../store/attributes.ts'
import { enqueueJob } from './queue.ts'

/** The fields of `POST /imports` as any edge parses them; their meaning is checked here. */
export interface ImportFields {
  readonly type?: string | undefined
  readonly format?: string | undefined
  readonly merge_key?: string | undefined
  readonly mapping?: Readonly<Record<string, string | null>>
  readonly create_missing_attributes?: boolean
  readonly empty_cells?: string | undefined
  readonly dry_run?: boolean
}

export interface EnqueueImport {
  /** The id that the job gets; the uploaded file is named after it. */
  readonly id: string
  readonly file: string
  /** As the sender named it, for people. */
  readonly fileName: string
  readonly fields: ImportFields
  readonly faults: readonly FieldError[]
  readonly context: ImportRequest['context']
}

/** Queues the import of an uploaded file: 202 with the job. What is wrong inside the file ends the job as failed. */
export function enqueueImport(tx: WritableDb, request: EnqueueImport): Answer {
  const { id, file, fileName, fields, context } = request
  const faults = new Faults(request.faults)
  const type = parseType(fields.type, faults)
  const { format = 'csv', empty_cells: emptyCells = 'ignore', merge_key: mergeKey } = fields
  if (format !== 'csv') faults.add('format', 'invalid_value', ['csv'])
  if (emptyCells !== 'ignore' && emptyCells !== 'clear')
    faults.add('empty_cells', 'invalid_value', ['ignore', 'clear'])
  if (type && mergeKey !== undefined) checkMergeKey(tx, type, mergeKey, fields, faults)
  faults.settle()

  const input: ImportRequest = {
    mapping: {},
    create_missing_attributes: false,
    dry_run: false,
    ...fields,
    type: type as EntityType,
    merge_key: mergeKey,
    empty_cells: emptyCells as ImportRequest['empty_cells'],
    file,
    // The job tells through which door the file came; what it writes came from a file.
    context: { ...context, via: 'import' },
  }
  const metadata = { workflow: 'import', via: context.via, file: fileName, type, dry_run: input.dry_run }
  return enqueueJob(tx, { uuid: id, name: 'import', input, metadata })
}

// Sources come from a job that fetches them, not from a table.
const importableTypes = entityTypes.filter((type) => type !== 'source')

function parseType(type: string | undefined, faults: Faults): EntityType | undefined {
  if (type === undefined) return faults.add('type', 'required')
  const found = importableTypes.find((known) => known === type || pluralOf[known] === type)
  return found ?? faults.add('type', 'invalid_value', importableTypes)
}

function checkMergeKey(
  tx: WritableDb,
  type: EntityType,
  mergeKey: string,
  { create_missing_attributes: mayCreate }: ImportFields,
  faults: Faults,
): void {
  const attribute = attributesOf(tx, type).byKey.get(mergeKey)
  if (attribute && attribute.traits.family !== 'text') faults.add('merge_key', 'not_a_text_attribute')
  const isName = attributesOf(tx, type).list.some(({ name }) => name.toLowerCase() === mergeKey.toLowerCase())
  if (!attribute && !isName && !mayCreate) faults.add('merge_key', 'not_a_defined_attribute')
}
