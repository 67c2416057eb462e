import { Type } from 'typebox'
import { entityTypes } from '#shared/entities.ts'
import { validationFailed } from '../../catalog/errors.ts'
import { dataOf } from '#shared/routes/answers.ts'
import { readType, typeArgument } from '../arguments.ts'
import { DescribedSchema, describeSchema } from '../describe-schema.ts'
import { defineTool } from '../tool.ts'

const describeSchemaTool = defineTool({
  name: 'describe_schema',
  title: 'Describe the catalog',
  description:
    'Call this first: the attributes of each entity type with data type, accepted values and filter operators, the sales channels, how many entities there are, and two examples of each type.',
  effect: 'read',
  input: { type: Type.Optional(typeArgument) },
  output: dataOf(DescribedSchema),
  scopes: ['read:attributes'],
  run: async ({ type }, agent, faults) => {
    const types = type === undefined ? entityTypes : [readType(type, entityTypes, faults)]
    if (faults.length > 0) throw validationFailed(faults)
    return { data: await describeSchema(agent, types) }
  },
})

/** What an agent asks first. */
export const schemaTools = [describeSchemaTool]
