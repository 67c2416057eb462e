import { Type } from 'typebox'
import { entityTypes } from '#shared/entities.ts'
import { eventKinds, eventVias } from '#shared/events.ts'
import { jobStatuses } from '#shared/jobs.ts'
import { EventRecord } from '#shared/schemas/events.ts'
import { Job } from '#shared/schemas/jobs.ts'
import { nullable } from '#shared/schemas/paging.ts'
import { validationFailed } from '../../catalog/errors.ts'
import { dataOf, pageOf } from '#shared/routes/route.ts'
import { largestPage, pagingArguments, readPaging, readType, typeArgument } from '../arguments.ts'
import { briefly, catalogChecks, defineTool, unlisted } from '../tool.ts'

const listEvents = defineTool({
  name: 'list_events',
  description:
    'Changes, newest first: who, when, by which door, old and new values. With type and id those of one entity.',
  effect: 'read',
  input: {
    type: Type.Optional(typeArgument),
    id: Type.Optional(Type.String()),
    event: Type.Optional(
      briefly(Type.Enum([...eventKinds], { ...catalogChecks }), 'Such as entity.updated or job.failed', {
        type: 'string',
      }),
    ),
    attribute: Type.Optional(Type.String({ description: 'A key' })),
    via: Type.Optional(Type.Enum([...eventVias], { ...catalogChecks })),
    job_id: Type.Optional(Type.String()),
    since: Type.Optional(Type.String({ description: 'Date or timestamp' })),
    until: Type.Optional(Type.String()),
    after: Type.Optional(Type.Integer({ minimum: 0, description: 'A sequence number; then oldest first' })),
    ...pagingArguments,
  },
  output: pageOf(EventRecord),
  scopes: ['read:events'],
  run: ({ id, after, type, event, attribute, via, job_id, since, until, ...args }, agent, structural) => {
    const { faults, ...paging } = readPaging(args, structural)
    const of = id === undefined ? undefined : { type: readType(type, entityTypes, faults), id }
    const kinds = { event, attribute, via, job_id, since, until }
    const filters = of === undefined ? { type, ...kinds } : kinds
    return agent.ask('listEvents', { of, filters, after, ...paging, maxBytes: largestPage, faults })
  },
})

/**
 * Agents understand results without a schema; the schemas of all results would be 10 KB for each tool that
 * answers with a job.
 */
export const DescribedJob = Type.Object({
  ...Job.properties,
  result: nullable(Type.Record(Type.String(), Type.Unknown())),
})

const listJobs = defineTool({
  name: 'list_jobs',
  description: 'Long tasks, newest first.',
  effect: 'read',
  input: {
    status: Type.Optional(Type.Enum([...jobStatuses], { ...catalogChecks })),
    name: unlisted(Type.String()),
    ...pagingArguments,
  },
  output: pageOf(DescribedJob),
  scopes: ['read:jobs'],
  run: ({ status, name, ...args }, agent, faults) =>
    agent.ask('listJobs', { status, name, readable: agent.readable, ...readPaging(args, faults) }),
})

const getJob = defineTool({
  name: 'get_job',
  description: 'Ask again until status is completed, failed or cancelled.',
  effect: 'read',
  input: { id: Type.String() },
  output: dataOf(DescribedJob),
  scopes: ['read:jobs'],
  run: async ({ id }, agent, faults) => {
    const job = await agent.ask('getJob', { id, readable: agent.readable })
    if (faults.length > 0) throw validationFailed(faults)
    return job
  },
})

export const feedTools = [listEvents, listJobs, getJob]
