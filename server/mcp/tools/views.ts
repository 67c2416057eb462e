import { Type } from 'typebox'
import { GridView, NewView, ViewPatch } from '#shared/schemas/views.ts'
import { dataOf, pageOf } from '#shared/routes/answers.ts'
import { pagingArguments, readPaging, typeArgument } from '../arguments.ts'
import { pageWhole } from '../page-whole.ts'
import { defineTool } from '../tool.ts'

const listViews = defineTool({
  name: 'list_views',
  title: 'List grid views',
  description:
    'The saved views of the grid: columns, sorting, filters and looks. The owner sees the same in the app.',
  effect: 'read',
  input: { type: Type.Optional(typeArgument), ...pagingArguments },
  output: pageOf(GridView),
  scopes: ['read:views'],
  run: async ({ type, ...args }, agent, structural) => {
    const { faults, ...paging } = readPaging(args, structural)
    return pageWhole(agent, 'views', await agent.ask('listViews', { type, faults }), paging)
  },
})

const createView = defineTool({
  name: 'create_view',
  title: 'Save a grid view',
  description:
    'Saves a view for the owner to open. Filters are a list of {key, op, value} with the operators of list_entities.',
  effect: 'create',
  input: { ...NewView.properties, entity_type: typeArgument },
  output: dataOf(GridView),
  scopes: ['write:views'],
  run: (body, agent, faults) => agent.ask('createView', { body, faults }),
})

const updateView = defineTool({
  name: 'update_view',
  title: 'Change a grid view',
  description: 'Changes the members that are sent; the others stay.',
  effect: 'set',
  input: { id: Type.String({ description: 'The id of the view.' }), ...ViewPatch.properties },
  output: dataOf(GridView),
  scopes: ['write:views'],
  run: ({ id, ...body }, agent, faults) => agent.ask('updateView', { id, body, faults }),
})

/** The saved views, the same that the app uses. */
export const viewTools = [listViews, createView, updateView]
