/** What a file of rows can be; its content tells which. */
export const fileFormats = ['csv', 'xlsx', 'json', 'jsonl'] as const
export type FileFormat = (typeof fileFormats)[number]

/** What a CSV file may be encoded in, where its first bytes do not say so themselves. */
export const textEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-15',
  'macintosh',
  'windows-1250',
  'iso-8859-2',
  'windows-1251',
  'koi8-r',
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

/** What becomes of a value whose cell is empty. */
export const emptyCellModes = ['ignore', 'clear'] as const
export type EmptyCells = (typeof emptyCellModes)[number]

/** How numbers are written in a column: 1,234.5 or 1.234,5. */
export const decimalMarks = ['point', 'comma'] as const
export type DecimalMark = (typeof decimalMarks)[number]

/** In which order the dates of a column are written. */
export const dateOrders = ['ymd', 'dmy', 'mdy'] as const
export type DateOrder = (typeof dateOrders)[number]

/** What an import may create besides entities of its type, by the field that allows it. */
export const creations = [
  'create_missing_attributes',
  'create_missing_options',
  'create_missing_vendors',
  'create_missing_categories',
] as const
export type Creation = (typeof creations)[number]

export type {
  ColumnMapping,
  ColumnRule,
  ImportPreview,
  ImportProfile,
  ImportSettings,
  ImportUpload,
  NewImportProfile,
  PreviewColumn,
} from './schemas/imports.ts'

/** The column of an error file that says why a row was refused. No import takes anything from it. */
export const importErrorColumn = 'Import error'
