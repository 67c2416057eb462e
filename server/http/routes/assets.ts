import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import multipart from '@fastify/multipart'
import { maxColumnListBytes, maxMatchedFiles, type SentAssetMatch } from '#shared/assets.ts'
import type { FieldError } from '#shared/errors.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { message } from '#shared/messages/message.ts'
import { assetRoutes } from '#shared/routes/assets.ts'
import { AssetMatch } from '#shared/schemas/assets.ts'
import { validationFailed, CatalogError } from '../../catalog/errors.ts'
import { area } from '../../edge/area.ts'
import type { Call } from '../../edge/call.ts'
import { findEarlier } from '../../edge/idempotency.ts'
import { resolveMatchedLibrary, resolvePictureFolder } from '../../edge/picture-folder.ts'
import { receiveFiles } from '../../edge/receive-files.ts'
import { callerOf, workspaceIdOf } from '../../edge/request-context.ts'
import { checkForm } from '../../edge/structural-faults.ts'
import { isFile } from '../../edge/upload.ts'
import {
  findMatchSource,
  keepMatchSource,
  keepSentFiles,
  makeMatchFolder,
  removeMatchFiles,
} from '../../jobs/assets/match-folder.ts'
import { type ChosenPaths, keepChosenPaths, removeChosenPaths } from '../../jobs/job-files.ts'
import { type FieldReader, asText, readForm } from '../import-form.ts'

const gib = 1024 ** 3
const limits = {
  bytes: 64 * gib,
  files: maxMatchedFiles,
  fileBytes: 64 * 1024 ** 2,
  unpackedBytes: 4 * gib,
  archiveParts: 50_000,
}
const formLimits = {
  files: limits.files + 1,
  fields: 50,
  fieldSize: maxColumnListBytes * 2,
  fileSize: 4 * gib,
}

/** Files are matched to products by rules: a job plans, and another one applies (specification, Pictures §2). */
export const assetArea = area(assetRoutes, async (app) => {
  const options = { limits: formLimits, throwFileSizeLimit: false, isPartAFile: isFile, preservePath: true }
  await app.register(multipart, options)
  return {
    'POST /asset-matches': (call) => matchAssets(call),

    'GET /asset-matches/{job_id}/rows': ({ workspace, params, query, paging, faults, client }) =>
      workspace.call('listAssetPlan', { ...paging, ...params, ...query, faults }, client),

    'POST /asset-exports': async ({ workspace, services, request, jobs, newWrite }) => {
      const id = randomUUID()
      const workspaceId = workspaceIdOf(request)
      const library_folders = services.assetLibraries.foldersOf(workspaceId)
      const { body, faults, context } = newWrite
      await keepChosenPaths(services.uploadsDir, { workspace: workspaceId, job: id }, { library_folders })
      try {
        const answer = await workspace.call('enqueueAssetExport', { id, body, faults, context })
        jobs.wake()
        return answer
      } catch (error) {
        await removeChosenPaths(services.uploadsDir, id)
        throw error
      }
    },

    'GET /assets/duplicates': ({ workspace, paging, faults, client }) =>
      workspace.call('listNearSame', { ...paging, faults }, client),

    'POST /asset-matches/{job_id}/apply': async (call) => {
      const { workspace, params, write, services, request, client } = call
      const { body, faults, context } = write
      const chosen = await workspace.call('checkAssetApply', { ...params, body, faults }, client)
      const id = randomUUID()
      const dataDir = dirname(services.uploadsDir)
      const workspaceId = workspaceIdOf(request)
      const paths = await findMatchSource(dataDir, { workspace: workspaceId, jobId: chosen.match })
      await keepChosenPaths(services.uploadsDir, { workspace: workspaceId, job: id }, paths)
      const answer = await workspace.call('enqueueAssetApply', { ...chosen, id, context })
      call.jobs.wake()
      return answer
    },
  }
})

type MatchCall = Call<'POST /asset-matches', (typeof assetRoutes)['POST /asset-matches']>

interface ReceivedMatch {
  readonly body: Partial<SentAssetMatch>
  readonly faults: readonly FieldError[]
  readonly paths: ChosenPaths | undefined
}

async function matchAssets(call: MatchCall) {
  const { workspace, services, request } = call
  const id = randomUUID()
  const dataDir = dirname(services.uploadsDir)
  const workspaceId = workspaceIdOf(request)
  try {
    const { body, faults, paths } = await receiveMatch(call, { dataDir, id })
    const { context } = call
    const earlier = await findEarlier(workspace, context)
    if (earlier) {
      await removeMatchFiles(dataDir, id)
      return earlier
    }
    if (paths) {
      await keepMatchSource(await makeMatchFolder(dataDir, id), { workspace: workspaceId, paths })
      await keepChosenPaths(services.uploadsDir, { workspace: workspaceId, job: id }, paths)
    }
    const answer = await workspace.call('enqueueAssetMatch', {
      id,
      body,
      faults,
      hasFiles: paths !== undefined,
      context,
    })
    call.jobs.wake()
    return answer
  } catch (error) {
    await removeMatchFiles(dataDir, id)
    throw error
  }
}

interface NewMatch {
  readonly dataDir: string
  readonly id: string
}

async function receiveMatch(call: MatchCall, { dataDir, id }: NewMatch): Promise<ReceivedMatch> {
  if (call.request.isMultipart()) return receiveForm(call, await makeMatchFolder(dataDir, id))
  const { body, faults } = call.newWrite
  if (body.files === undefined || Array.isArray(body.files)) return { body, faults, paths: undefined }
  if ('match' in body.files) {
    const match = { workspace: workspaceIdOf(call.request), jobId: body.files.match }
    const paths = await findMatchSource(dataDir, match)
    return { body, faults, paths: Object.keys(paths).length > 0 ? paths : undefined }
  }
  const caller = callerOf(call.request)
  if (caller.kind === 'access') throw new CatalogError('forbidden', message('asset.folder_of_owner'))
  if ('library' in body.files) {
    const { library } = body.files
    return {
      body,
      faults,
      paths: { matched_library: await resolveMatchedLibrary(call, { ...body.files, library }) },
    }
  }
  const folder = await resolvePictureFolder(body.files.folder, caller, call.services.pictureFolders)
  return { body, faults, paths: { files_folder: folder } }
}

async function receiveForm(call: MatchCall, folder: string): Promise<ReceivedMatch> {
  const { fields, files, faults } = await receiveFiles(call.request, folder, limits)
  const { values, faults: unread } = readForm(fields, readers)
  const validate = call.request.compileValidationSchema(AssetMatch)
  const errors = validate(values) ? undefined : (validate.errors ?? undefined)
  const { body, faults: wrong } = checkForm<Partial<SentAssetMatch>>(values, errors)
  const missing: FieldError[] =
    files.length === 0 && faults.length === 0 ? [{ field: 'files', issue: 'required' }] : []
  const all = [...call.queryFaults, ...faults, ...unread, ...wrong, ...missing]
  if (faults.length > 0 || missing.length > 0) throw validationFailed(all)
  await keepSentFiles(folder, files)
  return { body, faults: all, paths: { sent_folder: folder } }
}

const asBoolean = (text: string): unknown => (text === 'true' ? true : text === 'false' ? false : undefined)
const asSide = (text: string): unknown => (/^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined)
const readText: FieldReader = { read: asText, issue: 'invalid_value' }
const readFlag: FieldReader = { read: asBoolean, issue: 'expected_boolean' }
const readSide: FieldReader = { read: asSide, issue: 'expected_non_negative_integer' }

const readers: Readonly<Record<Exclude<keyof SentAssetMatch, 'files'>, FieldReader>> = {
  rules: { read: readRules, ...issueSentence('Expected a JSON array of rules, such as [{"by": "key"}].') },
  attribute: readText,
  as: readText,
  alt_text: readText,
  create_images: readFlag,
  dry_run: readFlag,
  min_width: readSide,
  min_height: readSide,
}

function readRules(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
