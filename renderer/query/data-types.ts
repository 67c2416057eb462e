import {
  AtSign,
  Barcode,
  Braces,
  Calendar,
  CalendarClock,
  ChartNoAxesColumnIncreasing,
  CircleDot,
  CircleDollarSign,
  Clock,
  CornerUpLeft,
  FileText,
  ListOrdered,
  Fingerprint,
  Hash,
  Image,
  Link,
  MessageSquareText,
  Network,
  Pilcrow,
  Ruler,
  Sigma,
  SquareCheck,
  SquareStack,
  ShieldCheck,
  Store,
  Tags,
  Telescope,
  Text,
  TextCursorInput,
  Video,
  Workflow,
  type LucideIcon,
} from 'lucide-react'
import { type Constraints, dataTypeTraits, type DataType, type DataTypeTraits } from '#shared/attributes.ts'
import { type Kind, kinds } from '#shared/kinds.ts'
import { keysOf, tableOf } from '#shared/text.ts'
import { cachedByLanguage, t } from '../ui/text.ts'

interface DataTypeLook {
  readonly name: string
  readonly icon: LucideIcon
  readonly width: number
  readonly help: string
  readonly readOnlyReason?: string
}

const writtenLooks = cachedByLanguage(() => ({
  single_line_text_field: {
    name: t('Single line text'),
    icon: TextCursorInput,
    width: 190,
    help: t('Names, SKUs, barcodes and other short text. Leading zeros are kept.'),
  },
  multi_line_text_field: {
    name: t('Long text'),
    icon: Text,
    width: 240,
    help: t('Descriptions and notes over several lines.'),
  },
  rich_text_field: {
    name: t('Rich text'),
    icon: Pilcrow,
    width: 240,
    help: t('Text with headings, lists and emphasis, kept as HTML.'),
  },
  number: {
    name: t('Number'),
    icon: Hash,
    width: 110,
    help: t('Prices, weights and sizes, with an optional unit and limits.'),
  },
  boolean: { name: t('Checkbox'), icon: SquareCheck, width: 110, help: t('Yes or no.') },
  date: { name: t('Date'), icon: Calendar, width: 120, help: t('A day, such as a launch date.') },
  single_select_list: {
    name: t('Single select'),
    icon: CircleDot,
    width: 160,
    help: t('One of a list of options.'),
  },
  multi_select_list: {
    name: t('Multi select'),
    icon: Tags,
    width: 200,
    help: t('Any number of a list of options.'),
  },
}))

const chosenLooks = cachedByLanguage(() => ({
  status: {
    name: t('Status'),
    icon: Workflow,
    width: 130,
    help: t('A stage of work, such as Draft, Review, Done. The order counts.'),
  },
  entity_reference: {
    name: t('Reference'),
    icon: Network,
    width: 160,
    help: t('One entry, such as the vendor of a product.'),
  },
  entity_list_reference: {
    name: t('List of references'),
    icon: SquareStack,
    width: 220,
    help: t('An ordered list of entries, such as the pictures of a gallery.'),
  },
  image: { name: t('Image'), icon: Image, width: 130, help: t('A picture: a stored file or a web address.') },
  video: { name: t('Video'), icon: Video, width: 160, help: t('A video: a stored file or a web address.') },
  url: {
    name: 'URL',
    icon: Link,
    width: 210,
    help: t('A web address that starts with http:// or https://.'),
  },
  progress: {
    name: t('Progress'),
    icon: ChartNoAxesColumnIncreasing,
    width: 140,
    help: t('How far something is, from 0 to 100.'),
  },
  rank: { name: t('Rank'), icon: ListOrdered, width: 80, help: t('A place in an order: 1, 2, 3 and so on.') },
  json: {
    name: 'JSON',
    icon: Braces,
    width: 160,
    help: t('Structured data for scripts, kept as JSON text.'),
  },
}))

const followingLooks = cachedByLanguage(() => ({
  formula: {
    name: t('Formula'),
    icon: Sigma,
    width: 160,
    help: t('Computed from other attributes, and always current.'),
    readOnlyReason: t('This value is computed by a formula. Edit the attributes it reads.'),
  },
  reference_lookup: {
    name: t('Lookup'),
    icon: Telescope,
    width: 160,
    help: t('A value of what a reference names, such as the lead time of the vendor.'),
    readOnlyReason: t('This value is looked up through a reference. Edit it where it is stored.'),
  },
  inverse_reference: {
    name: t('Inverse reference'),
    icon: CornerUpLeft,
    width: 280,
    help: t('What refers to this, such as the products of a vendor.'),
    readOnlyReason: t('This list follows from the references of other entries. Edit those references.'),
  },
}))

/** The data types in the order of choice. Their cells: `grid/cells/registry.ts`. */
export const dataTypeLooks = cachedByLanguage((): Readonly<Record<DataType, DataTypeLook>> => {
  const { json, ...chosen } = chosenLooks()
  return { ...writtenLooks(), ...chosen, ...followingLooks(), json }
})

/** The type of an attribute as users see it: a kind if it has one, otherwise a data type. */
export type AttributeKind = DataType | Kind

const kindLooks = cachedByLanguage((): Readonly<Record<Kind, DataTypeLook>> => ({
  money: {
    name: t('Money'),
    icon: CircleDollarSign,
    width: 110,
    help: t('An amount in one currency, such as a price.'),
  },
  measure: {
    name: t('Measure'),
    icon: Ruler,
    width: 110,
    help: t('A size, weight or volume in one unit. Other units convert as they are typed: 12 in.'),
  },
  gtin: {
    name: 'GTIN',
    icon: Barcode,
    width: 200,
    help: t('An EAN, UPC or ISBN whose check digit is right.'),
  },
  email: { name: t('Email'), icon: AtSign, width: 200, help: t('An email address.') },
  date_time: {
    name: t('Date and time'),
    icon: CalendarClock,
    width: 180,
    help: t('A day and a time of day, in your time zone.'),
  },
  file: {
    name: t('File'),
    icon: FileText,
    width: 190,
    help: t('A document: a stored file, such as a PDF, or a web address.'),
  },
  price_tiers: {
    name: t('Price tiers'),
    icon: ListOrdered,
    width: 220,
    help: t('Prices in one currency from quantities on, such as 1: 10.00; 10: 9.50.'),
  },
}))

export const attributeLooks = cachedByLanguage((): Readonly<Record<AttributeKind, DataTypeLook>> => ({
  ...dataTypeLooks(),
  ...kindLooks(),
}))

export function attributeKindOf(type: DataType, { kind }: Constraints = {}): AttributeKind {
  return kind ?? type
}

export function typeOf(chosen: AttributeKind): {
  readonly dataType: DataType
  readonly kind: Kind | undefined
} {
  return isKind(chosen)
    ? { dataType: kinds[chosen].base, kind: chosen }
    : { dataType: chosen, kind: undefined }
}

function isKind(chosen: CellKind): chosen is Kind {
  return Object.hasOwn(kinds, chosen)
}

export type CellKind = AttributeKind | 'timestamp' | 'identifier' | 'completeness' | 'score' | 'remark'

export const cellLooks = cachedByLanguage(
  (): Readonly<Record<CellKind, Pick<DataTypeLook, 'icon' | 'width'>>> => ({
    ...attributeLooks(),
    timestamp: { icon: Clock, width: 170 },
    identifier: { icon: Fingerprint, width: 290 },
    completeness: { icon: Store, width: 190 },
    score: { icon: ShieldCheck, width: 150 },
    remark: { icon: MessageSquareText, width: 280 },
  }),
)

function traitsOf(kind: AttributeKind): DataTypeTraits {
  const { name } = attributeLooks()[kind]
  if (!isKind(kind)) return { ...dataTypeTraits[kind], name }
  const { base, family } = kinds[kind]
  return { ...dataTypeTraits[base], name, family }
}

const system: DataTypeTraits = { ...dataTypeTraits.date, writable: false }

export const cellTraits = cachedByLanguage((): Readonly<Record<CellKind, DataTypeTraits>> => ({
  ...tableOf(keysOf(attributeLooks()), traitsOf),
  timestamp: { ...system, name: t('Time'), family: 'timestamp' },
  identifier: { ...system, name: 'ID', family: 'id' },
  completeness: { ...dataTypeTraits.progress, name: t('Completeness'), writable: false },
  score: { ...dataTypeTraits.progress, name: t('Score'), writable: false },
  remark: { ...dataTypeTraits.multi_line_text_field, name: t('Remark'), writable: false, isFreeText: false },
}))

/** Whether values are quantities, such as prices: numbers that their data type does not limit. */
export function isQuantity({ family, shape, bounds }: DataTypeTraits): boolean {
  return family === 'number' && shape === 'scalar' && Object.keys(bounds).length === 0
}
