import { keysOf, tableOf } from '#shared/text.ts'
import type { UpsertableType } from '#shared/entities.ts'
import {
  creations,
  type CellCorrection,
  type ColumnMapping,
  type ColumnRule,
  type Creation,
  type DateOrder,
  type DecimalMark,
  type EmptyCells,
  type ImportProfile,
  type ImportedRowsMode,
  type ImportSettings,
  type MisfitMode,
  openSettings,
  type OpenSetting,
  type PictureMode,
  type QuoteMode,
  type RememberedSettings,
  type RenamedMode,
  type RenumberedMode,
  type ShapeChoice,
  type TextEncoding,
} from '#shared/imports.ts'
import type { ImportRequest } from '../api/imports-queries.ts'
import type { PlannedColumn } from './plan-columns.ts'
import { cachedByLanguage, t } from '../ui/text.ts'

export const emptyCellTexts = cachedByLanguage(
  (): readonly { readonly value: EmptyCells; readonly label: string }[] => [
    { value: 'ignore', label: t('keeps the present value') },
    { value: 'clear', label: t('clears the value') },
  ],
)

export interface ImportChoices {
  readonly type: UpsertableType
  readonly sheet: string | undefined
  readonly language: string | undefined
  readonly delimiter: string | undefined
  readonly quote: QuoteMode | undefined
  readonly encoding: TextEncoding | undefined
  readonly headerRow: number | undefined
  readonly shape: ShapeChoice | undefined
  readonly decimal: DecimalMark | undefined
  readonly dates: DateOrder | undefined
  readonly renumbered: RenumberedMode | undefined
  readonly renamed: RenamedMode | undefined
  readonly mergeKey: string | undefined
  readonly importedRows: ImportedRowsMode | undefined
  readonly emptyCells: EmptyCells
  readonly misfits: MisfitMode
  readonly pictures: PictureMode
  /** By default, other missing entities are created where the shop of the file would create them. */
  readonly creations: Readonly<Partial<Record<Creation, boolean>>>
  readonly rules: ColumnMapping
  readonly imagesFolder: string
  /** How many pictures were sent for the file. */
  readonly sentPictures: number
  readonly corrections: readonly CellCorrection[]
  readonly profileId: string | undefined
  /** The earlier file whose settings were applied; null if unwanted, undefined until one is known. */
  readonly remembered: RememberedSettings | null | undefined
}

export function startChoices(type: UpsertableType): ImportChoices {
  return {
    type,
    sheet: undefined,
    language: undefined,
    delimiter: undefined,
    quote: undefined,
    encoding: undefined,
    headerRow: undefined,
    shape: undefined,
    decimal: undefined,
    dates: undefined,
    renumbered: undefined,
    renamed: undefined,
    mergeKey: undefined,
    importedRows: undefined,
    emptyCells: 'ignore',
    misfits: 'cell',
    pictures: 'link',
    creations: { create_missing_attributes: true },
    rules: {},
    imagesFolder: '',
    sentPictures: 0,
    corrections: [],
    profileId: undefined,
    remembered: undefined,
  }
}

/** Returns the initial choices for another reading of the file or another type of its rows. */
export function readAnew(
  choices: ImportChoices,
  change: Partial<Reading & Pick<ImportChoices, 'type'>> = {},
): ImportChoices {
  const { type, sheet, language, delimiter, quote, encoding, headerRow, shape, decimal, dates } = choices
  const { remembered, sentPictures } = choices
  const reading = { sheet, language, delimiter, quote, encoding, headerRow, shape, decimal, dates }
  const isFresh = remembered === undefined
  return {
    ...startChoices(change.type ?? type),
    sentPictures,
    ...reading,
    remembered: isFresh ? undefined : null,
    ...change,
  }
}

/** Returns the request of a preview. New attributes are always proposed; the plan omits unwanted ones. */
export function toPreviewRequest({
  type,
  rules,
  emptyCells,
  mergeKey = '',
  importedRows,
  imagesFolder,
  ...reading
}: ImportChoices): ImportRequest {
  const folder = imagesFolder.trim()
  return {
    type,
    ...(folder !== '' && { images_folder: folder }),
    ...toReading(reading),
    ...toKey(mergeKey, importedRows),
    mapping: rules,
    empty_cells: emptyCells,
    create_missing_attributes: true,
  }
}

/** The settings of a planned import: every column is named, so that only the shown plan happens. */
export function toSettings(
  { emptyCells, misfits, pictures, importedRows, creations: wanted, ...reading }: ImportChoices,
  columns: readonly PlannedColumn[],
  mergeKey: string,
  proposed: readonly Creation[] = [],
): ImportSettings {
  const named = columns.filter(({ header }) => header !== '')
  return {
    ...tableOf(creations, (creation) => isCreated({ creations: wanted }, proposed, creation)),
    create_missing_attributes: columns.some(({ kind }) => kind === 'new'),
    ...toReading(reading),
    ...toKey(mergeKey, importedRows),
    empty_cells: emptyCells,
    misfits,
    // A file fetched earlier is written by default, so the app does not ask.
    ...(pictures === 'fetch' && { pictures }),
    mapping: Object.fromEntries(
      named.map(({ header, kind, rule }) => [header, kind === 'none' ? null : rule]),
    ),
  }
}

function toKey(
  mergeKey: string,
  importedRows: ImportedRowsMode | undefined,
): Pick<ImportSettings, 'merge_key' | 'imported_rows'> {
  if (mergeKey !== '') return { merge_key: mergeKey }
  return importedRows === undefined ? {} : { imported_rows: importedRows }
}

type Reading = Pick<
  ImportChoices,
  'sheet' | 'language' | 'delimiter' | 'quote' | 'headerRow' | 'shape' | OpenSetting
>

function toReading({ headerRow, ...reading }: Reading): ImportSettings {
  const { sheet, language, delimiter, quote, shape } = reading
  const answers = tableOf(keysOf(openSettings), (setting) => reading[setting])
  const said = { sheet, language, delimiter, quote, header_row: headerRow, shape, ...answers }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
}

export function applyProfile(
  choices: ImportChoices,
  { id, settings }: Pick<ImportProfile, 'settings'> & Partial<ImportProfile>,
  headers: readonly string[],
): ImportChoices {
  const rules = Object.entries(settings.mapping ?? {}).filter(([header]) => headers.includes(header))
  return {
    ...choices,
    ...answersOf(settings, choices),
    language: settings.language ?? choices.language,
    mergeKey: settings.merge_key ?? '',
    importedRows: settings.imported_rows,
    emptyCells: settings.empty_cells ?? 'ignore',
    misfits: settings.misfits ?? 'cell',
    pictures: settings.pictures ?? 'link',
    creations: tableOf(creations, (creation) => settings[creation] ?? false),
    rules: Object.fromEntries(rules),
    profileId: id,
    remembered: null,
  }
}

function answersOf(settings: ImportSettings, choices: ImportChoices): Pick<ImportChoices, OpenSetting> {
  return {
    decimal: settings.decimal ?? choices.decimal,
    dates: settings.dates ?? choices.dates,
    renumbered: settings.renumbered ?? choices.renumbered,
    renamed: settings.renamed ?? choices.renamed,
    encoding: settings.encoding ?? choices.encoding,
  }
}

/** The settings of an earlier file like this one; a chosen reading of the file stays. */
export function takeRemembered(
  choices: ImportChoices,
  remembered: RememberedSettings,
  headers: readonly string[],
): ImportChoices {
  const { settings } = remembered
  const applied = applyProfile(choices, { settings }, headers)
  const { sheet, language, delimiter, quote, encoding, headerRow, shape } = choices
  return {
    ...applied,
    sheet: sheet ?? settings.sheet,
    language: language ?? settings.language,
    delimiter: delimiter ?? settings.delimiter,
    quote: quote ?? settings.quote,
    encoding: encoding ?? settings.encoding,
    headerRow: headerRow ?? settings.header_row,
    shape: shape ?? settings.shape,
    mergeKey: settings.merge_key,
    corrections: remembered.corrections ?? [],
    remembered,
  }
}

/** Gives a column another rule; another column with the same target is omitted. */
export function withRule(
  choices: ImportChoices,
  columns: readonly PlannedColumn[],
  header: string,
  entry: ColumnRule | string | null,
): ImportChoices {
  const key = typeof entry === 'object' ? entry?.key : entry
  const others = columns.filter(
    (other) => other.header !== header && other.kind !== 'none' && other.rule.key === key,
  )
  return {
    ...choices,
    rules: {
      ...choices.rules,
      ...Object.fromEntries(others.map((other) => [other.header, null])),
      [header]: entry,
    },
  }
}

/** Later corrections replace earlier ones of the same cell. */
export function withCorrections(
  before: readonly CellCorrection[],
  after: readonly CellCorrection[],
): CellCorrection[] {
  const isReplaced = ({ row, column }: CellCorrection) =>
    after.some((other) => other.row === row && other.column === column)
  return [...before.filter((correction) => !isReplaced(correction)), ...after].sort((a, b) => a.row - b.row)
}

export type RuleChange = { readonly [Member in keyof ColumnRule]?: ColumnRule[Member] | undefined }

export function changeRule(rule: ColumnRule, change: RuleChange): ColumnRule {
  const entries = Object.entries({ ...rule, ...change }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as ColumnRule
}

export function isCreated(
  { creations: wanted }: Pick<ImportChoices, 'creations'>,
  proposed: readonly Creation[],
  creation: Creation,
): boolean {
  return wanted[creation] ?? proposed.includes(creation)
}

export function trimAll(
  choices: ImportChoices,
  columns: readonly PlannedColumn[],
  isTrimmed: boolean,
): ImportChoices {
  const rules = columns
    .filter(({ kind, header }) => kind !== 'none' && kind !== 'id' && header !== '')
    .map(({ header, rule }) => [header, changeRule(rule, { trim: isTrimmed ? true : undefined })])
  return { ...choices, rules: { ...choices.rules, ...Object.fromEntries(rules) } }
}
