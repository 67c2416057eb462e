import { createHash } from 'node:crypto'
import type { FieldError } from '#shared/errors.ts'
import { type ImportProfile, isOpenSetting, type OpenAnswer, openSettings } from '#shared/imports.ts'
import type { WaitingFile } from '#shared/schemas/watched-folders.ts'
import { isOneOf } from '#shared/text.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import {
  type AmbiguousFile,
  changeFeedState,
  type FeedRow,
  type FeedState,
  findFeedRow,
  findOpenFeedJob,
  listTakenMarks,
  removeTakenMark,
} from '../../store/tables/feeds.ts'
import { noteInJob } from '../../store/tables/jobs.ts'
import { findImportProfile } from '../imports/plan/profiles.ts'
import { markOf, type PlaceFile } from './place-file.ts'

/** The files of a place as its feed knows them. */
export interface KnownFiles {
  readonly row: FeedRow
  readonly marks: ReadonlyMap<string, string>
  /** The settings of its profile in short, by which a file that waits for an answer is asked about once. */
  readonly settings: string
}

// An empty file is usually about to be written; behind a shield it waits for a person anyway.
const emptyMs = 60_000

/** The files that a run would take, oldest first as they were listed. */
export function untakenFiles({ row, marks, settings }: KnownFiles, files: readonly PlaceFile[]): PlaceFile[] {
  const asked = new Map(waitingFiles(row.state, settings).map(({ name, mark }) => [name, mark]))
  const { trigger, shield } = row.definition
  const youngSince = trigger.on === 'file' && shield === null ? Date.now() - emptyMs : Infinity
  return files.filter((file) => {
    const mark = markOf(file)
    if (file.size === 0 && (file.changedAt ?? 0) > youngSince) return false
    return asked.get(file.name) !== mark && (file.size === null || marks.get(file.name) !== mark)
  })
}

/** The files that wait for an answer, which other settings of the profile may have given. */
export function waitingFiles({ asked = [] }: FeedState, settings: string): readonly AmbiguousFile[] {
  return asked.filter((file) => file.settings === settings)
}

export function settingsDigest(profile: ImportProfile | undefined): string {
  return profile ? createHash('sha256').update(JSON.stringify(profile.settings)).digest('hex') : ''
}

export function knownFiles(db: ReadableDb, row: FeedRow): KnownFiles {
  const profile = findImportProfile(db, row.definition.profile)
  return { row, marks: listTakenMarks(db, row.id), settings: settingsDigest(profile) }
}

/** Whether one of the files was not taken yet, and no job of the feed is at work. */
export function hasUntakenFile(
  db: ReadableDb,
  { feed, files }: { readonly feed: string; readonly files: readonly PlaceFile[] },
): boolean {
  const row = findFeedRow(db, feed)
  if (!row || findOpenFeedJob(db, feed) !== undefined) return false
  return untakenFiles(knownFiles(db, row), files).length > 0
}

/** The questions of a file among the faults that its import has ended with. */
export function questionsOf(faults: readonly FieldError[]): WaitingFile['questions'] {
  return faults.flatMap(({ field: setting, issue: sentence, acceptable_values: likely = [], ...fault }) => {
    if (!isOpenSetting(setting)) return []
    const known: readonly OpenAnswer[] = openSettings[setting]
    const answers = likely.filter((value) => isOneOf(known, value))
    const { message_code: code, values } = fault
    const reference = { ...(code !== undefined && { message_code: code }), ...(values && { values }) }
    return [{ setting, sentence, ...reference, answers: answers.length > 0 ? answers : [...known] }]
  })
}

const maxAmbiguousFiles = 200

/** A file that can be read in two ways waits in its watched folder, and others have their turn. */
export function noteFeedQuestions(
  tx: WritableDb,
  { jobId, feed, ...file }: AmbiguousFile & { readonly jobId: string; readonly feed: string },
): null {
  noteInJob(tx, jobId, { asks: true })
  changeFeedState(tx, feed, ({ asked = [] }) => ({
    asked: [...asked.filter(({ name }) => name !== file.name), file].slice(-maxAmbiguousFiles),
    open_file: null,
  }))
  return null
}

/** Forgets files that wait for an answer and are not there any more. */
export function forgetQuestions(
  tx: WritableDb,
  { feed, names }: { readonly feed: string; readonly names: readonly string[] },
): null {
  changeFeedState(tx, feed, ({ asked = [] }) => ({
    asked: asked.filter(({ name }) => !names.includes(name)),
  }))
  return null
}

/** A file that was moved away is unknown again: another one of its name, size and time is taken anew. */
export function noteFileMoved(
  tx: WritableDb,
  { feed, name }: { readonly feed: string; readonly name: string },
): null {
  const row = findFeedRow(tx, feed)
  if (!row) return null
  removeTakenMark(tx, row.id, name)
  changeFeedState(tx, feed, ({ open_file: open, asked = [] }) => ({
    open_file: open?.name === name ? null : open,
    asked: asked.filter((file) => file.name !== name),
  }))
  return null
}

/** How a file was known when a feed took it, while it still lies in its place. */
export function findTakenMark(
  db: ReadableDb,
  { feed, name }: { readonly feed: string; readonly name: string },
): string | null {
  const row = findFeedRow(db, feed)
  return (row && listTakenMarks(db, row.id).get(name)) ?? null
}
