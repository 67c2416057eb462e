import { access, constants, readFile, stat } from 'node:fs/promises'
import { openAsBlob } from 'node:fs'
import { basename, resolve } from 'node:path'
import { upsertableTypes } from '#shared/entities.ts'
import {
  type ColumnMapping,
  dateOrders,
  type DateOrder,
  type DecimalMark,
  emptyCellModes,
  misfitModes,
  type MisfitMode,
  type EmptyCells,
  fileShapes,
  type ShapeChoice,
  shapeChoices,
  textEncodings,
  type TextEncoding,
} from '#shared/imports.ts'
import type { Job } from '#shared/jobs.ts'
import { isOneOf, splitList } from '#shared/text.ts'
import { openQuestions } from '#shared/open-questions.ts'
import { type CatalogClient, tellFaults } from '../client.ts'
import type { UploadedImport } from '#shared/schemas/imports.ts'
import {
  type Command,
  CommandError,
  type Invocation,
  type OptionValues,
  textOption,
  UsageError,
} from '../command.ts'
import { findWorkspace, workspaceOption } from '../find-workspace.ts'
import { followJob, reasonOf } from '../follow-job.ts'
import { summaryOf, tooManyFailed, parseMaxFailed } from '../import-summary.ts'
import { withCatalog } from '../nearest-server.ts'
import { planImport } from '../plan-import.ts'

export const importCommand: Command = {
  name: 'import',
  summary: 'Import a CSV file, a workbook or JSON: create entities, or update those that a merge key finds',
  arguments: 'FILE --workspace NAME --type product [--merge-key sku] [--dry-run]',
  positionals: 1,
  options: {
    ...workspaceOption,
    type: { type: 'string', help: `What the rows are: ${upsertableTypes.join(', ')}` },
    'merge-key': {
      type: 'string',
      help: 'The attribute by which known entities are found, such as sku; without it one that is sure, none for new entities only',
    },
    anew: { type: 'boolean', help: 'Take no settings of an earlier file with the same columns' },
    'dry-run': { type: 'boolean', help: 'Count and compare, but change nothing' },
    profile: { type: 'string', help: 'Saved settings, which hold where no option says otherwise' },
    mapping: { type: 'string', help: 'A JSON file: column names to attribute keys, rules or null' },
    delimiter: {
      type: 'string',
      help: 'The character between the cells of CSV, or tab; without it the content tells',
    },
    encoding: {
      type: 'string',
      help: 'What CSV is encoded in, such as windows-1250 or shift_jis; without it the content tells',
    },
    sheet: { type: 'string', help: 'The sheet of a workbook; without it the first' },
    shape: {
      type: 'string',
      help: `The shop whose file it is (${fileShapes.join(', ')}); none reads every row as it stands`,
    },
    'header-row': {
      type: 'string',
      help: 'The row that names the columns, from 1, or 0 for none; without it the content tells',
    },
    'empty-cells': { type: 'string', help: 'ignore (the default) leaves values alone, clear removes them' },
    misfits: {
      type: 'string',
      help: 'cell (the default) leaves out a cell that does not fit and keeps its row, row leaves out the row',
    },
    decimal: {
      type: 'string',
      help: 'How numbers are written, , or . before the decimals, where the file does not tell',
    },
    dates: {
      type: 'string',
      help: `The order of dates where the file does not tell: ${dateOrders.join(', ')}`,
    },
    'only-known': { type: 'boolean', help: 'Leave out columns without an attribute instead of creating it' },
    create: { type: 'string', help: 'What may be created too: options, vendors, categories, images' },
    images: { type: 'string', help: 'A folder of pictures that cells of image columns name' },
    errors: { type: 'string', help: 'A file for the rows that failed, each with its reason' },
    'max-failed': {
      type: 'string',
      help: 'How many rows may fail before the exit code is 1: a share such as 5% or a number; without it 10%',
    },
  },
  async run(invocation) {
    const { dataDir, output, options, positionals } = invocation
    const settings = await parseOptions(options)
    const maxFailed = parseMaxFailed(textOption(options, 'max-failed'))
    const file = await findFile(positionals[0] ?? '')
    return withCatalog(dataDir, async (owner) => {
      const client = owner.in(await findWorkspace(owner, options))
      const job = await importFile(client, { file, settings, invocation })
      const target = textOption(options, 'errors')
      if (target !== undefined && hasErrorFile(job))
        await client.save(resolve(target), 'GET /api/v1/jobs/{id}/errors', { path: { id: job.id } })
      output.print(job, summaryOf(job))
      const open = openQuestions(job)
      if (open.length > 0) throw new UsageError(tellFaults(open))
      const failure = job.status === 'completed' ? tooManyFailed(job, maxFailed) : failureOf(job)
      if (failure === undefined) return 0
      throw new CommandError(failure)
    })
  },
}

/** Takes back what an import has done. */
export const undoImportCommand: Command = {
  name: 'undo',
  summary: 'Take back a whole import: what it created goes to the trash, what it changed goes back',
  arguments: 'JOB --workspace NAME',
  positionals: 1,
  options: workspaceOption,
  async run(invocation) {
    const { dataDir, output, options, positionals } = invocation
    return withCatalog(dataDir, async (owner) => {
      const client = owner.in(await findWorkspace(owner, options))
      const path = { id: positionals[0] ?? '' }
      const { data: begun } = await client.call('POST /app/v1/jobs/{id}/undo', { path })
      const job = await followJob(client, begun, invocation)
      output.print(job, undoneOf(job))
      if (job.status === 'completed') return 0
      throw new CommandError(`The import was not taken back as a whole. ${reasonOf(job)}`)
    })
  },
}

interface ImportRun {
  readonly file: string
  readonly settings: UploadedImport
  readonly invocation: Invocation
}

/** Sends a file, imports it and waits for the end; the job works on a copy of what was sent. */
async function importFile(client: CatalogClient, { file, settings, invocation }: ImportRun): Promise<Job> {
  const form = new FormData()
  form.append('file', await openAsBlob(file), basename(file))
  const { data: upload } = await client.call('POST /app/v1/import-uploads', { body: form })
  const path = { id: upload.id }
  try {
    const isAnew = invocation.options['anew'] === true
    const planned = await planImport(client, { uploadId: upload.id, settings, isAnew })
    if (!invocation.output.isJson) for (const line of planned.said) invocation.output.printLine(line)
    const { data: begun } = await client.call('POST /app/v1/import-uploads/{id}/import', {
      path,
      body: planned.settings,
    })
    return await followJob(client, begun, invocation)
  } finally {
    await client.call('DELETE /app/v1/import-uploads/{id}', { path })
  }
}

function hasErrorFile({ result }: Job): boolean {
  return result !== null && 'errors_file' in result && Boolean(result.errors_file)
}

function undoneOf({ result, status }: Job): string {
  if (status !== 'completed' || result === null || !('trashed' in result)) return ''
  const { trashed, changed, kept, failed, changed_meanwhile: stayed } = result
  const { removed_attributes: removed = [], kept_attributes: keptAttributes = [] } = result
  return [
    `${trashed} moved to the trash, ${changed} changed back, ${kept} values changed since and kept, ${failed} failed`,
    ...(stayed ? [`${stayed} that the import created stay: changed since, or others refer to them`] : []),
    ...(removed.length > 0 ? [`Attributes removed: ${removed.join(', ')}`] : []),
    ...keptAttributes.map(({ key, reason }) => `The attribute ${key} stays. ${reason}`),
  ].join('\n')
}

async function parseOptions(options: OptionValues): Promise<UploadedImport> {
  const profile = textOption(options, 'profile')
  const mapping = textOption(options, 'mapping')
  const images = textOption(options, 'images')
  return {
    ...given('type', parseType(options, profile)),
    ...given('profile', profile),
    ...given('delimiter', parseDelimiter(options)),
    ...given('encoding', parseEncoding(options)),
    ...given('sheet', textOption(options, 'sheet')),
    ...given('shape', parseShape(options)),
    ...given('header_row', parseHeaderRow(options)),
    ...given('merge_key', textOption(options, 'merge-key')),
    ...given('empty_cells', parseEmptyCells(options)),
    ...given('misfits', parseMisfits(options)),
    ...given('decimal', parseDecimal(options)),
    ...given('dates', parseDates(options)),
    ...given('mapping', mapping === undefined ? undefined : await readMapping(resolve(mapping))),
    ...given('images_folder', images === undefined ? undefined : resolve(images)),
    ...parseCreations(options, profile),
    dry_run: options['dry-run'] === true,
  }
}

/** What an option says, if it was given. */
function given<Key extends keyof UploadedImport>(
  key: Key,
  value: UploadedImport[Key] | undefined,
): UploadedImport {
  const settings: UploadedImport = {}
  if (value !== undefined) settings[key] = value
  return settings
}

function parseType(options: OptionValues, profile: string | undefined): string | undefined {
  const type = textOption(options, 'type')
  if (type === undefined && profile !== undefined) return undefined
  if (type !== undefined && isOneOf(upsertableTypes, type)) return type
  throw new UsageError(`Say what the rows are with --type: ${upsertableTypes.join(', ')}.`)
}

/** A tab is hard to type. */
function parseDelimiter(options: OptionValues): string | undefined {
  const text = textOption(options, 'delimiter')
  return text === 'tab' || text === '\\t' ? '\t' : text
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

function parseEmptyCells(options: OptionValues): EmptyCells | undefined {
  const text = textOption(options, 'empty-cells')
  const mode = emptyCellModes.find((known) => known === text)
  if (text === undefined || mode) return mode
  throw new UsageError(`--empty-cells takes ignore or clear, not "${text}".`)
}

function parseMisfits(options: OptionValues): MisfitMode | undefined {
  const text = textOption(options, 'misfits')
  const mode = misfitModes.find((known) => known === text)
  if (text === undefined || mode) return mode
  throw new UsageError(`--misfits takes cell or row, not "${text}".`)
}

function parseHeaderRow(options: OptionValues): number | undefined {
  const text = textOption(options, 'header-row')
  if (text === undefined || /^\d{1,3}$/.test(text)) return text === undefined ? undefined : Number(text)
  throw new UsageError(`--header-row takes a number from 0 to 100, not "${text}".`)
}

const decimalSpellings: Readonly<Record<string, DecimalMark>> = {
  ',': 'comma',
  comma: 'comma',
  '.': 'point',
  point: 'point',
}

/** What `--decimal` says, for numbers that are read and for those that are written. */
export function parseDecimal(options: OptionValues): DecimalMark | undefined {
  const text = textOption(options, 'decimal')
  const mark = text === undefined ? undefined : decimalSpellings[text]
  if (text === undefined || mark) return mark
  throw new UsageError(`--decimal takes , or . and not "${text}".`)
}

function parseDates(options: OptionValues): DateOrder | undefined {
  const text = textOption(options, 'dates')
  const order = dateOrders.find((known) => known === text)
  if (text === undefined || order) return order
  throw new UsageError(`--dates takes ${dateOrders.join(', ')}, not "${text}".`)
}

const creatable: readonly string[] = ['options', 'vendors', 'categories', 'images']

/** Missing attributes are created unless the options or a profile say otherwise. */
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
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandError(`The mapping ${file} cannot be read.`)
  })
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandError(`The mapping ${file} is not valid JSON.`)
  }
}

async function findFile(path: string): Promise<string> {
  const file = resolve(path)
  const found = await stat(file).catch(() => undefined)
  if (!found) throw new CommandError(`There is no file ${file}.`)
  if (!found.isFile()) throw new CommandError(`${file} is not a file. Name the file itself.`)
  await access(file, constants.R_OK).catch(() => {
    throw new CommandError(`${file} cannot be read. Change its permissions, or import a copy.`)
  })
  return file
}

function failureOf(job: Job): string {
  if (job.status === 'cancelled')
    return 'The import was cancelled; the rows before that are in the workspace.'
  return `The import failed. ${reasonOf(job)}`
}
