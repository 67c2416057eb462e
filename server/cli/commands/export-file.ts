import { resolve } from 'node:path'
import { entityTypes } from '#shared/entities.ts'
import { channelFormats, channelKeys } from '#shared/channels.ts'
import {
  type ChannelExportResult,
  type ExportResult,
  exportFormats,
  type NewExport,
} from '#shared/exports.ts'
import { type Job } from '#shared/jobs.ts'
import { splitList } from '#shared/text.ts'
import { filterOption, type QueryFilter, toQueryFilter } from '../clauses.ts'
import type { CatalogClient, SaveTarget } from '../client.ts'
import { findWorkspace, workspaceOption } from '../chosen-workspace.ts'
import {
  type Command,
  CommandError,
  forceOption,
  listOption,
  type Invocation,
  type OptionValues,
  type Output,
  requireChoice,
  textOption,
  UsageError,
} from '../command.ts'
import { followJob, reasonOf } from '../follow-job.ts'
import { withCatalog } from '../nearest-server.ts'
import { standardName } from '../standard-input.ts'
import { parseDecimal } from '../import-options.ts'
import { exportPictures, pictureOptions, requirePlace } from './asset-export.ts'

export const exportCommand: Command = {
  name: 'export',
  summary: 'Export entities to CSV, Excel or JSON lines, or to the file that a channel takes',
  arguments:
    '--workspace NAME --type product [--format csv] [--to FILE] [--filter …] [--view NAME] [--channel KEY]',
  positionals: 0,
  examples: [
    'export --type product --filter status=Published --to products.xlsx',
    'export --type product --format jsonl | head -1 | jq .',
  ],
  options: {
    ...workspaceOption,
    type: { type: 'string', help: `What is exported: ${entityTypes.join(', ')}` },
    format: { type: 'string', help: `${exportFormats.join(', ')}; without it as the name of the file says` },
    to: {
      type: 'string',
      help: 'The file to write, or - for standard output; without it one named after the type and the day, or standard output where that is no terminal',
    },
    ...filterOption,
    view: { type: 'string', help: 'Only what a saved view shows, by its name or id' },
    q: {
      type: 'string',
      help: 'Only entities whose texts have all these words; "a phrase", -without, key:value',
    },
    sort: { type: 'string', help: 'Keys to sort by, as in --sort=-price,sku' },
    fields: { type: 'string', help: 'The columns, such as id,sku,price' },
    values: { type: 'string', help: 'own (the default), or effective with inherited and computed values' },
    references: { type: 'string', help: 'labels (the default) or ids' },
    headers: { type: 'string', help: 'keys (the default) or names' },
    for: {
      type: 'string',
      help: 'excel: a CSV that Excel opens as a table, as --bom --delimiter ";" --decimal ,',
    },
    delimiter: { type: 'string', help: 'What stands between the cells of a CSV: , ; | or tab' },
    decimal: { type: 'string', help: 'What stands before the decimals of a CSV: . (the default) or ,' },
    bom: { type: 'boolean', help: 'Begin a CSV with the mark by which Excel knows that it is UTF-8' },
    channel: {
      type: 'string',
      help: `The file that a channel takes: ${channelKeys.join(', ')}, or the key of one of your own`,
    },
    currency: { type: 'string', help: 'For a channel: of prices that name none, such as EUR' },
    report: { type: 'string', help: 'For a channel: where to write what was left out, as CSV' },
    pictures: {
      type: 'string',
      help: 'Where to write the pictures of what is exported, of a channel those that its file names, as ZIP',
    },
    ...pictureOptions,
    ...forceOption,
  },
  async run(invocation) {
    const { dataDir, options } = invocation
    const named = textOption(options, 'to') ?? (isPiped(invocation.output) ? standardName : undefined)
    const to = named === '/dev/stdout' ? standardName : named
    const output = to === standardName ? invocation.output.aside() : invocation.output
    const body = toBody(options, to)
    for (const file of [to, ...beside.map((name) => textOption(options, name))])
      if (file !== undefined && file !== standardName) await requirePlace(targetOf(file, options))
    return withCatalog(dataDir, async (owner) => {
      const client = owner.in(await findWorkspace(owner, options))
      const { data: begun } = await client.call('POST /api/v1/exports', { body })
      const job = await followJob(client, begun, { ...invocation, output })
      const { result } = job
      await saveBeside(client, job, options)
      if (result === null || !('file' in result) || 'collisions' in result) {
        if (output.isJson) output.print(job, '')
        throw new CommandError(failureOf(job))
      }
      const target = await saveExport(client, job.id, { ...invocation, to: to ?? result.file.name })
      output.print({ ...job, saved_to: target }, summaryOf(result, target))
      await savePictures(client, body, { ...invocation, output })
      if ('rows' in result && result.rows === 0) throw new CommandError(noRows(target))
      return 0
    })
  },
}

/** A program that reads the output gets the file itself, unless it has asked for JSON about the export. */
function isPiped({ isJson, isTerminal }: Output): boolean {
  return !isJson && !isTerminal
}

const targetOf = (file: string, options: OptionValues): SaveTarget => ({
  file: resolve(file),
  mayReplace: options['force'] === true,
})

async function saveExport(
  client: CatalogClient,
  id: string,
  { to, options, output }: Pick<Invocation, 'options' | 'output'> & { readonly to: string },
): Promise<string> {
  const input = { path: { job_id: id } }
  if (to === standardName) {
    await client.pipe(output.stdout, 'GET /api/v1/exports/{job_id}/file', input)
    return 'standard output'
  }
  const target = targetOf(to, options)
  await client.save(target, 'GET /api/v1/exports/{job_id}/file', input)
  return target.file
}

const beside = ['report', 'pictures'] as const

async function saveBeside(client: CatalogClient, { id, result }: Job, options: OptionValues): Promise<void> {
  for (const name of beside) {
    const file = textOption(options, name)
    if (file !== undefined && result !== null && name in result)
      await client.save(targetOf(file, options), `GET /api/v1/exports/{job_id}/${name}`, {
        path: { job_id: id },
      })
  }
}

/** The pictures of a table are an export of their own; a channel's export has packed those that it names. */
async function savePictures(client: CatalogClient, body: NewExport, invocation: Invocation): Promise<void> {
  const file = textOption(invocation.options, 'pictures')
  const { type, q, view, channel, filter, filter_join } = body
  if (file === undefined || channel !== undefined) return
  const chosen = {
    ...(type !== undefined && { type }),
    ...(q !== undefined && { q }),
    ...(view !== undefined && { view }),
    ...(filter !== undefined && { filter }),
    ...(filter_join !== undefined && { filter_join }),
  }
  await exportPictures(client, chosen, { target: targetOf(file, invocation.options), invocation })
}

function toBody(options: OptionValues, to: string | undefined): NewExport {
  const fields = textOption(options, 'fields')
  const format =
    textOption(options, 'format') ?? formats.find((name) => to?.toLowerCase().endsWith(`.${name}`))
  return {
    ...typeOf(options),
    ...(format !== undefined && { format }),
    ...filterOf(options),
    ...plainOptions(options),
    ...(fields !== undefined && { fields: splitList(fields) }),
    ...pictureStyle(options),
    ...csvStyle(options),
  }
}

function filterOf(options: OptionValues): Partial<QueryFilter> {
  const clauses = listOption(options, 'filter') ?? []
  return clauses.length > 0 ? toQueryFilter(clauses) : {}
}

/** The handling of pictures in an export to a channel. */
function pictureStyle(options: OptionValues): NewExport {
  const [recipe, pattern] = [textOption(options, 'recipe'), textOption(options, 'pattern')]
  const file = textOption(options, 'pictures')
  if (file === undefined && pattern !== undefined)
    throw new UsageError('--pattern names the pictures that --pictures FILE.zip writes. Give both.')
  if (textOption(options, 'channel') === undefined) {
    if (file === undefined && recipe !== undefined)
      throw new UsageError('--recipe is for the pictures that --pictures FILE.zip writes. Give both.')
    return {}
  }
  return {
    ...(file !== undefined && { pictures: true }),
    ...(recipe !== undefined && { recipe }),
    ...(pattern !== undefined && { pattern }),
  }
}

const excelStyle = { bom: true, delimiter: ';', decimal: 'comma' } as const satisfies NewExport

/** The options of a CSV; explicit ones have precedence over those that Excel needs. */
function csvStyle(options: OptionValues): NewExport {
  const reader = textOption(options, 'for')
  if (reader !== undefined && reader !== 'excel')
    throw new UsageError(`--for takes excel and not "${reader}".`)
  const delimiter = textOption(options, 'delimiter')
  const decimal = parseDecimal(options)
  return {
    ...(reader === 'excel' && excelStyle),
    ...(delimiter !== undefined && { delimiter: delimiter === 'tab' ? '\t' : delimiter }),
    ...(decimal !== undefined && { decimal }),
    ...(options['bom'] === true && { bom: true }),
  }
}

const formats = [...exportFormats, ...channelFormats]

function typeOf(options: OptionValues): Pick<NewExport, 'type'> {
  const type = textOption(options, 'type')
  if (type === undefined && textOption(options, 'channel') !== undefined) return {}
  if (type) return { type: requireChoice('--type', type, entityTypes) }
  throw new UsageError(`Say what to export with --type: ${entityTypes.join(', ')}.`)
}

const passedOn = ['view', 'q', 'sort', 'values', 'references', 'headers', 'channel', 'currency'] as const

function plainOptions(options: OptionValues): Partial<NewExport> {
  return Object.fromEntries(
    passedOn.flatMap((name) => {
      const value = textOption(options, name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function summaryOf(result: ExportResult | ChannelExportResult, target: string): string {
  if ('reasons' in result) return channelSummary(result, target)
  const { rows, columns, left_out_cells: leftOut, errors } = result
  return [
    `Exported ${rows} rows of ${columns} columns to ${target}`,
    ...(leftOut > 0 ? [`${leftOut} cells were left out; these are the first:`] : []),
    ...errors.map(({ row, field, issue }) => `Row ${row}, ${field}: ${issue}`),
  ].join('\n')
}

function channelSummary(result: ChannelExportResult, target: string): string {
  const {
    exported,
    products,
    reasons,
    not_sent: unsent = [],
    held_pictures: held = 0,
    pictures,
    notes = [],
  } = result
  const names = unsent.map(({ name, products: count }) => `${name} (${count})`).join(', ')
  return [
    `Exported ${exported} of ${products} products to ${target}`,
    ...notes,
    ...reasons.map(
      ({ field, issue, remedy = '', products: count, left_out: what }) =>
        `${count} × ${field}: ${issue} (${what} left out) ${remedy}`,
    ),
    ...(held > 0 && !pictures ? [`${held} ${heldPictures}`] : []),
    ...(names === ''
      ? []
      : [`No field of the channel takes these attributes, with how many products have a value: ${names}`]),
  ].join('\n')
}

const heldPictures =
  'pictures of the workspace stand in the file under the picture address of the channel. --pictures FILE.zip writes them, to be put there.'

function noRows(target: string): string {
  return `Nothing was exported: ${target} has no row. Ask for another type, view or text.`
}

function failureOf(job: Job): string {
  if (job.status === 'cancelled') return 'The export was cancelled; there is no file.'
  return `The export failed. ${reasonOf(job)}`
}
