import type { FieldError, IssueCode } from '#shared/errors.ts'
import { message } from '#shared/messages/message.ts'
import {
  maxRenditionSide,
  namedBackgrounds,
  parseBackground,
  renditionFits,
  type RenditionFormat,
  renditionFormats,
} from '#shared/renditions.ts'
import type { NewRecipe, Recipe, RecipePatch } from '#shared/schemas/renditions.ts'
import { foldText, isOneOf, keysOf } from '#shared/text.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { parseJson, toJson } from '../../store/database/json.ts'
import { nextIdentity } from '../../store/tables/entities.ts'
import {
  listRecipeRows,
  putRecipeRow,
  type RecipeLook,
  type RecipeRow,
  removeRecipeRow,
} from '../../store/tables/recipes.ts'
import { type Answer, checkName, dataAnswer, requireFreeName } from '../answer.ts'
import { conflict, Faults, notFound } from '../errors.ts'

export const recipeReads = { listRecipes, readRecipe }
export const recipeWrites = { createRecipe, updateRecipe, deleteRecipe }

const maxRecipes = 200
const leastBytes = 1024

const usualLook: RecipeLook = {
  width: null,
  height: null,
  fit: 'contain',
  format: 'jpeg',
  background: null,
  quality: null,
  max_bytes: null,
  color: 'srgb',
}

/** The recipe of a name, in any case; undefined for an unknown one. */
export function findRecipe(db: ReadableDb, name: string): RecipeLook | undefined {
  const row = listRecipeRows(db).find((one) => foldText(one.name) === foldText(name.trim()))
  return row && parseJson(row.look)
}

/** The recipes of a workspace by name: 200. */
function listRecipes(db: ReadableDb, { faults }: { readonly faults: readonly FieldError[] }): Answer {
  new Faults(faults).throwIfAny()
  return dataAnswer(200, JSON.stringify(listRecipeRows(db).map(toRecipe)))
}

/** One recipe: 200. */
function readRecipe(db: ReadableDb, { id, faults }: KnownRecipe): Answer {
  const row = getRecipe(db, id)
  new Faults(faults).throwIfAny()
  return dataAnswer(200, JSON.stringify(toRecipe(row)))
}

interface RecipeWrite<Body> {
  readonly body: Partial<Body>
  readonly faults: readonly FieldError[]
}

/** Stores a recipe: 201. 409 where another one has its name. */
function createRecipe(tx: WritableDb, { body, faults: structural }: RecipeWrite<NewRecipe>): Answer {
  const faults = new Faults(structural)
  const name = checkName(body.name, faults)
  if (body.name === undefined && !faults.hasErrorFor('name')) faults.add('name', 'required')
  const look = checkLook(usualLook, body, faults)
  faults.throwIfAny()
  if (listRecipeRows(tx).length >= maxRecipes)
    throw conflict(message('recipe.too_many', { count: maxRecipes }))
  return put(tx, { uuid: nextIdentity(tx).uuid, name, look: toJson(look) }, 201)
}

interface KnownRecipe {
  readonly id: string
  readonly faults: readonly FieldError[]
}

/** Changes the members that are sent: 200. 404 comes before faults. */
function updateRecipe(
  tx: WritableDb,
  { id, body, faults: structural }: KnownRecipe & RecipeWrite<RecipePatch>,
): Answer {
  const row = getRecipe(tx, id)
  const faults = new Faults(structural)
  const name = body.name === undefined ? row.name : checkName(body.name, faults)
  const look = checkLook(parseJson(row.look), body, faults)
  faults.throwIfAny()
  return put(tx, { ...row, name, look: toJson(look) }, 200)
}

/** Removes a recipe: 200 with the removed one. Channels that name it fall back to the pictures as they are. */
function deleteRecipe(tx: WritableDb, { id, faults }: KnownRecipe): Answer {
  const row = getRecipe(tx, id)
  new Faults(faults).throwIfAny()
  removeRecipeRow(tx, row.uuid)
  return dataAnswer(200, JSON.stringify(toRecipe(row)))
}

function getRecipe(db: ReadableDb, id: string): RecipeRow {
  const row = listRecipeRows(db).find(({ uuid }) => uuid === id.toLowerCase())
  if (!row) throw notFound(message('not_found.recipe', { id }))
  return row
}

function put(tx: WritableDb, row: RecipeRow, status: 200 | 201): Answer {
  requireFreeName(row, listRecipeRows(tx), 'a recipe')
  putRecipeRow(tx, row)
  return dataAnswer(status, JSON.stringify(toRecipe(row)))
}

function toRecipe({ uuid, name, look }: RecipeRow): Recipe {
  return { id: uuid, name, ...parseJson(look) }
}

const formats: readonly RenditionFormat[] = keysOf(renditionFormats)

const numberBounds = {
  width: [1, maxRenditionSide],
  height: [1, maxRenditionSide],
  quality: [1, 100],
  max_bytes: [leastBytes, Number.MAX_SAFE_INTEGER],
} as const

const allowed = { fit: renditionFits, format: formats, color: ['srgb'] } as const

/** A look with the members that a body changes; those that do not fit are noted. */
function checkLook(before: RecipeLook, body: Partial<RecipePatch>, faults: Faults): RecipeLook {
  for (const name of keysOf(numberBounds)) checkNumber(name, body[name], faults)
  for (const name of keysOf(allowed)) {
    const sent = body[name]
    if (sent !== undefined && !isOneOf<string>(allowed[name], sent))
      faults.add(name, 'invalid_value', allowed[name], sent)
  }
  const sent = body.background
  const background = typeof sent === 'string' ? parseBackground(sent) : sent
  if (sent !== undefined && background === undefined)
    faults.add('background', 'invalid_value', ['#rrggbb', ...keysOf(namedBackgrounds)])
  const { name: _name, ...look } = {
    ...before,
    ...body,
    ...(sent !== undefined && { background }),
  } as RecipeLook & {
    name?: string
  }
  return look
}

function checkNumber(name: keyof typeof numberBounds, sent: number | null | undefined, faults: Faults): void {
  if (sent === null || sent === undefined) return
  const [min, max] = numberBounds[name]
  const issue: IssueCode | undefined = !Number.isInteger(sent)
    ? 'expected_non_negative_integer'
    : sent < min || sent > max
      ? 'out_of_range'
      : undefined
  if (issue) faults.addExpected(name, issue, { min, ...(max < Number.MAX_SAFE_INTEGER && { max }) })
}
