import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type AssetPlanRow, type AssetStatus, assetModes, type SentAssetMatch } from '#shared/assets.ts'
import { galleryAttribute, matchDefaults } from '#shared/match-defaults.ts'
import type { Job } from '#shared/jobs.ts'
import type { AssetLibrary, LibraryScanResult } from '#shared/schemas/asset-libraries.ts'
import { foldText } from '#shared/text.ts'
import type { CatalogClient } from '../client.ts'
import { findOnlyWorkspace, onlyWorkspaceOption } from '../chosen-workspace.ts'
import {
  type Command,
  CommandError,
  counted,
  type Invocation,
  type OptionValues,
  type Output,
  textOption,
  UsageError,
  undoLines,
} from '../command.ts'
import { followJob, reasonOf } from '../follow-job.ts'
import { withCatalog } from '../nearest-server.ts'

type MatchBody = Omit<SentAssetMatch, 'files'>

export const assetsMatchCommand: Command = {
  name: 'assets match',
  summary: 'Find the products of the pictures in a folder by their names, and place them there',
  arguments: '[FOLDER] [--library NAME] [--workspace NAME] [--rules FILE] [--apply]',
  positionals: 1,
  optionalPositionals: 1,
  options: {
    ...onlyWorkspaceOption,
    rules: {
      type: 'string',
      help: 'A JSON file: a list of rules, or the body of POST /asset-matches without files; without it SKU, GTIN, folders and titles are tried',
    },
    attribute: {
      type: 'string',
      help: 'The key of the attribute that takes the pictures; without it the list of pictures of products',
    },
    as: {
      type: 'string',
      help: `How they join pictures that are there: ${assetModes.join(', ')}; without it the first`,
    },
    library: {
      type: 'string',
      help: 'Match the files of a linked library, by its name or id, in place of a folder; they are not copied',
    },
    folder: { type: 'string', help: 'With --library only the files below this folder of it' },
    apply: { type: 'boolean', help: 'Place what is sure; without it only the plan is printed' },
  },
  async run(invocation) {
    const { dataDir, output, options, positionals } = invocation
    const folder = await findMatched(positionals[0], options)
    const asked = await readRules(textOption(options, 'rules'))
    return withCatalog(dataDir, async (owner) => {
      const workspace = await findOnlyWorkspace(owner, options)
      const client = owner.in(workspace)
      const body = await completeBody(client, asked, options)
      const { data: begun } = await client.call('POST /api/v1/asset-matches', {
        body: { ...body, files: await nameFiles(client, folder, options), dry_run: true },
      })
      const job = await followJob(client, begun, invocation)
      const counts = countsOf(job)
      await printRows(client, job, output)
      const placed = options['apply'] === true ? await apply(client, job, invocation) : undefined
      if (output.isJson) output.print({ counts, ...(placed && { edit_id: placed.edit_id }) }, '')
      else output.printLine(summaryOf(counts, placed))
      return 0
    })
  },
}

/** The folder of this computer that is matched; undefined where a library is named in its place. */
async function findMatched(path: string | undefined, options: OptionValues): Promise<string | undefined> {
  const isLibrary = textOption(options, 'library') !== undefined
  if (isLibrary === (path !== undefined))
    throw new UsageError('Name a folder of pictures, or a linked library with --library.')
  if (!isLibrary && textOption(options, 'folder') !== undefined)
    throw new UsageError('--folder is a folder of the library that --library names.')
  return path === undefined ? undefined : findFolder(path)
}

async function nameFiles(
  client: CatalogClient,
  path: string | undefined,
  options: OptionValues,
): Promise<NonNullable<SentAssetMatch['files']>> {
  if (path !== undefined) return { folder: path }
  const { data: all } = await client.call('GET /app/v1/asset-libraries', {})
  const folder = textOption(options, 'folder')
  const [library] = chooseLibraries(all, textOption(options, 'library'))
  return { library: library?.id ?? '', ...(folder !== undefined && { folder }) }
}

async function findFolder(path: string): Promise<string> {
  const folder = resolve(path)
  const found = await stat(folder).catch(() => undefined)
  if (!found?.isDirectory()) throw new CommandError(`There is no folder ${folder}.`)
  return folder
}

async function readRules(path: string | undefined): Promise<Partial<MatchBody>> {
  if (path === undefined) return {}
  const text = await readFile(resolve(path), 'utf8').catch(() => {
    throw new CommandError(`The file ${resolve(path)} cannot be read.`)
  })
  try {
    const body: Partial<MatchBody> | MatchBody['rules'] = JSON.parse(text)
    if (Array.isArray(body)) return { rules: body }
    if (typeof body === 'object' && body !== null) return body as Partial<MatchBody>
  } catch {
    // A text that is no JSON gets the same sentence as JSON that is no object.
  }
  throw new UsageError(
    `${path} holds no JSON object and no list of rules. Write the body of POST /asset-matches without files, such as {"rules": [{"by": "key", "attribute": "sku"}], "attribute": "gallery_images"}.`,
  )
}

/** Settings that neither the file nor an option gives follow from the attributes of the workspace. */
async function completeBody(
  client: CatalogClient,
  asked: Partial<MatchBody>,
  options: OptionValues,
): Promise<MatchBody> {
  const { data: attributes } = await client.call('GET /app/v1/attributes', { query: { type: 'product' } })
  const defaults = matchDefaults(attributes)
  const { rules = defaults.rules } = asked
  if (rules.length === 0) throw new CommandError(noKeys)
  const named = textOption(options, 'attribute') ?? asked.attribute ?? defaults.attribute
  const attribute = named ?? (await makeGallery(client, options))
  const as = textOption(options, 'as')
  return { ...asked, rules, attribute, ...(as !== undefined && { as }) }
}

const noKeys =
  'Products have no attribute of text by which pictures could find them. Import products with their numbers first.'

/** Makes the list of pictures that a workspace lacks, where the match is applied. */
async function makeGallery(client: CatalogClient, options: OptionValues): Promise<string> {
  if (options['apply'] !== true)
    throw new CommandError(
      'No attribute of products takes pictures. Name one with --attribute, or have Gallery images made with --apply.',
    )
  await client.call('POST /api/v1/attributes', { body: galleryAttribute })
  return galleryAttribute.key
}

type Counts = Readonly<Record<AssetStatus, number>>

function countsOf(job: Job): Counts {
  const { result, status } = job
  if (result !== null && 'counts' in result && 'matched' in result.counts) return result.counts
  if (status === 'cancelled') throw new CommandError('The match was cancelled; nothing has changed.')
  throw new CommandError(`The pictures were not matched. ${reasonOf(job)}`)
}

const pageSize = 200
const quiet: ReadonlySet<string> = new Set(['matched', 'replaces', 'already_there'])

/** Prints every row as JSON; for people those that need a look. */
async function printRows(client: CatalogClient, { id }: Job, output: Output): Promise<void> {
  let cursor: string | undefined
  for (;;) {
    const { data: rows, pagination } = await client.call('GET /api/v1/asset-matches/{job_id}/rows', {
      path: { job_id: id },
      query: { limit: pageSize, ...(cursor !== undefined && { cursor }) },
    })
    for (const row of rows) {
      if (output.isJson) output.print(row, '')
      else if (!quiet.has(row.status)) output.printLine(describeRow(row))
    }
    if (!pagination.has_more) return
    cursor = pagination.next_cursor
  }
}

function describeRow({ file, status, note, candidates }: AssetPlanRow): string {
  const named = candidates.map(({ label }) => label).join(', ')
  const reasons: Partial<Record<AssetPlanRow['status'], string>> = {
    ambiguous: `may be of several products: ${named}`,
    unmatched: named === '' ? 'no product has this name' : `no product has this name; near are ${named}`,
  }
  return `${file.name}: ${note ?? reasons[status] ?? status}`
}

interface PlacingResult {
  readonly edit_id: string | null
  readonly applied: number
  readonly conflicts: readonly { readonly index: number; readonly note: string }[]
}

async function apply(client: CatalogClient, { id }: Job, invocation: Invocation): Promise<PlacingResult> {
  const { data: begun } = await client.call('POST /api/v1/asset-matches/{job_id}/apply', {
    path: { job_id: id },
    body: { accept: 'all' },
  })
  if ('applied' in begun) return begun
  const job = await followJob(client, begun, invocation)
  const { result } = job
  if (result === null || !('applied' in result) || !('conflicts' in result))
    throw new CommandError(`The pictures were not placed. ${reasonOf(job)}`)
  const { edit_id, applied = 0, conflicts = [] } = result
  for (const { note } of conflicts) if (!invocation.output.isJson) invocation.output.printLine(note)
  return { edit_id, applied, conflicts }
}

function summaryOf(counts: Counts, placed: PlacingResult | undefined): string {
  const { matched, replaces, already_there: there, ...others } = counts
  const left = Object.values(others).reduce((sum, count) => sum + count, 0)
  const found = [
    `${counted(matched + replaces, 'picture')} ${placed ? 'found a product' : 'would be placed'}`,
    ...(there > 0 ? [`${there} there already`] : []),
    ...(left > 0 ? [`${left} left, listed above`] : []),
  ].join(', ')
  if (placed === undefined) return `${found}. Place them with --apply.`
  const undo = undoLines(placed.edit_id)
    .map((line) => `\n${line}`)
    .join('')
  return `${found}; ${placed.applied} placed.${undo}`
}

export const assetsScanCommand: Command = {
  name: 'assets scan',
  summary: 'Scan linked libraries for new, changed, moved and missing files',
  arguments: '[--workspace NAME] [--library NAME]',
  positionals: 0,
  options: {
    ...onlyWorkspaceOption,
    library: { type: 'string', help: 'The library, by its name or id; without it all of the workspace' },
  },
  async run(invocation) {
    const { dataDir, output, options } = invocation
    return withCatalog(dataDir, async (owner) => {
      const client = owner.in(await findOnlyWorkspace(owner, options))
      const { data: all } = await client.call('GET /app/v1/asset-libraries', {})
      const libraries = chooseLibraries(all, textOption(options, 'library'))
      for (const { id, name } of libraries) {
        const { data: begun } = await client.call('POST /app/v1/asset-libraries/{id}/scan', { path: { id } })
        const job = await followJob(client, begun, invocation)
        const { result } = job
        if (result === null || !('left_out' in result) || !('is_away' in result))
          throw new CommandError(`The library ${name} was not scanned. ${reasonOf(job)}`)
        if (output.isJson) output.print({ name, ...result }, '')
        else output.printLine(describeScan(name, result))
      }
      return 0
    })
  },
}

type NamedLibrary = Pick<AssetLibrary, 'id' | 'name'>

function chooseLibraries(all: readonly NamedLibrary[], named: string | undefined): readonly NamedLibrary[] {
  if (named === undefined) {
    if (all.length > 0) return all
    throw new CommandError('The workspace links no library. Link a folder in its settings.')
  }
  const chosen = all.filter(({ id, name }) => id === named || foldText(name) === foldText(named))
  if (chosen.length > 0) return chosen
  const known = all.map(({ name }) => name).join(', ')
  throw new CommandError(`The workspace links no library ${named}. It links ${known || 'none'}.`)
}

function describeScan(name: string, scan: LibraryScanResult): string {
  if (scan.is_away) return `${name} is away: its folder is not there. Nothing was changed.`
  const counts = [
    counted(scan.files, 'file'),
    `${scan.new} new`,
    `${scan.changed} changed`,
    `${scan.moved} moved`,
    `${scan.missing} missing`,
    ...(scan.left_out > 0 ? [`${scan.left_out} left out`] : []),
  ].join(', ')
  return scan.edit_id === null
    ? `${name}: ${counts}.`
    : `${name}: ${counts}. The edit ${scan.edit_id} takes the rewriting of values back.`
}
