import type { EntityType } from './entities.ts'
import type { FieldError } from './errors.ts'
import type { Job } from './jobs.ts'

export const fileFormats = ['csv', 'xlsx', 'json', 'jsonl', 'xml'] as const
export type FileFormat = (typeof fileFormats)[number]

export const textEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-15',
  'macintosh',
  'cp850',
  'cp437',
  'windows-1250',
  'iso-8859-2',
  'maccenteuro',
  'cp852',
  'windows-1251',
  'koi8-r',
  'cp866',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
] as const
export type TextEncoding = (typeof textEncodings)[number]

/** Known file layouts of shops and suppliers: products with their variants, pictures and categories. */
export const fileShapes = [
  'shopify',
  'woocommerce',
  'magento',
  'prestashop_combinations',
  'prestashop',
  'google',
  'akeneo',
  'amazon',
  'ebay',
  'etsy',
  'lightspeed',
  'wix',
  'odoo',
  'squarespace',
  'square',
  'ecwid',
  'shopware',
  'jtl',
  'bagisto',
  'spree',
  'opencart',
  'bigcommerce',
  'bmecat',
  'gs1',
  'schema_org',
  'amazon_listings',
  'etim_xchange',
  'json',
] as const
export type FileShapeName = (typeof fileShapes)[number]

export const shapeNames: Readonly<Record<FileShapeName, string>> = {
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  magento: 'Magento',
  prestashop_combinations: 'PrestaShop (combinations)',
  prestashop: 'PrestaShop',
  google: 'Google',
  akeneo: 'Akeneo',
  amazon: 'Amazon',
  ebay: 'eBay',
  etsy: 'Etsy',
  lightspeed: 'Lightspeed',
  wix: 'Wix',
  odoo: 'Odoo',
  squarespace: 'Squarespace',
  square: 'Square',
  ecwid: 'Ecwid',
  shopware: 'Shopware',
  jtl: 'JTL-Wawi',
  bagisto: 'Bagisto',
  spree: 'Spree',
  opencart: 'OpenCart',
  bigcommerce: 'BigCommerce',
  bmecat: 'BMEcat',
  gs1: 'GS1',
  schema_org: 'schema.org',
  amazon_listings: 'Amazon listings',
  etim_xchange: 'ETIM xChange',
  json: 'products with variants',
}

/** The layout of a file, where its columns are not to decide; \`none\` reads every row unchanged. */
export const shapeChoices = ['none', ...fileShapes] as const
export type ShapeChoice = (typeof shapeChoices)[number]

export const emptyCellModes = ['ignore', 'clear'] as const
export type EmptyCells = (typeof emptyCellModes)[number]

/** The skipped part for a refused cell: the cell itself, or its row. */
export const misfitModes = ['cell', 'row'] as const
export type MisfitMode = (typeof misfitModes)[number]

/**
 * The treatment of picture addresses in an import: keep links, fetch the files, or also check whether
 * fetched ones have changed.
 */
export const pictureModes = ['link', 'fetch', 'refetch'] as const
export type PictureMode = (typeof pictureModes)[number]

export function fetchesPictures(mode: string | undefined): boolean {
  return mode === 'fetch' || mode === 'refetch'
}

/** Why a picture could not be fetched, as counted in results. */
export const pictureFaults = ['not_found', 'not_a_picture', 'too_large', 'refused', 'unreachable'] as const
export type PictureFault = (typeof pictureFaults)[number]

/** Whether quotation marks of CSV enclose cells, doubled within them, or are signs as any others. */
export const quoteModes = ['double', 'none'] as const
export type QuoteMode = (typeof quoteModes)[number]

/** How numbers are written in a column: 1,234.5 or 1.234,5. */
export const decimalMarks = ['point', 'comma'] as const
export type DecimalMark = (typeof decimalMarks)[number]

export const dateOrders = ['ymd', 'dmy', 'mdy'] as const
export type DateOrder = (typeof dateOrders)[number]

/** The treatment of a text that the table of a step does not have. */
export const unmappedModes = ['keep', 'clear', 'fail'] as const
export const maxColumnSteps = 20
export const columnStepNames = [
  'trim',
  'case',
  'replace',
  'split',
  'join',
  'map',
  'number',
  'date',
  'unit',
  'strip_html',
  'prefix',
  'suffix',
  'default',
  'formula',
] as const
export type ColumnStepName = (typeof columnStepNames)[number]

/** The treatment of a row whose number is new although another code of it belongs to a known entity. */
export const renumberedModes = ['change', 'new'] as const
export type RenumberedMode = (typeof renumberedModes)[number]

/** The treatment of a new column whose cells are the values of an attribute with another name. */
export const renamedModes = ['fill', 'new'] as const
export type RenamedMode = (typeof renamedModes)[number]

/** Whether rows that change a price by more than a share are written, or held for somebody to look at. */
export const priceChangesModes = ['take', 'hold'] as const
export type PriceChangesMode = (typeof priceChangesModes)[number]

/**
 * The treatment of a row without a merge key that an earlier import wrote: it updates that entity or is
 * new.
 */
/** The treatment of a row whose key is that of an entity that was merged into another. */
export const mergedRowsModes = ['update', 'leave_out'] as const
export type MergedRowsMode = (typeof mergedRowsModes)[number]

export const importedRowsModes = ['find', 'new'] as const
export type ImportedRowsMode = (typeof importedRowsModes)[number]

/** The settings that answer what a file leaves open, with their answers. */
export const openSettings = {
  decimal: decimalMarks,
  dates: dateOrders,
  renumbered: renumberedModes,
  renamed: renamedModes,
  encoding: textEncodings,
} as const
export type OpenSetting = keyof typeof openSettings
export type OpenAnswer = (typeof openSettings)[OpenSetting][number]

export function isOpenSetting(field: string): field is OpenSetting {
  return Object.hasOwn(openSettings, field)
}

/** Why a column is mapped to its attribute: by the request, or by which property of the file. */
export const mappingReasons = ['mapping', 'shape', 'name', 'synonym', 'content', 'new', 'none'] as const

export const matchConfidences = ['certain', 'likely', 'possible'] as const
export type MatchConfidence = (typeof matchConfidences)[number]

export const creations = [
  'create_missing_attributes',
  'create_missing_options',
  'create_missing_vendors',
  'create_missing_categories',
  'create_missing_images',
] as const
export type Creation = (typeof creations)[number]

export const creationOfTarget: Partial<Record<EntityType, Creation>> = {
  vendor: 'create_missing_vendors',
  category: 'create_missing_categories',
  image: 'create_missing_images',
}

/**
 * Why a cell is no number or date of its column: less exact (`>10`), with a unit, a word for no value, or
 * anything else.
 */
export const misfitKinds = ['qualified', 'unit', 'other_unit', 'placeholder', 'text'] as const
export type MisfitKind = (typeof misfitKinds)[number]

/** The remedies for such a cell: its number, a blank, which leaves a value alone, its removal, or a fault. */
export const misfitRemedies = ['read', 'empty', 'clear', 'refuse'] as const
export type MisfitRemedy = (typeof misfitRemedies)[number]

/**
 * Why a row of a table is no data: a title above the header, units, a repeated header, or a footer; or
 * another meaning in a shop's file.
 */
export const leftOutReasons = [
  'title',
  'units',
  'header',
  'page',
  'total',
  'note',
  'section',
  'store_view',
  'deleted',
  'rule',
  'category',
] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

export type { TypeProposal } from './schemas/imports.ts'
export type { ImportProfile, NewImportProfile } from './schemas/imports.ts'
export type { ColumnStep } from './schemas/imports.ts'
export type { CellCorrection } from './schemas/file-reading.ts'
export type {
  ColumnMapping,
  ColumnRule,
  ImportPreview,
  ImportQuestion,
  ImportSettings,
  ImportUpload,
  MergeKeyProposal,
  Misfit,
  MissingReference,
  PreviewColumn,
  RememberedSettings,
} from './schemas/imports.ts'
export type { LeftOutRows, TakenLanguage, TypeGuess } from './schemas/file-reading.ts'

/** The column of an error file with the reason of the refusal. Imports ignore it. */
export const importErrorColumn = 'Import error'

const errorColumn = /^Import error(?: \(rows of (\w+)\))?$/

/** The name of that column in the error file of a shop's file, whose rows are converted ones. */
export function errorColumnOf(shape: FileShapeName | undefined): string {
  return shape === undefined ? importErrorColumn : `${importErrorColumn} (rows of ${shape})`
}

export function isErrorColumn(header: string): boolean {
  return errorColumn.test(header)
}

export function shapeOfErrors(headers: readonly string[]): FileShapeName | undefined {
  const names = headers.map((header) => errorColumn.exec(header)?.[1])
  return fileShapes.find((shape) => names.includes(shape))
}

/** Open questions of a failed import: faults of the settings that answer them. */
export function openQuestions({ result }: Pick<Job, 'result'>): FieldError[] {
  const faults = (result !== null && 'error' in result && result.error.field_errors) || []
  return faults
    .filter(({ field }) => isOpenSetting(field))
    .map(({ acceptable_values: answers, field, issue }) => ({
      field,
      issue,
      ...(answers && { acceptable_values: answers }),
    }))
}
