import { createRequire } from 'node:module'
import { readFileSync, statSync } from 'node:fs'
import type { parse as parseCsv } from 'csv-parse/sync'
import { isOneOf } from '#shared/text.ts'
import { channelFormats } from '#shared/channels.ts'
import { maxInValues } from '#shared/filters.ts'
import { message } from '#shared/messages/message.ts'
import { type ExportDifference, maxDifferences } from '#shared/schemas/channel-files.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { findJob } from '../../store/tables/jobs.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { workspaceChannel } from '../channels/channels.ts'
import { CatalogError, Faults } from '../errors.ts'
import { expired, type FindExport, findExport, findExportType } from './find-export.ts'
import { compareRecords, type FileRecord, readFileRecords } from '../channel-files/file-records.ts'

const maxBytes = 16 * 2 ** 20

/** How the file of a channel differs from an earlier one: 200. */
export function compareExports(
  db: ReadableDb,
  { id, earlier, folder, faults }: FindExport & { readonly earlier: string | undefined },
): Answer {
  findExportType(db, { id })
  const found = new Faults(faults)
  const ofChannel = channelOf(db, id)
  if (earlier !== undefined && (ofChannel === undefined || channelOf(db, earlier) !== ofChannel))
    found.addSentence('with', message('export.not_comparable'))
  found.throwIfAny()
  const [before, after] = [earlier ?? id, id].map((each) => readRecords(db, { id: each, folder, faults }))
  const differences = compareRecords(before ?? [], after ?? [])
  const count = (status: ExportDifference['status']): number =>
    differences.filter((one) => one.status === status).length
  return dataAnswer(
    200,
    JSON.stringify({
      added: count('added'),
      changed: count('changed'),
      removed: count('removed'),
      differences: differences.slice(0, maxDifferences),
    }),
  )
}

/** The channel and format of an export, which two files must share to be compared. */
function channelOf(db: ReadableDb, id: string): string | undefined {
  const metadata = findJob(db, id)?.metadata ?? {}
  const { channel, format } = metadata as { channel?: unknown; format?: unknown }
  return typeof channel === 'string' ? `${channel} ${String(format)}` : undefined
}

function readRecords(db: ReadableDb, asked: FindExport): readonly FileRecord[] {
  const { path } = findExport(db, asked)
  const [key = '', format = ''] = channelOf(db, asked.id)?.split(' ') ?? []
  const channel = workspaceChannel(db, key)
  if (!channel || !isOneOf(channelFormats, format)) throw expired()
  const { own } = channel
  const encoding = own?.file.encoding === 'windows-1252' ? 'windows-1252' : 'utf-8'
  return readFileRecords(new TextDecoder(encoding).decode(readBounded(path)), channel, format)
}

function readBounded(path: string): Buffer {
  const size = statSync(path, { throwIfNoEntry: false })?.size
  if (size === undefined) throw expired()
  if (size > maxBytes) throw new CatalogError('conflict', message('export.too_large_to_compare'))
  return readFileSync(path)
}

const require = createRequire(import.meta.url)

/** The products that one reason left out of a file, as its report has them: 200. */
export function listLeftOut(
  db: ReadableDb,
  {
    field,
    issue,
    ...asked
  }: FindExport & { readonly field: string | undefined; readonly issue: string | undefined },
): Answer {
  const { path } = findExport(db, { ...asked, part: 'report' })
  const { parse }: { readonly parse: typeof parseCsv } = require('csv-parse/sync')
  const rows: Readonly<Record<string, string>>[] = parse(readBounded(path), { columns: true })
  const ids = rows
    .filter((row) => row['field'] === field && row['issue'] === issue)
    .flatMap((row) => row['id'] ?? [])
  const distinct = [...new Set(ids)]
  return dataAnswer(200, JSON.stringify({ ids: distinct.slice(0, maxInValues), total: distinct.length }))
}
