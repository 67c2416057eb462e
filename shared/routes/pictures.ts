import { Type } from 'typebox'
import { CellPicture, UsesByImage, NewRecipe, Recipe, RecipePatch } from '../schemas/renditions.ts'
import { dataOf, pageOf, type AppRouteTable, type AnswerDocs, type IssuePlaces, listOf } from './route.ts'
import { exampleHash, exampleId, examplePagination, exampleRecipeId } from './examples.ts'
import { paging, pagingPlaces, required } from './parameters.ts'
import { Uuid } from '../schemas/entities.ts'

const { limit, cursor } = paging
const uses = {
  total: 1,
  first: [
    {
      entity: { id: exampleId, type: 'product' as const, label: 'Freja chair' },
      attribute: { key: 'picture', name: 'Picture' },
    },
  ],
}

/** The requests of the gallery beside the list of images. */
export const pictureRoutes = {
  'GET /pictures': {
    id: 'listPictures',
    role: 'viewer',
    summary: 'List the pictures that cells hold',
    query: { limit, cursor },
    answers: { 200: pageOf(CellPicture) },
    issues: { limit: pagingPlaces.limit ?? [], cursor: pagingPlaces.cursor ?? [] },
    docs: () => ({
      description: `Files and addresses in attributes of the type image, of every entity type, each once with the cells that hold it (up to 12, and
how many there are). What an image has is left out: it is in \`GET /images\`.`,
      answers: {
        200: [
          'A page of pictures.',
          {
            data: [{ value: `files/${exampleHash}.png`, uses }],
            pagination: examplePagination,
          },
        ],
      },
    }),
  },
  'GET /pictures/uses': {
    id: 'listPictureUses',
    role: 'viewer',
    summary: 'Tell where images are used',
    query: { ids: required(Type.Array(Type.String()), 'Up to 200 images.', [exampleId]) },
    answers: { 200: dataOf(UsesByImage) },
    issues: { ids: ['too_many_values', 'expected_uuid'] },
    docs: () => ({
      description:
        'By id, what refers to the image by any attribute, and the cells that hold the same file. Ids that nobody has are left out.',
      answers: { 200: ['The uses.', { data: { [exampleId]: uses } }] },
    }),
  },
} satisfies AppRouteTable

const exampleRecipe = {
  id: exampleRecipeId,
  name: 'Shop',
  width: 1280,
  height: 1280,
  fit: 'pad' as const,
  format: 'jpeg' as const,
  background: '#ffffff',
  quality: null,
  max_bytes: 300_000,
  color: 'srgb' as const,
}

const recipeId = required(Uuid, 'The id of the recipe.', exampleRecipeId)
const nameTaken = 'Another recipe has this name.'
const number = ['expected_non_negative_integer', 'out_of_range'] as const

const places: IssuePlaces = {
  name: ['required', 'too_long'],
  width: number,
  height: number,
  quality: number,
  max_bytes: number,
  fit: ['invalid_value'],
  format: ['invalid_value'],
  background: ['invalid_value'],
  color: ['invalid_value'],
}
const one = (description: string): AnswerDocs => [description, { data: exampleRecipe }]

/** Recipes: what renditions look like, under a name that channels and addresses use. */
export const recipeRoutes = {
  'GET /renditions': {
    id: 'listRecipes',
    role: 'viewer',
    summary: 'List the recipes of renditions',
    answers: { 200: listOf(Recipe) },
    docs: () => ({ answers: { 200: ['The recipes, by name.', { data: [exampleRecipe] }] } }),
  },
  'GET /renditions/{id}': {
    id: 'getRecipe',
    role: 'viewer',
    summary: 'Read a recipe',
    params: { id: recipeId },
    answers: { 200: dataOf(Recipe) },
    docs: () => ({ answers: { 200: one('The recipe.') } }),
  },
  'POST /renditions': {
    id: 'createRecipe',
    role: 'manager',
    summary: 'Store a recipe of renditions',
    body: NewRecipe,
    answers: { 201: dataOf(Recipe) },
    issues: places,
    docs: () => ({
      description:
        'A name for the parameters of `GET /files/{hash}`, which takes it as `recipe`. `max_bytes` bounds the file: its quality goes down to 50 first, then its size. Left out, `fit` is `contain` and `format` is `jpeg`.',
      body: {
        examples: { shop: { name: 'Shop', width: 1280, height: 1280, fit: 'pad', background: 'white' } },
      },
      answers: { 201: one('The recipe.') },
      conflicts: `${nameTaken} Or the workspace has 200 recipes.`,
    }),
  },
  'PATCH /renditions/{id}': {
    id: 'updateRecipe',
    role: 'manager',
    summary: 'Change a recipe',
    params: { id: recipeId },
    body: RecipePatch,
    answers: { 200: dataOf(Recipe) },
    issues: places,
    docs: () => ({
      description: 'Members that are left out stay as they are.',
      body: { examples: { bound: { max_bytes: 200_000 } } },
      answers: { 200: one('The recipe.') },
      conflicts: nameTaken,
    }),
  },
  'DELETE /renditions/{id}': {
    id: 'deleteRecipe',
    role: 'manager',
    summary: 'Delete a recipe',
    params: { id: recipeId },
    answers: { 200: dataOf(Recipe) },
    docs: () => ({
      description: 'A channel that names it gives its pictures as they are from then on.',
      answers: { 200: one('The recipe that was.') },
    }),
  },
} satisfies AppRouteTable
