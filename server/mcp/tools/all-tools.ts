import { type Tool, defineTool } from '../tool.ts'
import { attributeClassTools } from './attribute-classes.ts'
import { attributeTools } from './attributes.ts'
import { channelTools } from './channels.ts'
import { feedTools } from './events-and-jobs.ts'
import { entityReadTools } from './read-entities.ts'
import { clusterTools } from './clusters.ts'
import { duplicateTools } from './duplicates.ts'
import { exportTools } from './exports.ts'
import { generationTools } from './generations.ts'
import { importTools } from './imports.ts'
import { mergingTools } from './merging.ts'
import { noteTools } from './notes.ts'
import { qualityTools } from './quality.ts'
import { sourceTools } from './sources.ts'
import { viewTools } from './views.ts'
import { entityWriteTools } from './write-entities.ts'
import { Type } from 'typebox'
import { entityTypes } from '#shared/entities.ts'
import { validationFailed } from '../../catalog/errors.ts'
import { dataOf } from '#shared/routes/answers.ts'
import { readType, typeArgument } from '../arguments.ts'
import { DescribedSchema, describeSchema } from '../describe-schema.ts'

const describeSchemaTool = defineTool({
  name: 'describe_schema',
  description:
    'Call this first: the attributes of each type with data type, accepted values and operators, the channels, counts, and two examples of each.',
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
const schemaTools = [describeSchemaTool]

/** Every tool, in the order in which agents read them. */
export const tools: readonly Tool[] = [
  ...schemaTools,
  ...entityReadTools,
  ...entityWriteTools,
  ...attributeTools,
  ...channelTools,
  ...feedTools,
  ...generationTools,
  ...sourceTools,
  ...importTools,
  ...exportTools,
  ...noteTools,
  ...qualityTools,
  ...clusterTools,
  ...duplicateTools,
  ...mergingTools,
  ...viewTools,
  ...attributeClassTools,
]
