import type { EntityResource } from '#shared/entities.ts'
import type { CellOrigins } from '#shared/schemas/grid.ts'

/** Where a value comes from that its entity does not hold itself. */
export interface CellOrigin {
  readonly kind: 'inherited' | 'rolled_up'
  /** The label of the parent that an inherited value comes from, where it has one. */
  readonly from: string | null
}

/** The cells of one row that show what is not their own, by key. */
export type RowOrigins = ReadonlyMap<string, CellOrigin>

interface OriginPorts {
  readonly fetchOrigins: (ids: readonly string[]) => Promise<CellOrigins>
  readonly fetchByIds: (ids: readonly string[]) => Promise<readonly EntityResource[]>
}

/** By id, which cells of some rows show a value of the parent or of the variants. */
export async function readOrigins(
  rows: readonly EntityResource[],
  { fetchOrigins, fetchByIds }: OriginPorts,
): Promise<ReadonlyMap<string, RowOrigins>> {
  const origins = await fetchOrigins(rows.map(({ id }) => id))
  const inheriting = rows.filter(({ id }) => Object.values(origins[id] ?? {}).includes('inherited'))
  const ids = [...new Set(inheriting.flatMap(({ parent_id: id }) => id ?? []))]
  const parents = ids.length === 0 ? [] : await fetchByIds(ids)
  const labels = new Map(parents.map(({ id, label }) => [id, label]))
  return new Map(rows.map((row) => [row.id, toRowOrigins(row, origins[row.id], labels)]))
}

function toRowOrigins(
  { parent_id: parentId }: EntityResource,
  origins: CellOrigins[string] | undefined,
  labels: ReadonlyMap<string, string | null>,
): RowOrigins {
  const from = labels.get(parentId ?? '') ?? null
  return new Map(
    // That a column is computed stands in its definition.
    Object.entries(origins ?? {}).flatMap(([key, kind]): [string, CellOrigin][] =>
      kind === 'computed' ? [] : [[key, { kind, from: kind === 'inherited' ? from : null }]],
    ),
  )
}
