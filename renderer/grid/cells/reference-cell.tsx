import type { ReferenceStub } from '#shared/entities.ts'
import { splitList } from '#shared/text.ts'
import type { CellType } from './cell-type.ts'
import { Chip } from './chip.tsx'
import { ReferenceListPanel } from './reference-list-panel.tsx'
import { ReferencePanel } from './reference-panel.tsx'
import { resolveReference, unknownTarget } from './reference-search.ts'
import { listWrite, referenceWrite } from './reference-writes.ts'
import { isStub, isStubList, labelOf, textOf } from './stubs.ts'

/** One entity, by its label. */
export const referenceCell: CellType = {
  render: (value) => (isStub(value) ? <Chip text={labelOf(value)} /> : textOf(value)),
  format: (value) => (isStub(value) ? labelOf(value) : textOf(value)),
  parse: (text) => (text.trim() === '' ? referenceWrite(null) : undefined),
  resolve: async (text, { referenceType }, { api }) => {
    if (referenceType === undefined) return unknownTarget
    const found = await resolveReference(api, referenceType, text)
    return typeof found === 'string' ? found : referenceWrite(found)
  },
  editor: { kind: 'inline', Panel: ReferencePanel, isSearch: true },
}

const drawnChips = 6

/** Several entities in their order. */
export const referenceListCell: CellType = {
  render: (value) => (
    <span className="grid-chips">
      {isStubList(value)
        ? value.slice(0, drawnChips).map((stub) => <Chip key={stub.id} text={labelOf(stub)} />)
        : textOf(value)}
    </span>
  ),
  format: (value) => (isStubList(value) ? value.map(labelOf).join(', ') : textOf(value)),
  parse: (text) => (text.trim() === '' ? listWrite([]) : undefined),
  resolve: async (text, { referenceType }, { api }) => {
    if (referenceType === undefined) return unknownTarget
    const stubs: ReferenceStub[] = []
    for (const token of splitList(text)) {
      const found = await resolveReference(api, referenceType, token)
      if (typeof found === 'string') return found
      stubs.push(found)
    }
    return listWrite(stubs)
  },
  editor: { kind: 'inline', Panel: ReferenceListPanel, isSearch: true },
}
