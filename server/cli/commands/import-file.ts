import { openAsBlob } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { upsertableTypes } from '#shared/entities.ts'
import {
  dateOrders,
  fileFormats,
  fileShapes,
  type PictureFault,
  pictureFaults,
  openQuestions,
} from '#shared/imports.ts'
import type { Job } from '#shared/jobs.ts'
import { type CatalogClient, requireFree, describeFaults } from '../client.ts'
import { findOnlyWorkspace, onlyWorkspaceOption } from '../chosen-workspace.ts'
import type { UploadedImport } from '#shared/schemas/imports.ts'
import {
  type Command,
  CommandError,
  forceOption,
  type Invocation,
  textOption,
  UsageError,
} from '../command.ts'
import { followJob, reasonOf } from '../follow-job.ts'
import { summaryOf, tooManyFailed, parseMaxFailed } from '../import-summary.ts'
import { splitList } from '#shared/text.ts'
import { withCatalog } from '../nearest-server.ts'
import { collectInAllThreads } from '../../threads/collect-garbage.ts'
import { standardName, withInputFile } from '../standard-input.ts'
import { parseImportOptions } from '../import-options.ts'
import { planImport } from '../plan-import.ts'

const maxInputBytes = 64 * 1024 ** 3

async function followPictures(
  client: CatalogClient,
  { result }: Job,
  invocation: Invocation,
): Promise<string[]> {
  if (result === null || !('created_attributes' in result) || !result.pictures) return []
  const { wanted, already_there: known, job_id: id } = result.pictures
  if (result.dry_run) return [`Pictures: ${wanted} to fetch, ${known} there already`]
  if (id === null) return known === 0 ? [] : [`Pictures: ${known} there already`]
  const { data: begun } = await client.call('GET /api/v1/jobs/{id}', { path: { id } })
  return describePictures(await followJob(client, begun, invocation))
}

const faultTexts: Readonly<Record<PictureFault, string>> = {
  not_found: 'not found',
  not_a_picture: 'no picture',
  too_large: 'too large',
  refused: 'refused',
  unreachable: 'no answer',
}

function describePictures(job: Job): string[] {
  const { result, status } = job
  if (result === null || !('failed_by' in result)) return [`Pictures: ${status}. ${reasonOf(job)}`]
  const { fetched, replaced = 0, already_there: there, failed, failed_by: by } = result
  const { errors, errors_truncated: isCut } = result
  const changed = replaced > 0 ? ` (${replaced} had changed)` : ''
  const faults = pictureFaults.flatMap((fault) => (by[fault] ? [`${by[fault]} ${faultTexts[fault]}`] : []))
  return [
    ...errors.map(({ row, field, value, issue }) => `Row ${row}, ${field}, "${value}": ${issue}`),
    ...(isCut ? [`All that failed are listed at /jobs/${job.id}/errors.`] : []),
    `Pictures: ${fetched} fetched${changed}, ${there} there already, ${failed} failed${failed > 0 ? ` (${faults.join(', ')}); they stay as they are` : ''}`,
  ]
}

export const importCommand: Command = {
  name: 'import',
  summary:
    'Import a CSV file, a workbook, JSON, a page with JSON-LD or XML (feeds of shops, BMEcat, GS1, lists), or a ZIP of one with its pictures: create entities, or update those that a merge key finds',
  arguments: 'FILE|- [--workspace NAME] [--type product] [--merge-key sku] [--dry-run]',
  positionals: 1,
  examples: [
    'import pricelist.xlsx --dry-run',
    'curl -s https://example.com/list.csv | vitrine import - --merge-key sku',
  ],
  options: {
    ...onlyWorkspaceOption,
    format: {
      type: 'string',
      help: `What the file is: ${fileFormats.join(', ')}; without it the content tells`,
    },
    type: {
      type: 'string',
      help: `What the rows are: ${upsertableTypes.join(', ')}; without it the content tells`,
    },
    'merge-key': {
      type: 'string',
      help: 'The attribute by which known entities are found, such as sku; without it one that is sure, none for new entities only',
    },
    anew: { type: 'boolean', help: 'Take no settings of an earlier file with the same columns' },
    'dry-run': { type: 'boolean', help: 'Count and compare, but change nothing' },
    profile: { type: 'string', help: 'Saved settings, which hold where no option says otherwise' },
    mapping: { type: 'string', help: 'A JSON file: column names to attribute keys, rules or null' },
    corrections: {
      type: 'string',
      help: 'A JSON file of cells to take otherwise: [{"row": 3, "column": "Price", "value": "12.50"}]',
    },
    delimiter: {
      type: 'string',
      help: 'The character between the cells of CSV, or tab; without it the content tells',
    },
    quote: {
      type: 'string',
      help: 'none reads quotation marks of CSV as signs of the texts, double as enclosing cells; without it the content tells',
    },
    encoding: {
      type: 'string',
      help: 'What CSV is encoded in, such as windows-1250 or shift_jis; without it the content tells',
    },
    sheet: { type: 'string', help: 'The sheet of a workbook; without it the first' },
    language: {
      type: 'string',
      help: 'Of XML with texts in several languages: the one to take, such as de; without it the file tells',
    },
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
    pictures: {
      type: 'string',
      help: 'link (the default) leaves addresses of pictures as they are, fetch has them fetched into the workspace, refetch also anew where they have changed',
    },
    decimal: {
      type: 'string',
      help: 'How numbers are written, , or . before the decimals, where the file does not tell',
    },
    dates: {
      type: 'string',
      help: `The order of dates where the file does not tell: ${dateOrders.join(', ')}`,
    },
    renumbered: {
      type: 'string',
      help: 'Rows with a new number and the GTIN of a known entry: change gives the entry the number, new makes another; asked where it occurs',
    },
    renamed: {
      type: 'string',
      help: 'New columns with the values of an attribute: fill writes them to it, new makes another; asked where it occurs',
    },
    'price-share': { type: 'string', help: 'From which change on prices are told; without it 25%' },
    'price-changes': {
      type: 'string',
      help: 'take (the default) writes rows with larger changes of prices, hold leaves them to be looked at',
    },
    clear: {
      type: 'string',
      help: 'Words in place of a number or date, such as "auf Anfrage", that remove what is there; more behind commas',
    },
    'only-known': { type: 'boolean', help: 'Leave out columns without an attribute instead of creating it' },
    create: { type: 'string', help: 'What may be created too: options, vendors, categories, images' },
    images: {
      type: 'string',
      help: 'A folder of pictures whose files cells name; a ZIP with the table and its pictures needs none',
    },
    errors: { type: 'string', help: 'A file for the rows that failed, each with its reason' },
    ...forceOption,
    'max-failed': {
      type: 'string',
      help: 'How many rows may fail before the exit code is 1: a share such as 5% or a number; without it 10%',
    },
  },
  async run(invocation) {
    const { dataDir, output, options, positionals } = invocation
    const settings = await parseImportOptions(options)
    const maxFailed = parseMaxFailed(textOption(options, 'max-failed'))
    const target = textOption(options, 'errors')
    const mayReplace = options['force'] === true
    const errors = target === undefined ? undefined : { file: resolve(target), mayReplace }
    if (errors) requireFree(errors)
    const run = async (file: string) => {
      const into = async (owner: CatalogClient) => {
        const workspace = await findOnlyWorkspace(owner, options)
        if (options['workspace'] === undefined && !output.isJson)
          output.printLine(`Into the workspace "${workspace.name}", as there is no other.`)
        const client = owner.in(workspace)
        const job = await importFile(client, { file, settings, invocation })
        const pictures = await followPictures(client, job, invocation)
        if (errors !== undefined && hasErrorFile(job))
          await client.save(errors, 'GET /api/v1/jobs/{id}/errors', { path: { id: job.id } })
        output.print(job, [...pictures, summaryOf(job)].join('\n'))
        const open = openQuestions(job)
        if (open.length > 0) throw new UsageError(describeFaults(open))
        const failure = job.status === 'completed' ? tooManyFailed(job, maxFailed) : failureOf(job)
        if (failure === undefined) return 0
        throw new CommandError(failure)
      }
      const { size } = await stat(file)
      return withCatalog(dataDir, into, { hasMuchToDo: size > largeFileBytes })
    }
    const [name = ''] = positionals
    if (name === standardName) return withInputFile(invocation, maxInputBytes, run)
    return run(await findFile(name))
  },
}

// The import of such a file takes longer than the start of the threads that share its work.
const largeFileBytes = 256 * 1024

interface ImportRun {
  readonly file: string
  readonly settings: UploadedImport
  readonly invocation: Invocation
}

/** Elsewhere nothing is planned before: the options say all that the file does not. */
async function importThere(client: CatalogClient, { file, settings, invocation }: ImportRun): Promise<Job> {
  const { images_folder: folder, ...sent } = settings
  if (folder !== undefined)
    throw new UsageError('--images takes a folder of the server. Send a ZIP of the table and its pictures.')
  const form = new FormData()
  for (const [name, value] of Object.entries({ type: 'product', ...sent }))
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  form.append('file', await openAsBlob(file), basename(file))
  const { data: begun } = await client.call('POST /api/v1/imports', { body: form })
  return followJob(client, begun, invocation)
}

async function importFile(client: CatalogClient, { file, settings, invocation }: ImportRun): Promise<Job> {
  if (client.isRemote) return importThere(client, { file, settings, invocation })
  const { data: upload } = await client.upload(file)
  const path = { id: upload.id }
  try {
    const isAnew = invocation.options['anew'] === true
    const clears = splitList(textOption(invocation.options, 'clear') ?? '')
    const planned = await planImport(client, { uploadId: upload.id, settings, isAnew, clears })
    if (!invocation.output.isJson) for (const line of planned.said) invocation.output.printLine(line)
    const { data: begun } = await client.call('POST /app/v1/import-uploads/{id}/import', {
      path,
      body: planned.settings,
    })
    // This process mostly waits from here on, so the garbage of sending and planning would stay in memory
    // during a long import.
    collectInAllThreads()
    return await followJob(client, begun, invocation)
  } finally {
    await client.call('DELETE /app/v1/import-uploads/{id}', { path })
  }
}

function hasErrorFile({ result }: Job): boolean {
  return result !== null && 'errors_file' in result && Boolean(result.errors_file)
}

async function findFile(path: string): Promise<string> {
  const file = resolve(path)
  const found = await stat(file).catch(() => undefined)
  if (!found) throw new CommandError(`There is no file ${file}.`)
  if (found.isDirectory())
    throw new CommandError(
      `${file} is a folder. Name the file itself; pictures are placed with vitrine assets match FOLDER.`,
    )
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
