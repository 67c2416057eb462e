import { createAtom } from '@tanstack/react-store'
import type { EntityType } from '#shared/entities.ts'

/** The search for duplicates that was last started from rows of a grid; the page of duplicates follows it. */
export const startedSearch = createAtom<{ readonly type: EntityType; readonly jobId: string } | undefined>(
  undefined,
)
