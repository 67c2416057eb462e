import { Type } from 'typebox'
import { requirementLevels } from '#shared/channels.ts'
import {
  AttributeClass,
  AttributeClassPatch,
  EffectiveClasses,
  NewAttributeClass,
} from '#shared/schemas/attribute-classes.ts'
import { Uuid } from '#shared/schemas/entities.ts'
import { dataOf, pageOf } from '#shared/routes/route.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { pagingArguments, readPaging, knownTypeArgument, pageWhole } from '../arguments.ts'
import { allUnlisted, briefly, catalogChecks, defineTool } from '../tool.ts'

const listAttributeClasses = defineTool({
  name: 'list_attribute_classes',
  description:
    'Which attributes a category and those below it show and need; product_id or category_id adds what one shows, needs and lacks.',
  effect: 'read',
  input: {
    type: Type.Optional(knownTypeArgument),
    product_id: Type.Optional(Type.String({ description: 'Not with category_id' })),
    category_id: Type.Optional(Type.String()),
    ...pagingArguments,
  },
  output: Type.Object({
    ...pageOf(AttributeClass).properties,
    effective: Type.Optional(EffectiveClasses),
  }),
  scopes: ({ product_id: product, category_id: category }) => [
    'read:attributes',
    ...(product === undefined ? [] : (['read:products'] as const)),
    ...(category === undefined ? [] : (['read:categories'] as const)),
  ],
  run: async ({ type, product_id: product, category_id: category, ...args }, agent, structural) => {
    const { faults, ...paging } = readPaging(args, structural)
    if (product !== undefined && category !== undefined)
      faults.push({ field: 'category_id', ...issueSentence('Send product_id or category_id, not both.') })
    const page = pageWhole(
      agent,
      'classes',
      await agent.ask('listAttributeClasses', { type, faults }),
      paging,
    )
    const id = product ?? category
    if (id === undefined) return page
    const about = product === undefined ? 'category' : 'product'
    const effective = await agent.ask('effectiveClasses', { type: about, id, faults: [] })
    return { ...page, effective: effective.data }
  },
})

const members = {
  category_ids: Type.Optional(Type.Array(Uuid, { description: 'Those below inherit it', ...catalogChecks })),
  attributes: Type.Optional(
    briefly(
      NewAttributeClass.properties.attributes,
      `[{"key", "requirement": "${requirementLevels.join('" or "')}"}] in the order to show them`,
      { type: 'array', items: { type: 'object' } },
    ),
  ),
}

const createAttributeClass = defineTool({
  name: 'create_attribute_class',
  description: 'It says which attributes are shown and needed, and never deletes a value.',
  effect: 'create',
  input: {
    ...NewAttributeClass.properties,
    entity_type: knownTypeArgument,
    ...members,
    ...allUnlisted({ axes: NewAttributeClass.properties.axes }),
  },
  output: dataOf(AttributeClass),
  scopes: ['write:attributes'],
  run: (body, agent, faults) => agent.write('createAttributeClass', { body, faults }),
})

const updateAttributeClass = defineTool({
  name: 'update_attribute_class',
  description: 'Changes what is sent, as in create_attribute_class; a list replaces the list.',
  effect: 'set',
  input: {
    ...allUnlisted({ ...AttributeClassPatch.properties, ...members }),
    id: Type.String(),
  },
  output: dataOf(AttributeClass),
  scopes: ['write:attributes'],
  run: ({ id, ...body }, agent, faults) => agent.write('updateAttributeClass', { id, body, faults }),
})

export const attributeClassTools = [listAttributeClasses, createAttributeClass, updateAttributeClass]
