import type { NewExport } from '#shared/exports.ts'
import type { FieldError } from '#shared/errors.ts'
import type { Answer } from '../answer.ts'
import { Faults } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import {
  type ChannelRequest,
  type ExportJob,
  type ExportRequest,
  type ExportSelection,
  planExport,
  planList,
} from '../exports/plan-export.ts'
import { parseChannelExport, parseExport } from '../exports/parse-export.ts'
import { viewFor } from '../../store/computed/hidden-attributes.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import type { FeedOfJob } from '#shared/schemas/feeds.ts'
import { withExportProfile } from '../exports/export-profiles.ts'
import { nextIdentity } from '../../store/tables/entities.ts'
import { enqueueJob } from './queue.ts'
import type { PackageKind } from '#shared/packages.ts'

export interface EnqueueExport {
  readonly body: Partial<NewExport> & { readonly profile?: string }
  readonly faults: readonly FieldError[]
  readonly context: Omit<WriteContext, 'job_id'>
  /** The feed that sends the file. */
  readonly feed?: FeedOfJob | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
}

export function enqueueExport(tx: WritableDb, request: EnqueueExport): Answer {
  const faults = new Faults(request.faults)
  const view = viewFor(tx, request.context.role)
  const asked = { ...request, view, body: withExportProfile(view, request.body, faults) }
  return asked.body.channel === undefined
    ? enqueueTable(tx, asked, faults)
    : enqueueChannel(tx, asked, faults)
}

type ViewedExport = EnqueueExport & { readonly view: ReadableDb }

function enqueueTable(tx: WritableDb, { body, view, ...asked }: ViewedExport, faults: Faults): Answer {
  const request = parseExport(view, body, faults)
  if (!faults.hasErrorFor('type')) planExport(view, request, faults)
  faults.throwIfAny()
  const { type, format } = request
  return enqueue(tx, asked, { name: 'export', request, about: { type, format, ...viewOf(body) } })
}

function enqueueChannel(tx: WritableDb, { body, view, ...asked }: ViewedExport, faults: Faults): Answer {
  const { selection, file, name } = parseChannelExport(view, body, faults)
  planList(view, selection, faults)
  const request = { ...selection, ...faults.settled(file) }
  const { type, channel, format } = request
  return enqueue(tx, asked, {
    name: 'channel_export',
    request,
    about: { type, channel, channel_name: name, format, ...viewOf(body) },
  })
}

function viewOf({ view }: Partial<NewExport>): { readonly view?: string } {
  return view === undefined ? {} : { view }
}

interface Work {
  readonly name: 'export' | 'channel_export'
  readonly request: ExportRequest | ChannelRequest
  readonly about: Readonly<Record<string, unknown>>
}

function enqueue(
  tx: WritableDb,
  { context, feed, metadata }: Omit<EnqueueExport, 'body' | 'faults'>,
  { name, request, about }: Work,
): Answer {
  const id = nextIdentity(tx).uuid
  const input: ExportJob<ExportSelection> = { request, context, ...(feed && { feed }) }
  const facts = { workflow: name, via: context.via, ...about, ...metadata }
  return enqueueJob(tx, { uuid: id, name, input, metadata: facts })
}

interface EnqueuePackage {
  readonly id: string
  readonly fileName: string
  readonly kind: PackageKind
  readonly with_linked?: boolean
  readonly name: string
  readonly program: string
  readonly context: Pick<WriteContext, 'via'>
}

export function enqueuePackage(tx: WritableDb, { id, fileName, context, ...input }: EnqueuePackage): Answer {
  const { kind } = input
  const metadata = { workflow: 'package', via: context.via, file: fileName, kind }
  return enqueueJob(tx, { uuid: id, name: 'package', input, metadata })
}
