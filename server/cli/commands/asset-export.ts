import { stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import {
  type AssetExportResult,
  defaultNamePattern,
  type LeftOutPictureReason,
  type NewAssetExport,
} from '#shared/exports.ts'
import { faultOfFileName } from '#shared/file-names.ts'
import { type CatalogClient, requireFree, type SaveTarget } from '../client.ts'
import { findOnlyWorkspace, onlyWorkspaceOption } from '../chosen-workspace.ts'
import {
  type Command,
  CommandError,
  counted,
  forceOption,
  type Invocation,
  type OptionValues,
  type Output,
  textOption,
  UsageError,
} from '../command.ts'
import { followJob, reasonOf } from '../follow-job.ts'
import { withCatalog } from '../nearest-server.ts'

/** How the pictures of an archive look and are named. */
export const pictureOptions = {
  recipe: {
    type: 'string',
    help: 'The recipe of renditions, by its name; without it the pictures are written as they are',
  },
  pattern: {
    type: 'string',
    help: `How pictures are named, such as ${defaultNamePattern}: {n} is the place at the product, {ext} the extension, {name} the name of the file, and others are keys of attributes`,
  },
} as const

const exportTypes = ['image', 'product'] as const

export const assetsExportCommand: Command = {
  name: 'assets export',
  summary: 'Write pictures to a ZIP, by a recipe and under the names of a pattern',
  arguments: '--to FILE.zip [--workspace NAME] [--recipe NAME] [--pattern PATTERN] [--type product]',
  positionals: 0,
  options: {
    ...onlyWorkspaceOption,
    to: { type: 'string', help: 'The file to write' },
    ...pictureOptions,
    type: {
      type: 'string',
      help: 'What is chosen: image (the default), or product for the pictures of products',
    },
    view: { type: 'string', help: 'Only what a saved view shows, by its name or id' },
    q: {
      type: 'string',
      help: 'Only entities whose texts have all these words; "a phrase", -without, key:value',
    },
    attribute: { type: 'string', help: 'Only the pictures that this attribute of products holds' },
    ...forceOption,
  },
  async run(invocation) {
    const { dataDir, options } = invocation
    const to = textOption(options, 'to')
    if (to === undefined) throw new UsageError('Name the file to write with --to FILE.zip.')
    const type = textOption(options, 'type') ?? 'image'
    if (!exportTypes.some((each) => each === type))
      throw new UsageError(`--type takes ${exportTypes.join(' or ')} and not "${type}".`)
    const target = { file: resolve(to), mayReplace: options['force'] === true }
    await requirePlace(target)
    return withCatalog(dataDir, async (owner) => {
      const client = owner.in(await findOnlyWorkspace(owner, options))
      await exportPictures(
        client,
        { ...textsOf(options, ['view', 'q', 'attribute']), type },
        { target, invocation },
      )
      return 0
    })
  },
}

interface PictureFile {
  readonly target: SaveTarget
  readonly invocation: Invocation
}

/** Makes an archive of pictures and saves it; its last line counts the files and the names that were taken. */
export async function exportPictures(
  client: CatalogClient,
  chosen: NewAssetExport,
  { target, invocation }: PictureFile,
): Promise<void> {
  const body = { ...chosen, ...textsOf(invocation.options, ['recipe', 'pattern']) }
  const { data: begun } = await client.call('POST /api/v1/asset-exports', { body })
  const job = await followJob(client, begun, invocation)
  const { result } = job
  if (job.status === 'cancelled')
    throw new CommandError('The export of pictures was cancelled; there is no file.')
  if (result === null || !('collisions' in result))
    throw new CommandError(`The pictures were not written. ${reasonOf(job)}`)
  await client.save(target, 'GET /api/v1/exports/{job_id}/file', { path: { job_id: job.id } })
  describeExport(result, target, invocation.output)
}

const reasons: Readonly<Record<LeftOutPictureReason, string>> = {
  elsewhere: 'the picture lies on another site',
  missing: 'the file is not there',
  no_picture: 'no picture can be made of the file',
  too_large: 'the file is larger than 64 MiB',
}

function describeExport(result: AssetExportResult, { file }: SaveTarget, output: Output): void {
  const { files, collisions, collided, left_out, left_out_pictures: left } = result
  for (const { name, wanted } of collided) output.print({ name, wanted }, `${wanted} was taken: ${name}`)
  for (const { name, reason } of left)
    output.print({ name, left_out: reason }, `${name} was left out: ${reasons[reason]}`)
  const numbered = collisions === 0 ? '' : `, ${collisions} with a number, for the name was taken`
  const without = left_out === 0 ? '' : `; ${left_out} left out`
  output.print(
    { files, collisions, left_out, saved_to: file },
    `${counted(files, 'picture')} written to ${file}${numbered}${without}.`,
  )
}

function textsOf(options: OptionValues, names: readonly (keyof NewAssetExport)[]): NewAssetExport {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = textOption(options, name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** Checks the target first: an hour of work shall not end for lack of a folder or of a valid file name. */
export async function requirePlace(target: SaveTarget): Promise<void> {
  const { file } = target
  const fault = faultOfFileName(basename(file))
  if (fault !== undefined) throw new CommandError(fault)
  const folder = dirname(file)
  const found = await stat(folder).catch(() => undefined)
  if (!found?.isDirectory())
    throw new CommandError(`There is no folder ${folder}. Make it, or name another file.`)
  requireFree(target)
}
