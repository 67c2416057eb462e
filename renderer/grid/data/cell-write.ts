import type { AttributeValue, EntityType, ReferenceStub } from '#shared/entities.ts'
import type { Api } from '../../api/client.ts'
import type { GridColumn } from '../../query/columns.ts'
import { currentFormats, type LocaleFormats } from '../model/formats.ts'

export interface CellWrite {
  readonly shown: AttributeValue | null
  readonly wire: unknown
  readonly text: string
  /** Sentences about what of a text could not be taken into the write. */
  readonly leftOut?: readonly string[]
}

export type Writes = ReadonlyMap<string, CellWrite>

export const clearingWrite: CellWrite = { shown: null, wire: null, text: '' }

export function scalarWrite(shown: string | number | boolean, text = String(shown)): CellWrite {
  return { shown, wire: shown, text }
}

export function textWrite(text: string): CellWrite {
  return text.trim() === '' ? clearingWrite : scalarWrite(text.trim())
}

export interface CellContext {
  readonly api: Api
  readonly type: EntityType
  readonly formats: LocaleFormats
  /** Called for an entity that an editor has created for its cell, so that the creation can be undone. */
  readonly onCreated?: (entity: ReferenceStub) => void
}

/** Formats a cell as text; passed to the session, as `cells/` is a higher layer. */
export type FormatCell = (
  value: AttributeValue | null,
  column: GridColumn | undefined,
  context: CellContext,
) => string

export function cellContext(
  api: Api,
  type: EntityType,
  onCreated: (entity: ReferenceStub) => void = () => undefined,
): CellContext {
  return {
    api,
    type,
    onCreated,
    get formats() {
      return currentFormats()
    },
  }
}
