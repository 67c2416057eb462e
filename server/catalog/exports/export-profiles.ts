import type { FieldError } from '#shared/errors.ts'
import type { NewExport } from '#shared/exports.ts'
import { message } from '#shared/messages/message.ts'
import type { ExportProfile, NewExportProfile } from '#shared/schemas/feeds.ts'
import { foldText } from '#shared/text.ts'
import { namesHidden, viewFor } from '../../store/computed/hidden-attributes.ts'
import type { Role } from '#shared/team.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { nextIdentity } from '../../store/tables/entities.ts'
import {
  type ExportProfileRow,
  listExportProfileRows,
  putExportProfileRow,
  removeExportProfileRow,
} from '../../store/tables/feeds.ts'
import { type Answer, checkName, dataAnswer, requireFreeName } from '../answer.ts'
import { conflict, Faults, notFound } from '../errors.ts'
import { parseChannelExport, parseExport } from './parse-export.ts'
import { planExport, planList } from './plan-export.ts'

/** The profiles without those that name an attribute which the reader may not read. */
function readableRows(db: ReadableDb): ExportProfileRow[] {
  return listExportProfileRows(db).filter(({ request }) => !namesHidden(db, request))
}

interface ProfileWrite {
  /** The role of the caller, who names and finds what this role may read. */
  readonly role?: Role | undefined
  readonly body: Partial<NewExportProfile>
  readonly faults: readonly FieldError[]
}

const maxProfiles = 500

export function listExportProfiles(
  db: ReadableDb,
  { faults }: { readonly faults: readonly FieldError[] },
): Answer {
  new Faults(faults).throwIfAny()
  return dataAnswer(200, JSON.stringify(readableRows(db).map(toProfile)))
}

/** Saves a body of `POST /exports` under a name, checked as that checks it: 201; 409 for a name that is taken. */
export function createExportProfile(
  tx: WritableDb,
  { body, faults: structural, role }: ProfileWrite,
): Answer {
  const faults = new Faults(structural)
  const { name: asked, ...request } = body
  if (asked === undefined) faults.add('name', 'required')
  const name = checkName(asked, faults)
  checkExport(viewFor(tx, role), request, faults)
  faults.throwIfAny()
  if (listExportProfileRows(tx).length >= maxProfiles)
    throw conflict(message('export.too_many_profiles', { count: maxProfiles }))
  return put(tx, { uuid: nextIdentity(tx).uuid, name, request }, 201)
}

/** Changes the name, or the fields that are named; null is no value and refused by the form. */
export function updateExportProfile(
  tx: WritableDb,
  { id, body, faults: structural, role }: ProfileWrite & { readonly id: string },
): Answer {
  const view = viewFor(tx, role)
  const row = find(view, id)
  const faults = new Faults(structural)
  const { name: asked, ...changes } = body
  const name = asked === undefined ? row.name : checkName(asked, faults)
  const request = { ...row.request, ...changes }
  checkExport(view, request, faults)
  faults.throwIfAny()
  return put(tx, { ...row, name, request }, 200)
}

export function deleteExportProfile(
  tx: WritableDb,
  { id, faults, role }: Omit<ProfileWrite, 'body'> & { readonly id: string },
): Answer {
  const row = find(viewFor(tx, role), id)
  new Faults(faults).throwIfAny()
  removeExportProfileRow(tx, row.uuid)
  return dataAnswer(200, JSON.stringify(toProfile(row)))
}

export function findExportProfile(db: ReadableDb, nameOrId: string): ExportProfileRow | undefined {
  const wanted = foldText(nameOrId)
  return readableRows(db).find(({ uuid, name }) => uuid === wanted || foldText(name) === wanted)
}

/** The type that a saved export is of, by which its rights are judged; undefined for an unknown one. */
export function readExportProfile(
  db: ReadableDb,
  { profile }: { readonly profile: string },
): Pick<NewExport, 'type' | 'channel'> | undefined {
  return findExportProfile(db, profile)?.request
}

/** The body of an export over that of the profile that it names; notes an unknown profile. */
export function withExportProfile(
  db: ReadableDb,
  { profile, ...body }: Partial<NewExport> & { readonly profile?: string | undefined },
  faults: Faults,
): Partial<NewExport> {
  if (profile === undefined) return body
  const found = findExportProfile(db, profile)
  if (found) return { ...found.request, ...body }
  const names = readableRows(db).slice(0, 50)
  return (
    faults.addSentence(
      'profile',
      message('export.profile_unknown'),
      names.map(({ name }) => name),
      profile,
    ) ?? body
  )
}

function checkExport(db: ReadableDb, request: Partial<NewExport>, faults: Faults): void {
  if (request.channel !== undefined) {
    planList(db, parseChannelExport(db, request, faults).selection, faults)
    return
  }
  const parsed = parseExport(db, request, faults)
  if (!faults.hasErrorFor('type')) planExport(db, parsed, faults)
}

function find(db: ReadableDb, id: string): ExportProfileRow {
  const row = readableRows(db).find(({ uuid }) => uuid === id.toLowerCase())
  if (!row) throw notFound(`The export profile ${id}`)
  return row
}

function put(tx: WritableDb, row: ExportProfileRow, status: 200 | 201): Answer {
  requireFreeName(row, listExportProfileRows(tx), 'an export profile')
  putExportProfileRow(tx, row)
  return dataAnswer(status, JSON.stringify(toProfile(row)))
}

function toProfile({ uuid, name, request }: ExportProfileRow): ExportProfile {
  return { id: uuid, name, ...request }
}
