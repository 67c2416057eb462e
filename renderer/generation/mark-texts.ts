import type { CellMark } from '#shared/schemas/grid.ts'
import { formatDay } from '../ui/format-time.ts'

/** What a cell shows of models, agents and scripts: a value that waits for a decision comes before what was generated once. */
export type MarkKind = 'proposed' | 'generated' | 'edited' | 'stale'

export function markKind({ open, state }: CellMark): MarkKind | undefined {
  return open > 0 ? 'proposed' : (state ?? undefined)
}

export const markNames: Readonly<Record<MarkKind, string>> = {
  proposed: 'Proposed value',
  generated: 'Generated',
  edited: 'Generated, then edited',
  stale: 'Generated, out of date',
}

/** All that a mark says, in sentences. */
export function describeMark(mark: CellMark): string {
  return [openText(mark), stateText(mark)].filter((text) => text !== undefined).join(' ')
}

function openText({ open }: CellMark): string | undefined {
  if (open === 0) return undefined
  return open === 1
    ? 'A proposed value waits for a decision.'
    : `${open} proposed values wait for a decision.`
}

function stateText({ state, model, made_at: at }: CellMark): string | undefined {
  if (state === null) return undefined
  const by = model === null ? '' : ` by ${model}`
  const when = at === null ? '' : ` on ${formatDay(at)}`
  return `Generated${by}${when}${ends[state]}`
}

const ends: Readonly<Record<NonNullable<CellMark['state']>, string>> = {
  generated: '.',
  edited: ', and edited since.',
  stale: '. What it was made of has changed since: it may be out of date.',
}
