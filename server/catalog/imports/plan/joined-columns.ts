import type { EntityType } from '#shared/entities.ts'
import type { ReadableDb } from '../../../store/database/database.ts'
import { attributesOf } from '../../../store/tables/attributes.ts'
import { countEntities } from '../../../store/tables/entities.ts'
import type { ImportState } from './import-state.ts'

/**
 * The name of the column that tier columns with these names are read as: that of the attribute that the
 * catalog has for price tiers, or a usual one where there is no entity yet. Undefined where they stay columns
 * of their own, as a catalog in use may have attributes for them.
 */
export function nameOfTiers(
  db: ReadableDb,
  type: EntityType,
  headers: readonly string[],
): string | undefined {
  const { list } = attributesOf(db, type)
  const [known, ...others] = list.filter(({ extras }) => extras.constraints.kind === 'price_tiers')
  if (known) return others.length === 0 ? known.name : undefined
  if (countEntities(db, type) > 0) return undefined
  return isGerman(headers) ? 'Staffelpreise' : 'Price tiers'
}

interface SectionedFile {
  readonly type: EntityType
  readonly headers: readonly string[]
  /** The state of an import that goes on. */
  readonly begun: Pick<ImportState, 'columns'> | undefined
}

/**
 * The name of the column that titles of sections are read as, for products of a catalog without any; undefined
 * where they are only told, as in an update.
 */
export function nameOfSections(db: ReadableDb, { type, headers, begun }: SectionedFile): string | undefined {
  const name = isGerman(headers) ? 'Kategorie' : 'Category'
  if (type !== 'product' || headers.includes(name)) return undefined
  // A resumed import goes on as it began, although its first products are there.
  const isBegun = begun?.columns.some(({ index, header }) => index === headers.length && header === name)
  return isBegun === true || countEntities(db, type) === 0 ? name : undefined
}

const germanWords =
  /(^|\s)(ab|bis|stk|artikel\S*|art|bezeichnung|menge|\S*preise?|staffel\S*|[^\s]*[äöüß]\S*)([\s.-]|$)/i

function isGerman(headers: readonly string[]): boolean {
  return headers.some((header) => germanWords.test(header))
}
