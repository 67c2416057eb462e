import { access, constants, stat } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import { upsertableTypes } from '#shared/entities.ts'
import type { ImportResult, Job } from '#shared/jobs.ts'
import { type ImportOptions, openCatalogHost } from '../catalog-host.ts'
import { type Command, CommandError, type OptionValues, textOption, UsageError } from '../command.ts'
import { findWorkspace, workspaceOption } from '../find-workspace.ts'
import { progressPrinter, reasonOf } from '../job-output.ts'

export const importCommand: Command = {
  name: 'import',
  summary: 'Import a CSV file: create entities, or update those that a merge key finds',
  arguments: 'FILE --workspace NAME --type product [--merge-key sku] [--dry-run]',
  positionals: 1,
  options: {
    ...workspaceOption,
    type: { type: 'string', help: `What the rows are: ${upsertableTypes.join(', ')}` },
    'merge-key': { type: 'string', help: 'The attribute by which known entities are found, such as sku' },
    'dry-run': { type: 'boolean', help: 'Count and compare, but change nothing' },
    'empty-cells': { type: 'string', help: 'ignore (the default) leaves values alone, clear removes them' },
    'only-known': { type: 'boolean', help: 'Leave out columns without an attribute instead of creating it' },
  },
  async run({ dataDir, output, options, positionals: [path = ''], interrupted }) {
    const importOptions = parseOptions(options)
    const file = await findFile(path)
    const host = await openCatalogHost(dataDir)
    try {
      const workspace = await findWorkspace(host, options)
      const onProgress = progressPrinter(output)
      const job = await host.importFile(workspace, {
        file,
        options: importOptions,
        onProgress,
        signal: interrupted,
      })
      output.print(job, summaryOf(job))
      if (job.status === 'completed') return 0
      throw new CommandError(failureOf(job))
    } finally {
      await host.close()
    }
  },
}

function parseOptions(options: OptionValues): ImportOptions {
  const type = textOption(options, 'type')
  if (!type || !(upsertableTypes as readonly string[]).includes(type)) {
    throw new UsageError(`Say what the rows are with --type: ${upsertableTypes.join(', ')}.`)
  }
  const emptyCells = textOption(options, 'empty-cells') ?? 'ignore'
  if (emptyCells !== 'ignore' && emptyCells !== 'clear') {
    throw new UsageError(`--empty-cells takes ignore or clear, not "${emptyCells}".`)
  }
  const mergeKey = textOption(options, 'merge-key')
  return {
    type,
    ...(mergeKey !== undefined && { merge_key: mergeKey }),
    create_missing_attributes: options['only-known'] !== true,
    empty_cells: emptyCells,
    dry_run: options['dry-run'] === true,
  }
}

async function findFile(path: string): Promise<string> {
  const file = resolve(path)
  const found = await stat(file).catch(() => undefined)
  if (!found) throw new CommandError(`There is no file ${file}.`)
  if (!found.isFile()) throw new CommandError(`${file} is not a file. Name the CSV file itself.`)
  await access(file, constants.R_OK).catch(() => {
    throw new CommandError(`${file} cannot be read. Change its permissions, or import a copy.`)
  })
  if (/^\.(xlsx?|ods|numbers)$/i.test(extname(file))) {
    throw new CommandError(`${file} is a spreadsheet. Save the table as CSV and import that file.`)
  }
  return file
}

type Told = ImportResult & { rows?: number; dry_run?: boolean; ignored_columns?: string[] }

function summaryOf({ result, status }: Job): string {
  if (status !== 'completed' || !result) return ''
  const { created, updated, unchanged, failed, created_attributes, errors, errors_truncated, ...told } =
    result as unknown as Told
  const heading = told.dry_run ? 'Nothing was changed. The import would come to:' : 'Imported.'
  const lines = [
    heading,
    `${created} created, ${updated} updated, ${unchanged} unchanged, ${failed} failed`,
    ...(created_attributes.length > 0 ? [`Attributes created: ${created_attributes.join(', ')}`] : []),
    ...((told.ignored_columns?.length ?? 0) > 0
      ? [`Columns left out: ${told.ignored_columns?.join(', ')}`]
      : []),
    ...errors.map(
      ({ row, field, issue, value }) =>
        `Row ${row}${field && `, ${field}`}: ${issue}${value && ` – "${value}"`}`,
    ),
    ...(errors_truncated ? ['Further rows failed; these are the first faults.'] : []),
  ]
  return lines.join('\n')
}

function failureOf(job: Job): string {
  if (job.status === 'cancelled')
    return 'The import was cancelled; the rows before that are in the workspace.'
  return `The import failed. ${reasonOf(job)}`
}
