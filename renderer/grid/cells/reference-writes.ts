import type { ReferenceStub } from '#shared/entities.ts'
import type { CellWrite } from '../data/cell-write.ts'
import { labelOf } from './stubs.ts'

/** Sets or clears a single reference. */
export function referenceWrite(stub: ReferenceStub | null): CellWrite {
  return { shown: stub, wire: stub?.id ?? null, text: stub ? labelOf(stub) : '' }
}

/** Replaces a list reference; an empty list clears it. */
export function listWrite(stubs: readonly ReferenceStub[]): CellWrite {
  return {
    shown: stubs.length === 0 ? null : [...stubs],
    wire: stubs.map(({ id }) => id),
    text: stubs.map(labelOf).join(', '),
  }
}
