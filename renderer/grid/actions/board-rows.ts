import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { pluralOf, type AttributeValue, type EntityResource, type EntityType } from '#shared/entities.ts'
import type { Api } from '../../api/client.ts'
import { boardKey } from '../../api/entities-queries.ts'
import type { GridColumn } from '../../query/columns.ts'
import type { GridQuery } from '../../query/grid-query.ts'
import { toListParams } from '../../query/list-params.ts'
import { t } from '../../ui/text.ts'
import { clearingWrite, scalarWrite } from '../data/cell-write.ts'
import type { GridSession } from '../data/grid-session.ts'

/** The rows of a part of a board, some at a time, with their number. */
export function boardRowsQuery(api: Api, type: EntityType, query: GridQuery, limit: number) {
  const params = toListParams(query)
  return infiniteQueryOptions({
    queryKey: [...boardKey(api.workspaceId), type, params, limit] as const,
    initialPageParam: 0,
    queryFn: ({ pageParam: offset, signal }) =>
      api.call(`GET /${pluralOf[type]}`, { query: { limit, offset }, params, signal }),
    getNextPageParam: ({ pagination }, pages) =>
      pagination.has_more ? pages.reduce((sum, { data }) => sum + data.length, 0) : undefined,
  })
}

export interface MovedCard {
  readonly row: EntityResource
  readonly to: string | null
}

export interface BoardMoves {
  /** The cards that were moved and whose new place the server has not told yet. */
  readonly moved: ReadonlyMap<string, MovedCard>
  readonly move: (row: EntityResource, to: string | null) => void
  /** The card that the pointer drags, and where it lets it go. */
  readonly grab: (row: EntityResource) => void
  readonly drop: (to: string | null) => void
}

/** Moves cards by writing the value of the column, as an edit of the cell that can be undone. */
export function useBoardMoves(session: GridSession, column: GridColumn): BoardMoves {
  const queryClient = useQueryClient()
  const [moved, setMoved] = useState<ReadonlyMap<string, MovedCard>>(new Map())
  const forget = (id: string): void =>
    setMoved((before) => new Map([...before].filter(([known]) => known !== id)))
  const move = (row: EntityResource, to: string | null): void => {
    const expected = valueOf(row, column)
    if (expected === to) return
    setMoved((before) => new Map(before).set(row.id, { row, to }))
    const write = to === null ? clearingWrite : scalarWrite(to)
    const cell = { entityId: row.id, key: column.id, write, expected }
    void session
      .write(t('edit of {name}', { name: column.name }), [cell])
      .then(() => queryClient.invalidateQueries({ queryKey: boardKey(session.api.workspaceId) }))
      .finally(() => forget(row.id))
  }
  const grabbed = useRef<EntityResource>(undefined)
  const grab = (row: EntityResource): void => void (grabbed.current = row)
  const drop = (to: string | null): void => {
    if (grabbed.current) move(grabbed.current, to)
    grabbed.current = undefined
  }
  return { moved, move, grab, drop }
}

export function valueOf(
  { attributes }: EntityResource,
  { id }: Pick<GridColumn, 'id'>,
): AttributeValue | null {
  return attributes[id] ?? null
}

/** The rows of a part with those that were moved into it, without those that were moved out. */
export function withMoves(
  rows: readonly EntityResource[],
  moved: BoardMoves['moved'],
  isHere: (value: string | null) => boolean,
): readonly EntityResource[] {
  const added = [...moved.values()].filter(
    ({ row, to }) => isHere(to) && !rows.some(({ id }) => id === row.id),
  )
  const staying = rows.filter(({ id }) => {
    const move = moved.get(id)
    return move === undefined || isHere(move.to)
  })
  return [...added.map(({ row }) => row), ...staying]
}
