import { createAtom } from '@tanstack/react-store'
import type { EntityType } from '#shared/entities.ts'

/** Beside which column another one stands. */
export interface ColumnPlace {
  readonly id: string
  readonly side: 'before' | 'behind'
}

/** A column that somebody wants to go to as soon as the grid of its type has it. */
export interface AwaitedColumn {
  readonly workspaceId: string
  readonly type: EntityType
  readonly id: string
  /** Where it is put first, if it shall not stay where it is. */
  readonly place?: ColumnPlace | undefined
}

/** The column that is waited for; the grid on the screen takes it. */
export const awaitedColumn = createAtom<{ readonly present: AwaitedColumn | undefined }>({
  present: undefined,
})
