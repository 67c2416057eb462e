import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { upsertableTypes } from '#shared/entities.ts'
import {
  type CellCorrection,
  type ColumnMapping,
  dateOrders,
  type DecimalMark,
  emptyCellModes,
  fileFormats,
  misfitModes,
  pictureModes,
  priceChangesModes,
  renamedModes,
  renumberedModes,
  type QuoteMode,
  quoteModes,
  type ShapeChoice,
  shapeChoices,
  type TextEncoding,
  textEncodings,
} from '#shared/imports.ts'
import type { UploadedImport } from '#shared/schemas/imports.ts'
import { guess } from '#shared/nearest.ts'
import { isOneOf, splitList } from '#shared/text.ts'
import { CommandError, type OptionValues, textOption, UsageError } from './command.ts'

/** Parses the options of an import; throws for the first invalid one. */
export async function parseImportOptions(options: OptionValues): Promise<UploadedImport> {
  const profile = textOption(options, 'profile')
  const mapping = textOption(options, 'mapping')
  const images = textOption(options, 'images')
  const corrections = textOption(options, 'corrections')
  return {
    ...given('type', parseType(options)),
    ...given('format', parseMode(options, 'format', fileFormats)),
    ...given('profile', profile),
    ...given('delimiter', parseDelimiter(options)),
    ...given('quote', parseQuote(options)),
    ...given('encoding', parseEncoding(options)),
    ...given('sheet', textOption(options, 'sheet')),
    ...given('language', textOption(options, 'language')),
    ...given('shape', parseShape(options)),
    ...given('header_row', parseHeaderRow(options)),
    ...given('merge_key', textOption(options, 'merge-key')),
    ...given('empty_cells', parseMode(options, 'empty-cells', emptyCellModes)),
    ...given('misfits', parseMode(options, 'misfits', misfitModes)),
    ...given('pictures', parseMode(options, 'pictures', pictureModes)),
    ...given('decimal', parseDecimal(options)),
    ...given('dates', parseMode(options, 'dates', dateOrders)),
    ...given('renumbered', parseMode(options, 'renumbered', renumberedModes)),
    ...given('renamed', parseMode(options, 'renamed', renamedModes)),
    ...given('price_share', parsePriceShare(options)),
    ...given('price_changes', parseMode(options, 'price-changes', priceChangesModes)),
    ...given('mapping', mapping === undefined ? undefined : await readMapping(resolve(mapping))),
    ...given('corrections', corrections === undefined ? undefined : await readList(resolve(corrections))),
    ...given('images_folder', images === undefined ? undefined : resolve(images)),
    ...parseCreations(options, profile),
    dry_run: options['dry-run'] === true,
  }
}

function given<Key extends keyof UploadedImport>(
  key: Key,
  value: UploadedImport[Key] | undefined,
): UploadedImport {
  const settings: UploadedImport = {}
  if (value !== undefined) settings[key] = value
  return settings
}

function parseType(options: OptionValues): string | undefined {
  const type = textOption(options, 'type')
  if (type === undefined || isOneOf(upsertableTypes, type)) return type
  throw new UsageError(`--type takes ${upsertableTypes.join(', ')}, not "${type}".`)
}

function parseDelimiter(options: OptionValues): string | undefined {
  const text = textOption(options, 'delimiter')
  return text === 'tab' || text === '\\t' ? '\t' : text
}

function parseQuote(options: OptionValues): QuoteMode | undefined {
  const text = textOption(options, 'quote')
  if (text === undefined || isOneOf(quoteModes, text)) return text
  throw new UsageError(`--quote takes ${quoteModes.join(' or ')}, not "${text}".`)
}

function parseEncoding(options: OptionValues): TextEncoding | undefined {
  const text = textOption(options, 'encoding')?.toLowerCase()
  const encoding = textEncodings.find((known) => known === text)
  if (text === undefined || encoding) return encoding
  throw new UsageError(`--encoding takes ${textEncodings.join(', ')}, not "${text}".`)
}

function parseShape(options: OptionValues): ShapeChoice | undefined {
  const text = textOption(options, 'shape')?.toLowerCase()
  const shape = shapeChoices.find((known) => known === text)
  if (text === undefined || shape) return shape
  throw new UsageError(`--shape takes ${shapeChoices.join(', ')}, not "${text}".`)
}

/** One of the words that an option takes. */
function parseMode<Mode extends string>(
  options: OptionValues,
  name: string,
  modes: readonly Mode[],
): Mode | undefined {
  const text = textOption(options, name)
  if (text === undefined || isOneOf(modes, text)) return text
  const [last = '', ...before] = modes.toReversed()
  const { did_you_mean: meant } = guess(text, modes)
  const remedy = meant === undefined ? '' : ` Did you mean ${meant}?`
  throw new UsageError(
    `--${name} takes ${before.toReversed().join(', ')} or ${last}, not "${text}".${remedy}`,
  )
}

function parseHeaderRow(options: OptionValues): number | undefined {
  const text = textOption(options, 'header-row')
  if (text === undefined || /^\d{1,3}$/.test(text)) return text === undefined ? undefined : Number(text)
  throw new UsageError(`--header-row takes a number from 0 to 100, not "${text}".`)
}

function parsePriceShare(options: OptionValues): number | undefined {
  const text = textOption(options, 'price-share')
  const [, digits] = /^(\d{1,4}) ?%?$/.exec(text ?? '') ?? []
  if (text === undefined || digits !== undefined) return digits === undefined ? undefined : Number(digits)
  throw new UsageError(`--price-share takes a share such as 25%, not "${text}".`)
}

const decimalSpellings: Readonly<Record<string, DecimalMark>> = {
  ',': 'comma',
  comma: 'comma',
  '.': 'point',
  point: 'point',
}

export function parseDecimal(options: OptionValues): DecimalMark | undefined {
  const text = textOption(options, 'decimal')
  const mark = text === undefined ? undefined : decimalSpellings[text]
  if (text === undefined || mark) return mark
  throw new UsageError(`--decimal takes , or . and not "${text}".`)
}

const creatable: readonly string[] = ['options', 'vendors', 'categories', 'images']

function parseCreations(options: OptionValues, profile: string | undefined): Partial<UploadedImport> {
  const asked = splitList(textOption(options, 'create') ?? '')
  const unknown = asked.find((what) => !creatable.includes(what))
  if (unknown !== undefined)
    throw new UsageError(`--create takes ${creatable.join(', ')}, separated by commas, not "${unknown}".`)
  const isKnownOnly = options['only-known'] === true
  return {
    ...(isKnownOnly || profile === undefined ? { create_missing_attributes: !isKnownOnly } : {}),
    ...Object.fromEntries(asked.map((what) => [`create_missing_${what}`, true])),
  }
}

async function readMapping(file: string): Promise<ColumnMapping> {
  return (await readJson(file, 'mapping')) as ColumnMapping
}

async function readList(file: string): Promise<CellCorrection[]> {
  return (await readJson(file, 'list of corrections')) as CellCorrection[]
}

async function readJson(file: string, what: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandError(`The ${what} ${file} cannot be read.`)
  })
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandError(`The ${what} ${file} is not valid JSON.`)
  }
}
