import { createFrom } from '../catalog/entities/create-entity.ts'
import { parseWrites } from '../catalog/entities/parse-writes.ts'
import { Faults } from '../catalog/errors.ts'
import { attributesOf } from '../store/tables/attributes.ts'
import { insertScraped } from '../store/tables/scraped-sources.ts'
import { type ScratchCatalog, testContext } from './scratch-catalog.ts'

export function addSource(
  catalog: ScratchCatalog,
  text: string,
  given: Readonly<Record<string, unknown>> = {},
  title: string | null = null,
): string {
  return catalog.write((tx) => {
    const faults = new Faults()
    const writes = parseWrites(attributesOf(tx, 'source'), given, faults)
    const { id, uuid } = createFrom(
      tx,
      { type: 'source', parent: undefined, writes, given },
      faults,
      testContext,
    )
    const scraped = {
      url: null,
      format: 'text',
      title,
      characters: text.length,
      tables: [],
      products: [],
      notes: [],
    }
    insertScraped(tx, id, { ...scraped, text })
    return uuid
  })
}
