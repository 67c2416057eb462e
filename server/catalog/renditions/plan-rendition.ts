import { createHash } from 'node:crypto'
import type { FieldError } from '#shared/errors.ts'
import {
  type EditStep,
  namedBackgrounds,
  parseBackground,
  renditionFits,
  type RenditionFormat,
  renditionFormats,
  type RenditionLook,
  roundSide,
} from '#shared/renditions.ts'
import { isOneOf, keysOf } from '#shared/text.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { findFileFacts } from '../../store/tables/files.ts'
import { Faults } from '../errors.ts'
import { findRecipe } from './recipes.ts'
import type { RecipeLook } from '../../store/tables/recipes.ts'
import { parseUuid } from '#shared/entities.ts'
import { findEntity } from '../../store/tables/entities.ts'
import { editStepsKey, parseEditSteps } from '../attributes/edit-steps.ts'
import { readStored, readValue } from '../entities/current-values.ts'
import type { Actor } from '#shared/events.ts'
import { toIso } from '#shared/iso-times.ts'
import type { FileVersion } from '#shared/schemas/renditions.ts'
import { parseJson } from '../../store/database/json.ts'
import { listEventPage } from '../../store/plan/event-pages.ts'
import { type EventRow, readChanges } from '../../store/tables/events.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { getEntity } from '../entities/update-entity.ts'
import { pictureAttribute } from '../attributes/image-attributes.ts'

/** The parameters of a rendition as they were sent; those that are left out are undefined. */
export interface RenditionQuery {
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly fit?: string | undefined
  readonly format?: string | undefined
  readonly background?: string | undefined
  readonly quality?: number | undefined
  readonly recipe?: string | undefined
  readonly image?: string | undefined
}

/** How to make a rendition; `key` is another one wherever its bytes would be others. */
export interface RenditionPlan {
  readonly key: string
  readonly look: RenditionLook
  readonly steps: readonly EditStep[]
  /** Whether the same address may lead to other bytes later: a recipe and the steps of an image change. */
  readonly isMovable: boolean
}

export interface PlannedFile {
  readonly extension: string
  /** In bytes. */
  readonly size: number
  /** Undefined where no parameter was sent: the file as it is. */
  readonly rendition: RenditionPlan | undefined
}

interface PlanRequest {
  readonly hash: string
  readonly query: RenditionQuery
  readonly faults: readonly FieldError[]
}

/** Plans what a request for a file is answered with; undefined for an unknown hash, which comes before faults. */
export function planRendition(
  db: ReadableDb,
  { hash, query, faults: structural }: PlanRequest,
): PlannedFile | undefined {
  const facts = findFileFacts(db, hash)
  if (facts === undefined) return undefined
  const { extension, size } = facts
  return { extension, size, rendition: planLinkedRendition(db, { query, faults: structural }) }
}

/** Plans the rendition of a linked file, which is no file of the workspace; undefined where none was asked for. */
export function planLinkedRendition(
  db: ReadableDb,
  { query, faults: structural }: Omit<PlanRequest, 'hash'>,
): RenditionPlan | undefined {
  const faults = new Faults(structural)
  const look = hasParameters(query) ? readLook(db, query, faults) : undefined
  const steps = query.image === undefined ? [] : readEditSteps(db, query.image, faults)
  faults.throwIfAny()
  const isMovable = query.image !== undefined || query.recipe !== undefined
  return look && { key: keyOf(look, steps), look, steps, isMovable }
}

/** Whether any parameter of a rendition was sent. */
export function hasParameters(query: RenditionQuery): boolean {
  return Object.values(query).some((value) => value !== undefined)
}

/** Grows where the same parameters make other bytes than before. */
const renditionVersion = 1

/** Names the bytes of a rendition of a file by what they are made with. */
export function keyOf(look: RenditionLook, steps: readonly EditStep[]): string {
  const text = JSON.stringify([renditionVersion, look, steps])
  return createHash('sha256').update(text).digest('hex').slice(0, 24)
}

const formats: readonly RenditionFormat[] = keysOf(renditionFormats)

const plainLook: Omit<RenditionLook, 'quality'> & { readonly quality: number | null } = {
  width: null,
  height: null,
  fit: 'contain',
  format: 'webp',
  background: null,
  quality: null,
  max_bytes: null,
}

function readLook(db: ReadableDb, query: RenditionQuery, faults: Faults): RenditionLook {
  const base = readRecipe(db, query.recipe, faults) ?? plainLook
  const format = takeOneOf('format', formats, query.format, faults) ?? base.format
  return {
    width: toSide(query.width ?? base.width),
    height: toSide(query.height ?? base.height),
    fit: takeOneOf('fit', renditionFits, query.fit, faults) ?? base.fit,
    format,
    background: takeBackground(query.background, faults) ?? base.background,
    quality: query.quality ?? base.quality ?? renditionFormats[format].quality,
    max_bytes: base.max_bytes,
  }
}

/** The look of a recipe by its name; undefined where there is none of that name any more. */
export function findRecipeLook(db: ReadableDb, name: string): RenditionLook | undefined {
  return findRecipe(db, name) && readLook(db, { recipe: name }, new Faults())
}

function readRecipe(db: ReadableDb, name: string | undefined, faults: Faults): RecipeLook | undefined {
  if (name === undefined) return undefined
  return findRecipe(db, name) ?? faults.add('recipe', 'invalid_value')
}

function takeOneOf<Word extends string>(
  field: string,
  words: readonly Word[],
  sent: string | undefined,
  faults: Faults,
): Word | undefined {
  if (sent === undefined || isOneOf(words, sent)) return sent
  return faults.add(field, 'invalid_value', words, sent)
}

/** The colour that is sent; notes a text that names none. */
function takeBackground(sent: string | undefined, faults: Faults): string | undefined {
  if (sent === undefined) return undefined
  const names = ['#rrggbb', ...keysOf(namedBackgrounds)]
  return parseBackground(sent) ?? faults.add('background', 'invalid_value', names)
}

function toSide(side: number | null): number | null {
  return side === null ? null : roundSide(side)
}

/** The steps of an image; notes `invalid_value` on `image` where there is no image of that id. */
function readEditSteps(db: ReadableDb, id: string, faults: Faults): readonly EditStep[] {
  const uuid = parseUuid(id)
  const row = uuid && findEntity(db, 'image', uuid)
  if (!row) return faults.add('image', 'invalid_value') ?? []
  // A value that was written before the attribute had its rules may hold anything.
  return parseEditSteps(readValue(readStored(row).document, editStepsKey)) ?? []
}

const maxVersions = 20
// An image whose file changes more often than that is written by a program.
const maxEvents = 500
const storedPath = /^files\/([0-9a-f]{64})\.[a-z0-9]{1,8}$/

interface VersionsRequest {
  readonly id: string
  readonly faults: readonly FieldError[]
}

/** The files that an image had before its own, newest first, as far as the workspace still has them: 200. */
export function listImageVersions(db: ReadableDb, { id, faults }: VersionsRequest): Answer {
  const row = getEntity(db, 'image', id)
  new Faults(faults).throwIfAny()
  const attribute = pictureAttribute(db)
  if (!attribute) return dataAnswer(200, '[]')
  const current = readValue(readStored(row).document, attribute.key)
  const filter = { entity: row.id, type: 'image', attribute: attribute.key } as const
  const window = { isAscending: false, limit: maxEvents, offset: 0, behind: undefined }
  const { events } = listEventPage(db, filter, window)
  const seen = new Set<unknown>([current])
  const versions = events.flatMap((event) => {
    const path = replacedPath(event, attribute.key)
    if (path === undefined || seen.has(path)) return []
    seen.add(path)
    return toVersion(db, path, event)
  })
  return dataAnswer(200, JSON.stringify(versions.slice(0, maxVersions)))
}

function replacedPath({ changes }: EventRow, key: string): string | undefined {
  const old = readChanges(changes).find(({ attribute }) => attribute === key)?.old
  return typeof old === 'string' ? old : undefined
}

function toVersion(db: ReadableDb, path: string, { created_at, actor }: EventRow): FileVersion[] {
  const [, hash] = storedPath.exec(path) ?? []
  const facts = hash === undefined ? undefined : findFileFacts(db, hash)
  if (hash === undefined || !facts) return []
  const by: Actor = parseJson(actor)
  return [{ file: { hash, path, size: facts.size }, replaced_at: toIso(created_at), by }]
}
