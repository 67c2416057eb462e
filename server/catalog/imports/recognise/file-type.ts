import type { ReadableDb } from '../../../store/database/database.ts'
import type { FileScan } from './file-scan.ts'
import { type TypeGuess, shapeNames } from '#shared/imports.ts'
import { isOwnFile, importableFields, listMatched } from './match-columns.ts'
import {
  parseUuid,
  pluralOf,
  upsertableTypes,
  type EntityType,
  type UpsertableType,
} from '#shared/entities.ts'
import { listIdsByUuid } from '../../../store/tables/entities.ts'
import { attributesOf } from '../../../store/tables/attributes.ts'
import { type SemanticType, semanticTypeOf, toWords } from '#shared/semantic-types.ts'

/**
 * What the rows of a file are, where the file tells: what its ids are of, products in that of a shop, what all of its columns are of, else
 * products where a column holds what products alone have. Undefined where nothing tells, for then somebody has to say it.
 */
export function recognizeFileType(db: ReadableDb, file: FileScan): TypeGuess | undefined {
  return ofIds(db, file) ?? ofShop(file) ?? ofColumns(db, file) ?? ofWords(db, file)
}

/** Records of JSON with others in them may be anything, so that their words have to tell. */
function ofShop({ shape }: FileScan): TypeGuess | undefined {
  if (shape === undefined || shape.name === 'json') return undefined
  return recognized('product', `it is a product file of ${shapeNames[shape.name]}`)
}

function ofIds(db: ReadableDb, file: FileScan): TypeGuess | undefined {
  if (!isOwnFile(file)) return undefined
  const ids = (file.samples[file.headers.indexOf('id')] ?? []).flatMap((cell) => parseUuid(cell) ?? [])
  const type = onlyOne((known) => listIdsByUuid(db, known, ids).length > 0)
  return type && recognized(type, `its ids are those of ${pluralOf[type]} of this workspace`)
}

/** An export of another workspace with the same attributes. */
function ofColumns(db: ReadableDb, { headers }: FileScan): TypeGuess | undefined {
  const own = headers.filter((header) => header !== '' && !importableFields.includes(header))
  const type = onlyOne((known) => {
    const { byKey } = attributesOf(db, known)
    return own.length > 1 && own.every((header) => byKey.has(header))
  })
  return type && recognized(type, `its columns are the attributes of ${pluralOf[type]}`)
}

const ofProducts: ReadonlySet<SemanticType> = new Set<SemanticType>([
  'sku',
  'gtin',
  'mpn',
  'price',
  'msrp',
  'cost',
  'stock',
  'sale_price',
  'hs_code',
  'min_order_quantity',
  'package_quantity',
])

// Names that say themselves that they are those of products: a "name" alone may be that of anything.
const productWords =
  /\b(product|item|produkt|artikel|produit|article|producto|articulo|prodotto|articolo|produto|artigo|towar|produktu|zbozi)|^(товар|наименование товара|название товара|номенклатура|продукт)/u

const maxShown = 3

function ofWords(db: ReadableDb, file: FileScan): TypeGuess | undefined {
  const found = file.headers.filter((header) => {
    const type = semanticTypeOf(header)
    if (type === 'name') return productWords.test(toWords(header).words)
    return type !== undefined && ofProducts.has(type)
  })
  if (found.length === 0 || areOfOthers(db, file, found)) return undefined
  return recognized('product', `it has ${found.slice(0, maxShown).join(', ')}, as only products have`)
}

/** Whether another type has attributes for such a column here, and for more of the others than products have. */
function areOfOthers(db: ReadableDb, file: FileScan, found: readonly string[]): boolean {
  const ofProduct = listMatched(db, file, 'product').length
  return upsertableTypes.some((type) => {
    const matched = listMatched(db, file, type)
    return matched.length > ofProduct && matched.some((header) => found.includes(header))
  })
}

function onlyOne(isOf: (type: EntityType) => boolean): UpsertableType | undefined {
  const [type, ...others] = upsertableTypes.filter(isOf)
  return others.length === 0 ? type : undefined
}

function recognized(type: UpsertableType, because: string): TypeGuess {
  return { type, because }
}
