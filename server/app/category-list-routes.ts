import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { FieldError } from '#shared/errors.ts'
import { categoryListRoutes } from '#shared/routes/category-lists.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { CatalogError, validationFailed } from '../catalog/errors.ts'
import { area } from '../edge/area.ts'
import type { Call } from '../edge/call.ts'
import { unknownField } from '../edge/structural-faults.ts'
import { isFile, receiveUpload } from '../edge/upload.ts'
import { CategoryLists, maxListBytes } from '../jobs/exports/category-lists.ts'

export const categoryListArea = area(categoryListRoutes, async (app, { dataDir, uploadsDir }) => {
  const limits = { files: 2, fields: 10, fileSize: maxListBytes }
  await app.register(multipart, { limits, throwFileSizeLimit: false, isPartAFile: isFile })
  const lists = new CategoryLists(dataDir)
  return {
    'GET /channels/{channel}/category-list': async (call) => {
      const channel = await knownChannel(call)
      const { q = '', limit } = call.query
      const list = await lists.read(channel)
      const answer = list && q.trim() !== '' ? list.search(q, limit) : { found: [], total: 0 }
      return { data: { list: await lists.describe(channel), ...answer } }
    },

    'POST /channels/{channel}/category-list': async (call) => {
      const channel = await knownChannel(call)
      const bytes = await receiveList(call.request, join(uploadsDir, `${randomUUID()}.list`))
      return { data: await atFile(() => lists.add(channel, bytes)) }
    },

    'DELETE /channels/{channel}/category-list': async (call) => {
      const channel = await knownChannel(call)
      // A list that cannot be read can be removed, too.
      const removed = await lists.describe(channel).catch(() => null)
      await lists.remove(channel)
      return { data: removed }
    },

    'POST /channels/{channel}/category-list/look-up': async (call) => {
      const channel = await knownChannel(call)
      const list = await lists.read(channel)
      return {
        data: call.checkedBody().names.map((name) => {
          const listed = list?.find(name) ?? null
          return { name, listed, suggested: listed ? null : (list?.suggest(name) ?? null) }
        }),
      }
    },
  }
})

type ListCall = Pick<Call<keyof typeof categoryListRoutes, never>, 'params' | 'workspace' | 'faults'>

async function knownChannel({ params, workspace, faults }: ListCall): Promise<string> {
  await workspace.call('readChannel', { key: params.channel, faults })
  return params.channel
}

async function receiveList(request: FastifyRequest, path: string): Promise<Uint8Array> {
  if (!request.isMultipart())
    throw validationFailed([{ field: 'body', ...issueSentence('Send the file as multipart/form-data.') }])
  try {
    const { fields, fileName, faults } = await receiveUpload(request, path, maxListBytes)
    const all: FieldError[] = [...faults, ...[...fields.keys()].map((field) => unknownField(field, []))]
    if (fileName === undefined) all.push({ field: 'file', issue: 'required' })
    if (all.length > 0) throw validationFailed(all)
    return await readFile(path)
  } finally {
    await rm(path, { force: true })
  }
}

async function atFile<Added>(add: () => Promise<Added>): Promise<Added> {
  try {
    return await add()
  } catch (error) {
    if (error instanceof CatalogError)
      throw validationFailed([{ field: 'file', ...issueSentence(error.sentence) }])
    throw error
  }
}
