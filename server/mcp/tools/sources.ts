import { Type } from 'typebox'
import { Uuid } from '#shared/schemas/entities.ts'
import { SourceCreate } from '#shared/schemas/sources.ts'
import { parseAnswer } from '../../catalog/answer.ts'
import { createSource as makeSource, receiveInline } from '../../edge/create-source.ts'
import { dataOf } from '#shared/routes/answers.ts'
import { briefly, catalogChecks, defineTool, unlisted } from '../tool.ts'
import { ToldJob } from './events-and-jobs.ts'

const createSource = defineTool({
  name: 'create_source',
  description:
    'From exactly one of url, text and file, by a job: ask get_job with job_id until it has ended.',
  effect: 'fetch',
  input: {
    ...SourceCreate.properties,
    parent_id: unlisted(SourceCreate.properties.parent_id),
    file: Type.Optional(briefly(SourceCreate.properties.file, '{name, content_base64}')),
    product_ids: Type.Optional(Type.Array(Uuid, { ...catalogChecks })),
  },
  output: dataOf(Type.Object({ ...ToldJob.properties, job_id: Uuid })),
  scopes: ['write:sources'],
  run: async (body, agent, faults) => {
    const { workspace, uploadsDir } = agent.parts
    const mayWriteProducts = agent.holds('write:products')
    const maker = { workspace, uploadsDir, mayWriteProducts, context: agent.context }
    return parseAnswer(await makeSource(maker, (path) => receiveInline(body, faults, path)))
  },
})

/** Data sources, which only jobs make. */
export const sourceTools = [createSource]
