import { Type } from 'typebox'
import {
  AddedList,
  CategoryLookUp,
  CategorySearch,
  LookedUpCategory,
  maxLookUps,
} from '../schemas/channels.ts'
import { nullable } from '../schemas/paging.ts'
import { dataOf, listOf, type AppRouteTable } from './route.ts'
import { defaulted, optional } from './parameters.ts'

const exampleList = {
  title: 'Google_Product_Taxonomy_Version: 2021-09-21',
  categories: 5595,
  added_at: '2026-01-05T10:00:00.000Z',
}
const exampleCategory = { path: 'Furniture > Chairs', number: '443' }

const ListForm = Type.Object(
  {
    file: Type.String({
      contentMediaType: 'text/plain',
      description: 'The list as the channel offers it, a category a line; at most 8 MiB and 50,000 lines.',
    }),
  },
  { additionalProperties: false },
)

/**
 * The official lists of categories of the channels, which the owner adds: they are in the data folder, for
 * all workspaces.
 */
export const categoryListRoutes = {
  'GET /channels/{channel}/category-list': {
    id: 'searchCategoryList',
    role: 'viewer',
    summary: 'Search the official categories of a channel',
    query: {
      q: optional(
        Type.String({ maxLength: 200 }),
        'Words of the path in any order, or a number. Without them nothing is found.',
        'kitchen chair',
      ),
      limit: defaulted(
        Type.Integer({ minimum: 1, maximum: 50, default: 20 }),
        'How many to answer; `total` counts all.',
        20,
      ),
    },
    answers: { 200: dataOf(CategorySearch) },
    issues: { limit: ['expected_non_negative_integer', 'out_of_range'] },
    docs: () => ({
      description: 'Those that are called so come first. `list` is null while nobody has added one.',
      answers: {
        200: [
          'The list and what was found.',
          { data: { list: exampleList, found: [exampleCategory], total: 1 } },
        ],
      },
    }),
  },
  'POST /channels/{channel}/category-list': {
    id: 'addCategoryList',
    role: 'manager',
    summary: 'Add the official list of categories of a channel',
    form: ListForm,
    answers: { 201: dataOf(nullable(AddedList)) },
    issues: { file: ['required'] },
    docs: () => ({
      description:
        'It takes the place of the one that was, for all workspaces of the data folder. Exports leave out categories that are not in it.',
      body: { examples: { google: { file: '# Version: 2021-09-21\n443 - Furniture > Chairs\n' } } },
      answers: { 201: ['The list.', { data: exampleList }] },
    }),
  },
  'DELETE /channels/{channel}/category-list': {
    id: 'removeCategoryList',
    role: 'manager',
    summary: 'Remove the official list of categories of a channel',
    answers: { 200: dataOf(nullable(AddedList)) },
    docs: () => ({
      description: 'What the channel calls the categories of workspaces stays.',
      answers: { 200: ['The list that was, null where there was none.', { data: exampleList }] },
    }),
  },
  'POST /channels/{channel}/category-list/look-up': {
    id: 'lookUpCategories',
    role: 'viewer',
    summary: 'Look names up in the official list',
    body: CategoryLookUp,
    answers: { 200: listOf(LookedUpCategory) },
    docs: () => ({
      description: `Up to ${maxLookUps} names: paths or numbers of the list, or paths of categories of the workspace, \`Seating > Chairs\`. \`listed\` is the category of that
path or number, \`suggested\` one whose own name is the same, whatever it stands below.`,
      body: { examples: { names: { names: ['443', 'Seating > Chairs'] } } },
      answers: {
        200: [
          'In the order of the names.',
          {
            data: [
              { name: '443', listed: exampleCategory, suggested: null },
              { name: 'Seating > Chairs', listed: null, suggested: exampleCategory },
            ],
          },
        ],
      },
    }),
  },
} satisfies AppRouteTable
