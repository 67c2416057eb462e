import type { ReadableDb } from '../../../store/database/database.ts'
import type { FileScan } from './file-scan.ts'
import { type TypeGuess, shapeNames } from '#shared/imports.ts'
import { isOwnFile, importableFields } from './column-request.ts'
import { listMatched } from './match-columns.ts'
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
 * Guesses the type of a file's rows: by its ids, by a shop's shape (products), by all its columns, else
 * products by a column that only products have. Undefined without evidence; the user then has to choose.
 */
export function recognizeFileType(db: ReadableDb, file: FileScan): TypeGuess | undefined {
  return ofIds(db, file) ?? ofShop(file) ?? ofColumns(db, file) ?? ofWords(db, file)
}

/** Nested JSON records may be anything, so only their words decide. */
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

// Names that mention products; a "name" alone may belong to anything.
const productWords =
  /\b(product|item|produkt|artikel|artikkel|produit|article|producto|articulo|prodotto|articolo|produto|artigo|towar|produktu|zbozi|tovar|vare|tuot|termek|cikk|produs|urun|stok|proizvod|artikl|izdel)|^(товар|наименование товара|название товара|номенклатура|продукт|назва товару|наименование на|име на продукт|προιον|ονομα προιον|περιγραφη ειδους|商品|製品|产品|產品|상품|제품)/u

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

/**
 * Whether another type has attributes for such a column, and for more of the other columns than products
 * have.
 */
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
