import type { GridAttribute } from '../../query/columns.ts'
import { FakeServer } from './fake-server.ts'

/** A server with parts: a name, a price of ten times their number; stock, day, note and vendor are empty. `idOf` counts them from 1. */
export function partsServer(count: number, note: Partial<GridAttribute> = {}) {
  const server = new FakeServer()
  server.define('vendor', 'Title', 'single_line_text_field', { is_primary: true })
  server.define('product', 'Name', 'single_line_text_field', { is_primary: true })
  server.define('product', 'Price', 'number')
  server.define('product', 'Stock', 'number')
  server.define('product', 'Day', 'date')
  server.define('product', 'Note', 'multi_line_text_field', note)
  server.define('product', 'Vendor', 'entity_reference', { reference: { type: 'vendor' } })
  const ids = Array.from({ length: count }, (_, index) =>
    server.create('product', { name: `Part ${index + 1}`, price: (index + 1) * 10 }),
  )
  return { server, idOf: (part: number): string => ids[part - 1] ?? '' }
}
