import { Type } from 'typebox'
import type { FieldError } from '#shared/errors.ts'
import { GridView, NewView, ViewPatch } from '#shared/schemas/views.ts'
import { keysOf } from '#shared/text.ts'
import { dataOf, pageOf } from '#shared/routes/route.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { CatalogError, validationFailed } from '../../catalog/errors.ts'
import { hasGroups } from '../../catalog/query/filter-tree.ts'
import {
  filterAsInLists,
  pagingArguments,
  readPaging,
  readSort,
  knownTypeArgument,
  pageWhole,
} from '../arguments.ts'
import { allUnlisted, briefly, defineTool, untold } from '../tool.ts'

const listViews = defineTool({
  name: 'list_views',
  description: 'The saved views of the grid, which the owner sees in the app.',
  effect: 'read',
  input: { type: Type.Optional(knownTypeArgument), ...pagingArguments },
  output: pageOf(GridView),
  scopes: ['read:views'],
  run: async ({ type, ...args }, agent, structural) => {
    const { faults, ...paging } = readPaging(args, structural)
    return pageWhole(agent, 'views', await agent.ask('listViews', { type, faults }), paging)
  },
})

const { display, filters, filter_tree, sorting } = ViewPatch.properties

/** Filter and order as in every tool; `filters` and `sorting` of an answered view may be sent back. */
const content = {
  ...filterAsInLists,
  filters: untold(filters),
  filter_tree: untold(filter_tree),
  sorting: untold(sorting),
  display: Type.Optional(briefly(display, keysOf(GridView.properties.display.properties).join(', '))),
}

interface Conditions {
  readonly filter?: Readonly<Record<string, unknown>>
  readonly sort?: string | string[]
}

const createView = defineTool({
  name: 'create_view',
  description: 'For the owner to open. What it shows is written as in list_entities.',
  effect: 'create',
  input: {
    ...allUnlisted({ ...NewView.properties, ...content }),
    name: NewView.properties.name,
    entity_type: knownTypeArgument,
    visible_columns: NewView.properties.visible_columns,
    filter: content.filter,
    sort: content.sort,
    display: content.display,
  },
  output: dataOf(GridView),
  scopes: ['write:views'],
  run: ({ filter, sort, ...body }, agent, structural) => {
    const faults = refuseBoth({ filter, sort, ...body }, structural)
    const asked = { filter, sort } as Conditions
    return inArguments(asked, agent.write('createView', { body: { ...body, ...toContent(asked) }, faults }))
  },
})

const updateView = defineTool({
  name: 'update_view',
  description: 'Changes the members that are sent: all those of create_view.',
  effect: 'set',
  input: {
    ...allUnlisted({ ...ViewPatch.properties, ...content }),
    id: Type.String(),
    name: ViewPatch.properties.name,
    filter: content.filter,
  },
  output: dataOf(GridView),
  scopes: ['write:views'],
  run: ({ id, filter, sort, ...body }, agent, structural) => {
    const faults = refuseBoth({ filter, sort, ...body }, structural)
    const asked = { filter, sort } as Conditions
    return inArguments(
      asked,
      agent.write('updateView', { id, body: { ...body, ...toContent(asked) }, faults }),
    )
  },
})

function refuseBoth(sent: Readonly<Record<string, unknown>>, faults: readonly FieldError[]): FieldError[] {
  const twice = [
    ['filter', 'filters'],
    ['filter', 'filter_tree'],
    ['sort', 'sorting'],
  ].filter((names) => names.every((name) => sent[name] !== undefined))
  return [
    ...faults,
    ...twice.map(([name, field = '']) => ({
      field,
      ...issueSentence(`Send ${name} or ${field}, not both.`),
    })),
  ]
}

interface Clause {
  readonly attribute: string
  readonly operator: string
  readonly value: unknown
  readonly field: string
}

function toClauses(filter: Readonly<Record<string, unknown>>): Clause[] {
  return Object.entries(filter).flatMap(([attribute, condition]) => {
    const field = `filter[${attribute}]`
    if (typeof condition !== 'object' || condition === null || Array.isArray(condition))
      return { attribute, operator: 'eq', value: condition, field }
    return Object.entries(condition).map(([operator, value]) => ({
      attribute,
      operator,
      value,
      field: `${field}[${operator}]`,
    }))
  })
}

function toFilters(filter: Readonly<Record<string, unknown>>) {
  if (hasGroups(filter)) return { filters: [], filter_tree: filter }
  return {
    filters: toClauses(filter).map(({ attribute, operator, value }) => ({ attribute, operator, value })),
    filter_tree: null,
  }
}

function toContent({ filter, sort }: Conditions) {
  return {
    ...(filter && toFilters(filter)),
    ...(sort !== undefined && {
      sorting: readSort(sort).map(({ key, descending }) => ({
        key,
        direction: descending ? ('desc' as const) : ('asc' as const),
      })),
    }),
  }
}

async function inArguments<Answer>({ filter, sort }: Conditions, answer: Promise<Answer>): Promise<Answer> {
  const clauses = filter && !hasGroups(filter) ? toClauses(filter) : []
  const rename = ({ field, ...fault }: FieldError): FieldError => {
    const [, index] = /^filters\[(\d+)\]/.exec(field) ?? []
    if (filter && index !== undefined) return { field: clauses[Number(index)]?.field ?? field, ...fault }
    if (filter && field.startsWith('filter_tree'))
      return { field: field.replace('filter_tree', 'filter'), ...fault }
    return { field: sort !== undefined && field.startsWith('sorting[') ? 'sort' : field, ...fault }
  }
  return answer.catch((error: unknown) => {
    const isAboutFields = error instanceof CatalogError && error.code === 'validation_failed'
    throw isAboutFields ? validationFailed(error.fieldErrors.map(rename)) : error
  })
}

export const viewTools = [listViews, createView, updateView]
