import {
  type JsonFacts,
  type NestedProduct,
  type NestedItem,
  type NestedCell,
  isMeasure,
} from './json-tree.ts'
import { foldText } from '#shared/text.ts'
import {
  parentHeader,
  categoriesHeader,
  imageHeader,
  galleryHeader,
  altHeader,
  category,
  categories,
  ownColumns,
  inUnit,
  number,
  choices,
  type PlainRow,
  type Features,
  galleryCell,
  listCell,
  variantTitle,
} from '../shapes/shape.ts'
import type { ShapeColumn } from '../../recognise/file-scan.ts'
import { toAttributeKey } from '../../../attributes/key-of-name.ts'
import { idHeader, isDefault } from './read-members.ts'
import { message } from '#shared/messages/message.ts'
import { symbolOfUnit } from '../unit-symbols.ts'

const longest = 300

export interface Family {
  readonly key: string
  readonly title: string
  readonly shared?: Readonly<Record<string, string | number>>
}

export class NestedRows {
  readonly keyHeader: string
  readonly #facts: JsonFacts
  readonly #titleHeader: string
  readonly #families: ReadonlyMap<string, Family>

  constructor(facts: JsonFacts, families: ReadonlyMap<string, Family> = new Map()) {
    this.#facts = facts
    this.#families = families
    this.keyHeader = chooseKey(facts)
    this.#titleHeader = facts.roles.header('title') ?? 'title'
  }

  get headers(): string[] {
    const { headers, hasPictures, hasAlt, maxCategories, optionNames } = this.#facts
    return [
      ...[...headers].filter((header) => !optionNames.has(foldText(header))),
      parentHeader,
      ...(headers.has(this.#titleHeader) ? [] : [this.#titleHeader]),
      ...(maxCategories > 0 ? [categoriesHeader] : []),
      ...(hasPictures ? [imageHeader, galleryHeader] : []),
      ...(hasAlt ? [altHeader] : []),
    ]
  }

  column(header: string): ShapeColumn | undefined {
    const { roles, separator, maxCategories, lists } = this.#facts
    if (header === categoriesHeader && maxCategories < 2) return category(separator)
    if (header === categoriesHeader) return categories(separator, ',')
    const known = ownColumns[header] ?? this.#written(header, roles.column(header))
    const plain = { key: toAttributeKey(header), name: header }
    if (this.#facts.units.has(header))
      return inUnit(known ?? { ...this.#written(header, number('')), ...plain }, this.#facts.unitOf(header))
    return known ?? (lists.has(header) ? { ...choices('', ','), ...plain } : undefined)
  }

  /** Numbers that are texts are written as their column writes them. */
  #written<Column extends ShapeColumn | undefined>(header: string, column: Column): Column {
    if (column?.rule.data_type !== 'number' || !this.#facts.writesComma(header)) return column
    return { ...column, rule: { ...column.rule, decimal: 'comma' } }
  }

  familyOf(product: NestedProduct): Family {
    return { key: this.#text(product, this.keyHeader), title: this.#text(product, this.#titleHeader) }
  }

  calledFamily(product: NestedProduct): [called: string, family: Family][] {
    const family = this.familyOf(product)
    const byKey = JSON.stringify({ key: family.key })
    if (this.#facts.parents.has(byKey)) return [[byKey, { ...family, shared: this.#cells(product) }]]
    const byId = JSON.stringify({ id: this.#text(product, idHeader) })
    return this.#facts.parents.has(byId) ? [[byId, family]] : []
  }

  read(product: NestedProduct, line: number): PlainRow[] {
    const { issue, variants, parent: isVariant } = product
    const family = this.familyOf(product)
    if (issue !== undefined || (family.key === '' && !isVariant))
      return [{ line, values: this.#cells(product), issue: issue ?? withoutKey }]
    if (isVariant) return [this.#ofOther(product, line)]
    const [first, ...others] = variants
    const single = first && others.length === 0 && this.#mergeSingle(product, first)
    if (single) return [this.#product(single, line)]
    const rows = variants.map((variant, index) => this.#variant(variant, family, { line, index }))
    return [this.#product(product, line), ...rows]
  }

  #product(product: NestedProduct, line: number): PlainRow {
    const isFamily = product.variants.length > 0 || this.calledFamily(product).length > 0
    const features = new Map(product.features)
    for (const [name, values] of product.options)
      if (isFamily) features.delete(name)
      else features.set(name, values)
    return { line, values: this.#cells(product), features: this.#withOptions(product, features) }
  }

  /** Merges a product with its only variant; undefined where the two are not one. */
  #mergeSingle(product: NestedProduct, variant: NestedItem): NestedProduct | undefined {
    const sku = this.#facts.roles.header('sku')
    const isOther = sku !== undefined && this.#differ(product, variant, sku)
    if (variant.options.size > 0 || isOther) return undefined
    const cells = new Map([...variant.cells, ...product.cells])
    const pictures = product.pictures.length > 0 ? product.pictures : variant.pictures
    const features = new Map([...variant.features, ...product.features])
    return { ...product, cells, pictures, features, variants: [] }
  }

  #differ(product: NestedItem, variant: NestedItem, header: string): boolean {
    const [a, b] = [this.#text(product, header), this.#text(variant, header)]
    return a !== '' && b !== '' && a !== b
  }

  #variant(variant: NestedItem, family: Family, at: { line: number; index: number }): PlainRow {
    const own = this.#text(variant, this.#titleHeader)
    return {
      line: at.line,
      values: {
        ...this.#cells(variant),
        [this.keyHeader]: this.#keyOf(variant, family, at.index),
        [this.#titleHeader]:
          variant.isNamedWhole && own !== ''
            ? own
            : titleOf(family.title, own, this.#optionTexts(variant, own)),
        [parentHeader]: family.key,
      },
      options: withoutTitle(variant.options),
      features: this.#withOptions(variant, variant.features),
    }
  }

  #optionTexts({ options, cells }: NestedItem, own: string): string[] {
    const values = [...options.values()].flat()
    if (values.length > 0) return values
    return [own === '' ? this.#text({ cells }, this.#facts.roles.header('sku') ?? '') : own]
  }

  #keyOf(variant: NestedItem, family: Family, index: number): string {
    if (this.keyHeader === this.#facts.roles.header('sku')) return this.#text(variant, this.keyHeader)
    const id = this.#text(variant, idHeader)
    const names = [
      keyOfOptions(variant.options),
      id,
      this.#text(variant, this.#titleHeader),
      String(index + 1),
    ]
    if (this.keyHeader === idHeader) names.unshift(id)
    return `${family.key}/${names.find((one) => one !== '')}`
  }

  #ofOther(product: NestedProduct, line: number): PlainRow {
    const { parent: of = { key: '' } } = product
    const family =
      this.#families.get(JSON.stringify(of)) ?? ('key' in of ? { key: of.key, title: '' } : undefined)
    const shared = family?.shared ?? {}
    const values = Object.fromEntries(
      Object.entries(this.#cells(product)).filter(([header, value]) => shared[header] !== value),
    )
    if (!family) return { line, values, issue: message('row.product_missing') }
    const own = this.#text(product, this.#titleHeader)
    const key = this.#text(product, this.keyHeader) || `${family.key}/${keyOfOptions(product.options)}`
    const title = family.shared ? own : titleOf(family.title, own, this.#optionTexts(product, own))
    return {
      line,
      values: { ...values, [this.#titleHeader]: title, [this.keyHeader]: key, [parentHeader]: family.key },
      options: withoutTitle(product.options),
      features: this.#withOptions(product, product.features),
    }
  }

  /** A member that other products vary in goes to the same column. */
  #withOptions({ cells }: NestedItem, features: Features): Features {
    const all = new Map(features)
    for (const [header, cell] of cells)
      if (this.#facts.optionNames.has(foldText(header))) all.set(header, [String(this.#plain(cell, header))])
    return all
  }

  #cells(item: NestedItem): Record<string, string | number> {
    const [main] = item.pictures
    const paths = item.categories.map((path) => this.#facts.pathOf(path).join(this.#facts.separator))
    const own = [...item.cells].filter(([header]) => !this.#facts.optionNames.has(foldText(header)))
    return {
      ...Object.fromEntries(own.map(([header, cell]) => [header, this.#plain(cell, header)])),
      ...(main && {
        [imageHeader]: main.url,
        [altHeader]: main.alt,
        [galleryHeader]: galleryCell(item.pictures),
      }),
      [categoriesHeader]: this.#facts.maxCategories < 2 ? (paths[0] ?? '') : listCell([...new Set(paths)]),
    }
  }

  #plain(cell: NestedCell, header: string): string | number {
    if (typeof cell !== 'object') return cell
    if (!isMeasure(cell)) return cell.some((one) => one.includes(',')) ? listCell(cell) : cell.join(', ')
    return this.#facts.unitOf(header) === undefined
      ? `${cell.number} ${symbolOfUnit(cell.unit)}`
      : cell.number
  }

  #text({ cells }: Pick<NestedItem, 'cells'>, header: string): string {
    const cell = cells.get(header)
    return cell === undefined ? '' : String(this.#plain(cell, header)).trim()
  }
}

const withoutKey = message('row.nothing_identifies_it')

/** The key of products and variants: SKUs where all have one, else the shop's ids. */
function chooseKey(facts: JsonFacts): string {
  const { roles } = facts
  const sku = roles.header('sku')
  if (sku !== undefined && facts.isFilled(sku) && facts.isFilledInVariants(sku) && !facts.sharesSku)
    return sku
  // Parts of a product can be named by its name and theirs, but have no GTIN or page made that way.
  const alone = facts.hasVariants ? [] : ['gtin', 'link']
  const others = ['handle', 'shop_id', ...alone, 'title'].flatMap((key) => roles.header(key) ?? [])
  return others.find((header) => facts.isFilled(header)) ?? sku ?? others[0] ?? 'title'
}

function keyOfOptions(options: Features): string {
  return [...options]
    .sort(([a], [b]) => (foldText(a) < foldText(b) ? -1 : 1))
    .map(([, values]) => values.join(', '))
    .join('/')
}

/**
 * The variant's own name where it includes the product, else the product's name with the differing
 * options.
 */
function titleOf(title: string, own: string, differs: readonly string[]): string {
  if (title === '' || own.startsWith(title)) return own
  const optionTexts = differs.filter((one) => one !== '' && !isDefault(one))
  return optionTexts.length === 0
    ? title
    : variantTitle(title.slice(0, longest), [optionTexts.join(' / ').slice(0, longest)])
}

function withoutTitle(options: Features): Features {
  return new Map([...options].filter(([name]) => foldText(name) !== 'title'))
}
