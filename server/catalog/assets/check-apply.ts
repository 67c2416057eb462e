import { appliedStatuses, type AssetApply, type AssetStatus } from '#shared/assets.ts'
import { parseUuid } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { Job } from '#shared/jobs.ts'
import { message } from '#shared/messages/message.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { countPlanRows, findPlanRows, listFileDetails, listPlanPositions } from '../../store/tables/assets.ts'
import { listIdsByUuid } from '../../store/tables/entities.ts'
import { conflict, Faults, notFound } from '../errors.ts'
import type { RowConflict } from './apply-match.ts'
import type { AssetMatchInput } from './check-match.ts'
import type { FileFacts } from './file-facts.ts'
import { FileMatcher, readProductKeys } from './file-matcher.ts'
import type { AssetRow, StoredPlan } from './plan-files.ts'
import { countAll, getMatch, readMatchInput } from './stored-plan.ts'

/** A row of a plan that is to be written, with the product that it goes to. */
export interface ChosenRow {
  readonly row: number
  readonly product: number
  readonly position?: number | undefined
}

export interface ChosenRows {
  readonly match: string
  readonly rows: readonly ChosenRow[]
  readonly conflicts: readonly RowConflict[]
}

interface CheckApply {
  readonly job_id: string
  readonly body: Partial<AssetApply>
  readonly faults: readonly FieldError[]
}

/**
 * The rows that an application of a plan writes: the accepted ones whose names still mean their product, and
 * the corrected ones. Throws 409 where a match runs, was applied or where every row has changed its meaning.
 */
export function checkAssetApply(
  db: ReadableDb,
  { job_id: id, body, faults: structural }: CheckApply,
): ChosenRows {
  const job = getMatch(db, id, structural)
  if (job.completed_at === null) throw conflict(message('asset.match_runs'))
  if (job.metadata['applied_by'] !== undefined || hasEdited(job))
    throw conflict(message('asset.applied_before'))
  const faults = new Faults(structural)
  const total = countAll(countPlanRows(db, job.id))
  if (total === 0 && job.status === 'completed' && countOf(job) > 0)
    throw notFound(message('asset.plan_gone'))
  const corrections = checkCorrections(db, body, total, faults)
  const accepted = checkAccepted(db, job.id, body.accept, { total, faults })
  faults.throwIfAny()
  const chosen = choose(db, job.id, { accepted, corrections })
  const corrected = (body.corrections ?? []).map(({ index }) => index)
  chosen.unfit.forEach((row) =>
    faults.explain(
      corrected.includes(row)
        ? `corrections[${corrected.indexOf(row)}].index`
        : `accept[${accepted.indexOf(row)}]`,
      'invalid_value',
      message('asset.row_not_fit'),
    ),
  )
  faults.throwIfAny()
  const conflicts = changedRows(db, readMatchInput(db, job.id), chosen.asPlanned)
  const changed = new Set(conflicts.map(({ index }) => index))
  const rows = chosen.rows.filter(({ row }) => !changed.has(row))
  if (rows.length === 0 && conflicts.length > 0) throw conflict(message('asset.all_changed'))
  return { match: job.id, rows, conflicts }
}

function hasEdited({ result }: Job): boolean {
  return result !== null && 'edit_id' in result && result.edit_id !== null && result.edit_id !== undefined
}

function countOf({ result }: Job): number {
  return result !== null && 'files' in result && typeof result.files === 'number' ? result.files : 0
}

interface Correction {
  readonly product: number | null
  readonly position: number | undefined
}

function checkCorrections(
  db: ReadableDb,
  { corrections = [] }: Partial<AssetApply>,
  total: number,
  faults: Faults,
): Map<number, Correction> {
  const found = new Map<number, Correction>()
  corrections.forEach(({ index, entity_id: id, position }, at) => {
    if (index >= total)
      return faults.explain(`corrections[${at}].index`, 'invalid_value', message('asset.no_such_row'))
    const uuid = id === null ? undefined : parseUuid(id)
    const [product] = uuid === undefined ? [] : listIdsByUuid(db, 'product', [uuid])
    if (id !== null && uuid === undefined) faults.add(`corrections[${at}].entity_id`, 'expected_uuid')
    else if (id !== null && product === undefined)
      faults.add(`corrections[${at}].entity_id`, 'referenced_entity_not_found')
    else found.set(index, { product: product ?? null, position })
    return undefined
  })
  return found
}

function checkAccepted(
  db: ReadableDb,
  job: string,
  accept: AssetApply['accept'] | undefined,
  { total, faults }: { readonly total: number; readonly faults: Faults },
): readonly number[] {
  if (accept === undefined) {
    if (!faults.hasErrorFor('accept')) faults.add('accept', 'required')
    return []
  }
  if (typeof accept === 'string') {
    if (accept !== 'all') faults.add('accept', 'invalid_value', ['all'], accept)
    return listPlanPositions(db, job, appliedStatuses)
  }
  accept.forEach((index, at) => {
    if (index >= total) faults.explain(`accept[${at}]`, 'invalid_value', message('asset.no_such_row'))
  })
  return [...new Set(accept)]
}

interface RowChoice {
  readonly rows: readonly ChosenRow[]
  /** Rows that go to the product of the plan, whose meaning is checked again. */
  readonly asPlanned: readonly AssetRow[]
  readonly unfit: readonly number[]
}

const usable: ReadonlySet<AssetStatus> = new Set([
  'matched',
  'replaces',
  'ambiguous',
  'unmatched',
  'too_small',
  'duplicate_of',
])

function choose(
  db: ReadableDb,
  job: string,
  {
    accepted,
    corrections,
  }: { readonly accepted: readonly number[]; readonly corrections: ReadonlyMap<number, Correction> },
): RowChoice {
  const positions = [...new Set([...accepted, ...corrections.keys()])].toSorted((one, other) => one - other)
  const planned = findPlanRows<StoredPlan>(db, job, positions) as AssetRow[]
  const wanted = planned.filter(
    ({ position, status }) => status !== 'already_there' && corrections.get(position)?.product !== null,
  )
  const chosen = wanted.map((row) => {
    const correction = corrections.get(row.position)
    return { row, product: correction?.product ?? row.product, correction }
  })
  return {
    rows: chosen.flatMap(({ row, product, correction }) =>
      product !== null && isUsable(row)
        ? [{ row: row.position, product, position: correction?.position }]
        : [],
    ),
    asPlanned: chosen.flatMap(({ row, correction }) => (correction || !isUsable(row) ? [] : [row])),
    unfit: chosen.flatMap(({ row, product }) => (product === null || !isUsable(row) ? [row.position] : [])),
  }
}

function isUsable({ plan, status }: AssetRow): boolean {
  return plan.hash !== null && usable.has(status)
}

/** Rows whose file the rules give to another product now, or to none. */
function changedRows(db: ReadableDb, { rules }: AssetMatchInput, rows: readonly AssetRow[]): RowConflict[] {
  const matcher = new FileMatcher(
    rules,
    readProductKeys((fn) => fn(db), rules),
  )
  const details = listFileDetails<FileFacts>(
    db,
    rows.flatMap(({ plan }) => plan.hash ?? []),
  )
  return rows.flatMap(({ position, product, plan }) => {
    const { products } = matcher.match(plan.name, details.get(plan.hash ?? '')?.texts ?? {})
    const isSame = products.length === 1 && products[0] === product
    return isSame ? [] : [{ index: position, note: message('asset.changed_meanwhile') }]
  })
}
