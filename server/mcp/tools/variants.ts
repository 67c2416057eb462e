import { Type } from 'typebox'
import { dataOf } from '#shared/routes/route.ts'
import {
  ConvertProducts,
  ConvertResult,
  MadeVariants,
  NewVariants,
  VariantPlan,
} from '#shared/schemas/variants.ts'
import type { MadeVariants as Made } from '#shared/variants.ts'
import { idArgument } from '../arguments.ts'
import { briefly, defineTool, unlisted } from '../tool.ts'

const { axes, sku_pattern: pattern, accept } = NewVariants.properties
const listOfObjects = { type: 'array', items: { type: 'object' } }

const createVariants = defineTool({
  name: 'create_variants',
  description: 'Combinations of axis values below a product; dry_run only tells.',
  effect: 'create',
  input: {
    id: idArgument,
    axes: briefly(axes, '[{attribute, values}]', listOfObjects),
    set: Type.Optional(briefly(Type.Record(Type.String(), Type.Unknown()), 'For each')),
    accept: unlisted(accept),
    sku_pattern: unlisted(pattern),
    dry_run: Type.Optional(Type.Boolean()),
    with_entities: unlisted(Type.Boolean()),
  },
  output: dataOf(Type.Union([VariantPlan, MadeVariants])),
  scopes: ['write:products'],
  run: async ({ id, accept: accepted = 'all', dry_run: isDry = false, ...args }, agent, faults) => {
    const { with_entities: isWhole = false, axes: sent, set: given, sku_pattern: named } = args
    const body = {
      axes: sent,
      ...(given && { set: given }),
      ...(named !== undefined && { sku_pattern: named }),
    }
    const request = { id, faults, mayAddOptions: agent.holds('write:attributes') }
    if (isDry) return agent.ask('planVariants', { ...request, body })
    const made = await agent.write('createVariants', {
      ...request,
      body: { ...body, accept: accepted },
      context: agent.context,
    })
    return isWhole ? made : inBrief(made as { readonly data: Made })
  },
})

/** Without the entities: an agent knows the values that it has sent. */
function inBrief({ data: { rows, ...made } }: { readonly data: Made }): { readonly data: Made } {
  return { data: { ...made, rows: rows.map(({ data: _entity, ...row }) => row) } }
}

const { ids, to, parent, move_shared: moves } = ConvertProducts.properties

const convertProducts = defineTool({
  name: 'convert_products',
  description: 'To variants of a parent: its id, or {attributes} of a new one; or back.',
  effect: 'overwrite',
  input: {
    ids,
    to: Type.String({ ...to, description: 'variants_of or products' }),
    parent,
    move_shared: unlisted(moves),
  },
  output: dataOf(ConvertResult),
  scopes: ['write:products'],
  run: (body, agent, faults) => agent.write('convertProducts', { body, faults, context: agent.context }),
})

export const variantTools = [createVariants, convertProducts]
