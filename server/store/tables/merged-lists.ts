/**
 * Lists of references that a merge changes in place, so that its undo finds everything where it stood. Where something of a list lies
 * in the trash, the order of the others does not tell between which of them it stood: there the merge logs the places.
 */
import type { ReadableDb, WritableDb } from '../database/database.ts'
import { type Json, parseJson, toJson } from '../database/json.ts'
import { logMergeChange } from './merge-changes.ts'

type Layout = readonly (readonly [position: number, target: number])[]

/** By list how it stood before each change that an edit logged, the last first. */
export type LoggedPlaces = ReadonlyMap<string, readonly Layout[]>

/** For a merge, which takes nothing back. */
export const nothingLogged: ReadonlyMap<string, readonly Layout[]> = new Map()

export interface ChangedList {
  readonly source: number
  readonly attribute: number
  /** What stands in it from now on, in order. */
  readonly targets: readonly number[]
}

/** The places that an edit logged. */
export function readLoggedPlaces(db: ReadableDb, edit: string): LoggedPlaces {
  const rows = db.tuples<[list: string, old: Json<Layout>]>(
    "SELECT row, old FROM merge_change WHERE edit = ? AND place = 'list' ORDER BY step DESC",
    edit,
  )
  const byList = Map.groupBy(rows, ([list]) => list)
  return new Map([...byList].map(([list, logged]) => [list, logged.map(([, old]) => parseJson(old))]))
}

/**
 * As `replaceTargets`, but what stays keeps its place, and so does what lies in the trash. A list that is put back as it was takes the places
 * that were logged, where they are still free.
 */
export function changeInPlace(
  tx: WritableDb,
  { source, attribute, targets }: ChangedList,
  logged: LoggedPlaces,
  edit: string | undefined,
): void {
  const ofList = 'WHERE source = +? AND attribute = +?'
  const rows = tx.tuples<[position: number, target: number]>(
    `SELECT position, target FROM reference ${ofList} ORDER BY position`,
    source,
    attribute,
  )
  const trashed = tx.column<number>(`SELECT position FROM trashed_reference ${ofList}`, source, attribute)
  const list = `${source} ${attribute}`
  const stood = trashed.length === 0 ? undefined : findLayout(logged.get(list) ?? [], targets, trashed)
  const places = stood?.map(([position]) => position) ?? placeTargets(rows, trashed, targets)
  tx.run('DELETE FROM reference WHERE source = ? AND attribute = ?', source, attribute)
  const next: Layout = targets.map((target, index) => [places[index] ?? index, target])
  for (const [position, target] of next) {
    tx.run(
      'INSERT INTO reference (source, attribute, position, target) VALUES (?, ?, ?, ?)',
      source,
      attribute,
      position,
      target,
    )
  }
  if (edit !== undefined && trashed.length > 0)
    logMergeChange(tx, edit, { place: 'list', row: list, old: toJson(rows), new: toJson(next) })
}

/** The last layout of the same targets in the same order that leaves what is in the trash alone. */
function findLayout(
  layouts: readonly Layout[],
  targets: readonly number[],
  trashed: readonly number[],
): Layout | undefined {
  return layouts.find(
    (layout) =>
      layout.length === targets.length &&
      layout.every(([position, target], index) => target === targets[index] && !trashed.includes(position)),
  )
}

/**
 * Where each target stands, in order: as many as can stay where they stood, so that there is a free place for each of the others
 * between them; those take the first ones. What lies in the trash keeps its place in any case.
 */
function placeTargets(rows: Layout, taken: readonly number[], targets: readonly number[]): number[] {
  const stood = new Map(rows.map(([position, target]) => [target, position]))
  const own = targets.map((target) => stood.get(target))
  const stays = chooseStaying(own, taken)
  const trashed = new Set(taken)
  let last = -1
  return own.map((position, index) => {
    let place = stays.has(index) && position !== undefined ? position : last + 1
    while (!stays.has(index) && trashed.has(place)) place += 1
    last = place
    return place
  })
}

/** The indexes of the most targets that can stay in order with room between them for the others. */
function chooseStaying(own: readonly (number | undefined)[], taken: readonly number[]): ReadonlySet<number> {
  const free = (from: number, to: number) =>
    to - from - 1 - taken.filter((position) => position > from && position < to).length
  const chains: {
    readonly index: number
    readonly position: number
    readonly length: number
    readonly before: number
  }[] = []
  for (const [index, position] of own.entries()) {
    if (position === undefined) continue
    let [length, before] = free(-1, position) >= index ? [1, -1] : [0, -1]
    chains.forEach((chain, at) => {
      if (chain.length < length || chain.position >= position) return
      if (free(chain.position, position) < index - chain.index - 1) return
      length = chain.length + 1
      before = at
    })
    if (length > 0) chains.push({ index, position, length, before })
  }
  const longest = chains.reduce(
    (best, chain, at) => (chain.length > (chains[best]?.length ?? 0) ? at : best),
    -1,
  )
  const staying = new Set<number>()
  for (let chain = chains[longest]; chain; chain = chains[chain.before]) staying.add(chain.index)
  return staying
}
