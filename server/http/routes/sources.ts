import multipart from '@fastify/multipart'
import { sourceRoutes } from '#shared/routes/sources.ts'
import { maxSourceBytes, type SourceCreate } from '#shared/sources.ts'
import { area } from '../../edge/area.ts'
import type { Call } from '../../edge/call.ts'
import { missingScopes } from '../../edge/caller.ts'
import {
  createSource,
  receiveInline,
  type ReceivedSource,
  type SourceMaker,
} from '../../edge/create-source.ts'
import { callerOf, openWorkspaceOf } from '../../edge/request-context.ts'
import { isFile, receiveUpload } from '../../edge/upload.ts'
import type { FieldError } from '#shared/errors.ts'
import { faultOfBody } from '../../edge/body-parser.ts'
import { asText, readForm, type FieldReader } from '../import-form.ts'
import { isObject } from '#shared/exact-json.ts'
import { issueSentence } from '#shared/describe-fault.ts'

const maxTextBytes = 8 * 1024 * 1024
const limits = { files: 2, fields: 50, fieldSize: maxTextBytes, fileSize: maxSourceBytes }

interface SourceForm {
  readonly body: Omit<SourceCreate, 'file'>
  readonly faults: readonly FieldError[]
}

const asList = (text: string): unknown =>
  text.trimStart().startsWith('[') ? parseJson(text) : text.split(',').map((id) => id.trim())

const readers: Readonly<Record<string, FieldReader>> = {
  url: { read: asText, issue: '' },
  text: { read: asText, issue: '' },
  name: { read: asText, issue: '' },
  parent_id: { read: asText, issue: '' },
  product_ids: { read: asList, issue: 'expected_uuid_array' },
  attributes: { read: readObject, ...issueSentence('Expected a JSON object from attribute keys to values.') },
}

/**
 * Reads the text fields of a `POST /sources` form as the equivalent JSON body; an empty field counts as
 * missing.
 */
function parseSourceForm(form: ReadonlyMap<string, string>): SourceForm {
  const { values, faults } = readForm(form, readers)
  return { body: values, faults }
}

function readObject(text: string): Record<string, unknown> | undefined {
  const value = parseJson(text)
  return isObject(value) && faultOfBody(value) === undefined ? value : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** New sources: checked at once, fetched and read by a job (decisions, Sources). */
export const sourceArea = area(sourceRoutes, async (app) => {
  await app.register(multipart, { limits, throwFileSizeLimit: false, isPartAFile: isFile })
  return {
    'POST /sources': (call) => createSource(makerOf(call), (path) => receive(call, path)),

    'GET /sources/{id}/scraped': ({ workspace, params, faults }) =>
      workspace.call('readScraped', { ...params, faults }),
  }
})

type SourceCall = Call<unknown, (typeof sourceRoutes)['POST /sources']>

function makerOf(call: SourceCall): SourceMaker {
  const { request, services } = call
  return {
    workspace: openWorkspaceOf(request),
    uploadsDir: services.uploadsDir,
    mayWriteProducts: missingScopes(callerOf(request), ['write:products']).length === 0,
    context: () => call.context,
  }
}

async function receive(call: SourceCall, path: string): Promise<ReceivedSource> {
  if (call.request.isMultipart()) return receiveForm(call, path)
  const { body, faults } = call.newWrite
  return receiveInline(body, faults, path)
}

async function receiveForm({ request, queryFaults }: SourceCall, path: string): Promise<ReceivedSource> {
  const upload = await receiveUpload(request, path, maxSourceBytes + maxTextBytes)
  const { body, faults } = parseSourceForm(upload.fields)
  return { body, fileName: upload.fileName, faults: [...queryFaults, ...faults, ...upload.faults] }
}
