import { Type } from 'typebox'
import { entityTypes, pluralOf } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { eventKinds, eventVias } from '#shared/events.ts'
import { jobStatuses } from '#shared/jobs.ts'
import { EventRecord } from '#shared/schemas/events.ts'
import { Job } from '#shared/schemas/jobs.ts'
import { nullable } from '#shared/schemas/paging.ts'
import { type Answer, parseAnswer } from '../../catalog/answer.ts'
import { CatalogError, validationFailed } from '../../catalog/errors.ts'
import {
  cancelJob as cancel,
  type TakingBack,
  undoEdit as undoByEdit,
  undoJob,
} from '../../edge/take-back.ts'
import type { Agent } from '../agent.ts'
import { dataOf, pageOf } from '#shared/routes/route.ts'
import { largestPage, pagingArguments, readPaging, readType, knownTypeArgument } from '../arguments.ts'
import { briefly, catalogChecks, defineTool, unlisted, waitSeconds } from '../tool.ts'

const listEvents = defineTool({
  name: 'list_events',
  description: 'Changes, newest first: who, when, old and new values; with type and id of one entity.',
  effect: 'read',
  input: {
    type: Type.Optional(knownTypeArgument),
    id: Type.Optional(Type.String()),
    event: Type.Optional(
      briefly(Type.Enum([...eventKinds], { ...catalogChecks }), 'Such as entity.updated or job.failed', {
        type: 'string',
      }),
    ),
    attribute: unlisted(Type.String()),
    via: unlisted(Type.Enum([...eventVias], { ...catalogChecks })),
    job_id: unlisted(Type.String()),
    since: unlisted(Type.String({ description: 'Date or timestamp' })),
    until: unlisted(Type.String()),
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
    status: unlisted(Type.Enum([...jobStatuses], { ...catalogChecks })),
    name: unlisted(Type.String()),
    ...pagingArguments,
  },
  output: pageOf(DescribedJob),
  scopes: ['read:jobs'],
  run: ({ status, name, ...args }, agent, faults) =>
    agent.ask('listJobs', { status, name, readable: agent.readable, ...readPaging(args, faults) }),
})

const listedWait = Type.Optional(Type.Integer({ ...catalogChecks, maximum: waitSeconds.most }))

const getJob = defineTool({
  name: 'get_job',
  description: 'Waits up to wait seconds for its end; ask again until it has ended.',
  effect: 'read',
  input: { id: Type.String(), wait: listedWait },
  output: dataOf(DescribedJob),
  answersJob: true,
  scopes: ['read:jobs'],
  run: async ({ id }, agent, faults) => {
    const job = await agent.ask('getJob', { id, readable: agent.readable })
    if (faults.length > 0) throw validationFailed(faults)
    return job
  },
})

const cancelJob = defineTool({
  name: 'cancel_job',
  description: 'What it wrote stays.',
  effect: 'set',
  input: { id: Type.String() },
  output: dataOf(DescribedJob),
  answersJob: true,
  scopes: [],
  run: async ({ id }, agent) => parseAnswer(await cancel(takingBack(agent, []), id)),
})

const undoEdit = defineTool({
  name: 'undo_edit',
  description: 'By an edit_id or a job id; values changed since stay, listed.',
  effect: 'overwrite',
  input: { id: Type.String() },
  output: Type.Object({}),
  answersJob: true,
  scopes: [],
  run: async ({ id }, agent, faults) =>
    withoutApplied(parseAnswer(await undoEither(takingBack(agent, faults), id))),
})

/** The summary counts what was taken back; an edit of thousands of values would fill a model's memory with them. */
function withoutApplied(answer: object): object {
  if (!('data' in answer) || !Array.isArray(answer.data)) return answer
  return { ...answer, data: answer.data.filter(({ status }: { status: string }) => status !== 'applied') }
}

function takingBack(agent: Agent, faults: readonly FieldError[]): TakingBack {
  return {
    workspace: agent.parts.workspace,
    context: agent.context,
    faults,
    require: (scopes) => agent.require(scopes),
    requireMerging: (type) => {
      agent.requireMerging()
      agent.require([`write:${pluralOf[type]}`, `delete:${pluralOf[type]}`])
    },
  }
}

/** Agents are told ids of both, and need not tell them apart. */
async function undoEither(by: TakingBack, id: string): Promise<Answer> {
  try {
    return await undoJob(by, id)
  } catch (error) {
    if (!(error instanceof CatalogError) || error.code !== 'not_found') throw error
    return undoByEdit(by, id)
  }
}

export const feedTools = [listEvents, listJobs, getJob, cancelJob, undoEdit]
